const DAY_MS = 86_400_000;

/** The ISO date some days later, or earlier if negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns whether an ISO date is later than today, in any time zone of a registry. */
export function isInFuture(day: string, now: Date): boolean {
  return day > shiftDay(now.toISOString().slice(0, 10), 1);
}
