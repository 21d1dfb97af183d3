// Prints the score of each room's rules, and each surviving mutant as an entry for the list.

import { minScores } from "./rooms";
import { type FileScore, runRules } from "./run-rules";

export interface Score {
  killed: number;
  /** Mutants that are not equivalent. */
  counted: number;
}

/** Percentage, rounded down so that a score just below a threshold shows as below. */
function percent({ killed, counted }: Score): string {
  return counted === 0 ? "–" : `${(Math.floor((1000 * killed) / counted) / 10).toFixed(1)} %`;
}

export function line(name: string, score: Score, more: string): string {
  const count = `${score.killed} of ${score.counted} killed`;
  return `${percent(score).padStart(8)}  ${name.padEnd(44)} ${count}${more}\n`;
}

function sum(scores: readonly Score[]): Score {
  return scores.reduce(
    (all, one) => ({ killed: all.killed + one.killed, counted: all.counted + one.counted }),
    { killed: 0, counted: 0 },
  );
}

function scoreOf({ killed, survivors }: FileScore): Score {
  return { killed, counted: killed + survivors.length };
}

function printFile(result: FileScore): void {
  const { file, equivalent, survivors, stale, isTested } = result;
  const listed = equivalent > 0 ? `, ${equivalent} listed as equivalent` : "";
  process.stdout.write(line(file.replace("server/domain/", "  "), scoreOf(result), listed));
  if (!isTested) process.stdout.write("            no unit test runs it\n");
  for (const { line: at, from, to } of survivors) {
    process.stdout.write(
      `            survived: ${at}\n              ${from}\n              → ${to}\n`,
    );
  }
  for (const { line: at, from, to } of stale) {
    process.stdout.write(`            listed, but killed or missing: ${at}: ${from} → ${to}\n`);
  }
}

/**
 * Runs the rules of a room or a file. Returns false if the score is too low, a file has no unit test, or
 * the list is out of date.
 */
export async function runRoom(room: string, only?: string): Promise<boolean> {
  const started = performance.now();
  const files = await runRules(room, only);
  const score = sum(files.map(scoreOf));
  for (const file of files) printFile(file);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(line(room, score, ` (${seconds} s)`));
  const isEnough = 100 * score.killed >= (minScores[room] ?? 0) * score.counted;
  if (!isEnough) process.stdout.write(`          below ${minScores[room]} %\n`);
  return isEnough && files.every(({ stale, isTested }) => stale.length === 0 && isTested);
}
