// Figures of several runs, judged by their median and their spread.
import { formatNumber, type Line } from "#testing/bench/report";

export const RUNS = 3;

export type Goal = { atLeast: number } | { atMost: number };

const isReached = (goal: Goal, figure: number) =>
  "atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost;

function textOf(goal: Goal, unit: string): string {
  const [sign, limit] = "atLeast" in goal ? ["≥", goal.atLeast] : ["≤", goal.atMost];
  return `${sign} ${formatNumber(limit)}${unit}`;
}

export function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

interface Judged {
  /** With its leading space, if there is one. */
  unit?: string;
  note?: string;
}

/**
 * The median of the runs and their spread. Inconclusive if some runs reached the goal and others
 * did not.
 */
export function judgedLine(
  label: string,
  figures: readonly number[],
  goal: Goal,
  { unit = "", note }: Judged = {},
): Line {
  const reached = figures.filter((figure) => isReached(goal, figure)).length;
  const isMet = reached === figures.length ? true : reached === 0 ? false : null;
  const spread = [Math.min(...figures), Math.max(...figures)].map(formatNumber).join(" to ");
  const of = `${spread} in ${figures.length} runs`;
  return {
    label,
    figure: `${formatNumber(medianOf(figures))}${unit}`,
    note: note ? `${of}; ${note}` : of,
    goal: { text: textOf(goal, unit), isMet },
  };
}
