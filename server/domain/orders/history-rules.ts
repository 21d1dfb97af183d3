import type { Channel } from "#domain/catalogue";

/** Fulfilled sales of a day or month, by channel. */
export interface PeriodSales {
  /** In UTC. */
  startsAt: Date;
  api: { kg: number; priceCents: number };
  checkout: { kg: number; priceCents: number };
}

interface Part {
  startsAt: Date;
  channel: Channel;
  kg: number;
  priceCents: number;
}

const DAY_MS = 24 * 3_600_000;
const DAYS = 30;
const MONTHS = 12;

/** Start of each of the last 30 days in UTC, oldest first; the last is today. */
function lastDays(now: Date): Date[] {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  return Array.from({ length: DAYS }, (_, at) => new Date(today - (DAYS - 1 - at) * DAY_MS));
}

/** Start of each of the last 12 months in UTC, oldest first; the last is this month. */
function lastMonths(now: Date): Date[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from(
    { length: MONTHS },
    (_, at) => new Date(Date.UTC(year, month - MONTHS + 1 + at)),
  );
}

/** Start of the earliest period. */
export function historyFrom(now: Date): Date {
  const starts = [lastDays(now)[0] ?? now, lastMonths(now)[0] ?? now];
  return new Date(Math.min(...starts.map((start) => start.getTime())));
}

function summed(starts: readonly Date[], parts: readonly Part[]): PeriodSales[] {
  const sold = starts.map((startsAt) => ({
    startsAt,
    api: { kg: 0, priceCents: 0 },
    checkout: { kg: 0, priceCents: 0 },
  }));
  for (const { startsAt, channel, kg, priceCents } of parts) {
    const its = sold.findLast((one) => one.startsAt <= startsAt)?.[channel];
    if (!its) continue;
    its.kg += kg;
    its.priceCents += priceCents;
  }
  return sold;
}

/** Sums daily totals into the last 30 days and the last 12 months, empty ones included. */
export function historyOf(
  parts: readonly Part[],
  now: Date,
): { days: PeriodSales[]; months: PeriodSales[] } {
  return { days: summed(lastDays(now), parts), months: summed(lastMonths(now), parts) };
}
