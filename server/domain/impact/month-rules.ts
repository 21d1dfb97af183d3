// Pure decisions about months: which of them are told, those with nothing in them included.

export interface MonthlyImpact {
  /** The month's first instant, in UTC. */
  startsAt: Date;
  kg: number;
}

/** Months since the beginning of the calendar: one more, one later. */
function numberOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12));
}

/** Each month from the first that has any kg to that of `now`; none where no month has. */
export function everyMonth(found: readonly MonthlyImpact[], now: Date): MonthlyImpact[] {
  const kgOf = new Map(found.map(({ startsAt, kg }) => [numberOf(startsAt), kg]));
  if (kgOf.size === 0) return [];
  const first = Math.min(...kgOf.keys());
  const last = Math.max(numberOf(now), ...kgOf.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    startsAt: startOf(first + index),
    kg: kgOf.get(first + index) ?? 0,
  }));
}
