import type { Channel } from "#domain/catalogue";

/** Sales and customers' payments of a day or month. */
export interface PeriodSales {
  /** In UTC. */
  startsAt: Date;
  api: { kg: number; price: number };
  checkout: { kg: number; price: number };
  /** Payments less refunds. */
  paid: number;
}

export interface SoldPart {
  startsAt: Date;
  channel: Channel;
  kg: number;
  price: number;
}

export interface PaidPart {
  startsAt: Date;
  paid: number;
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

/** The same day a year before; the last of February for the 29th. */
function yearBefore(now: Date): Date {
  const [year, month] = [now.getUTCFullYear() - 1, now.getUTCMonth()];
  return new Date(Math.min(Date.UTC(year, month, now.getUTCDate()), Date.UTC(year, month + 1, 0)));
}

const daysBefore = (now: Date) => new Date(now.getTime() - DAYS * DAY_MS);

/** Start of the earliest period, of the year before the last 12 months. */
export function historyFrom(now: Date): Date {
  return lastMonths(yearBefore(now))[0] ?? now;
}

interface Parts {
  sold: readonly SoldPart[];
  paid: readonly PaidPart[];
}

function summed(starts: readonly Date[], { sold, paid }: Parts): PeriodSales[] {
  const periods = starts.map((startsAt) => ({
    startsAt,
    api: { kg: 0, price: 0 },
    checkout: { kg: 0, price: 0 },
    paid: 0,
  }));
  const periodOf = ({ startsAt }: { startsAt: Date }) =>
    periods.findLast((period) => period.startsAt <= startsAt);
  for (const part of sold) {
    const sums = periodOf(part)?.[part.channel];
    if (!sums) continue;
    sums.kg += part.kg;
    sums.price += part.price;
  }
  for (const part of paid) {
    const period = periodOf(part);
    if (period) period.paid += part.paid;
  }
  return periods;
}

/** Without parts after this day. */
function until(day: Date, { sold, paid }: Parts): Parts {
  const isDue = ({ startsAt }: { startsAt: Date }) => startsAt <= day;
  return { sold: sold.filter(isDue), paid: paid.filter(isDue) };
}

interface Periods {
  days: PeriodSales[];
  months: PeriodSales[];
}

/** The last 30 days and 12 months, and as many before. */
export type SalesHistory = Periods & { before: Periods };

/**
 * Sums daily totals into the last 30 days and the last 12 months, and into those before, empty ones
 * included. As this month is not over, the one before a year ends on the same day too.
 */
export function historyOf(parts: Parts, now: Date): SalesHistory {
  const [days, year] = [daysBefore(now), yearBefore(now)];
  return {
    days: summed(lastDays(now), parts),
    months: summed(lastMonths(now), parts),
    before: {
      days: summed(lastDays(days), until(days, parts)),
      months: summed(lastMonths(year), until(year, parts)),
    },
  };
}
