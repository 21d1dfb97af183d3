// Divides a period into whole UTC days, which have totals, and the rest. Pure.

const DAY_MS = 24 * 3_600_000;

/** Ends included; null stands for no end. */
interface Period {
  from: Date | null;
  to: Date | null;
}

export interface DaySpan {
  /** Whole days; null if the period has none. */
  days: { from: Date | null; before: Date | null } | null;
  /** Parts of the period that are no whole days. */
  edges: Period[];
}

const dayFloor = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** Times have whole milliseconds, so the period ends just before `to` plus one. */
export function wholeDays({ from, to }: Period): DaySpan {
  const firstMs = from?.getTime() ?? null;
  const endMs = to && to.getTime() + 1;
  const fromMs = firstMs === null ? null : dayFloor(firstMs + DAY_MS - 1);
  const beforeMs = endMs === null ? null : dayFloor(endMs);
  if (fromMs !== null && beforeMs !== null && fromMs >= beforeMs) {
    return { days: null, edges: [{ from, to }] };
  }
  const edges: Period[] = [];
  if (fromMs !== null && fromMs !== firstMs) edges.push({ from, to: new Date(fromMs - 1) });
  if (beforeMs !== null && beforeMs !== endMs) edges.push({ from: new Date(beforeMs), to });
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  return { days: { from: dateOf(fromMs), before: dateOf(beforeMs) }, edges };
}
