import { notFound } from "#core/errors";

/** A calendar month in UTC. */
export interface Month {
  /** "2026-10" */
  key: string;
  from: Date;
  /** Start of the next month. */
  to: Date;
}

const KEY = /^(20\d\d|21\d\d)-(0[1-9]|1[0-2])$/;

const startOf = (year: number, month: number) => new Date(Date.UTC(year, month));
const keyOf = (date: Date) => date.toISOString().slice(0, 7);

function monthFrom(from: Date): Month {
  return { key: keyOf(from), from, to: startOf(from.getUTCFullYear(), from.getUTCMonth() + 1) };
}

/** Reads "2026-10"; null for any other text. */
export function readMonth(key: string): Month | null {
  const [, year, month] = KEY.exec(key) ?? [];
  return year === undefined ? null : monthFrom(startOf(Number(year), Number(month) - 1));
}

export function monthOf(date: Date): Month {
  return monthFrom(startOf(date.getUTCFullYear(), date.getUTCMonth()));
}

function monthBefore({ from }: Month): Month {
  return monthFrom(startOf(from.getUTCFullYear(), from.getUTCMonth() - 1));
}

/** Keys of the months from the first date's to the last one's, newest first. */
export function monthKeys(first: Date, last: Date): string[] {
  const keys: string[] = [];
  for (let month = monthOf(last); month.to > first; month = monthBefore(month)) {
    keys.push(month.key);
  }
  return keys;
}

/** Default: the current month. @throws not-found if it is no month, or a future one */
export function requireMonth({ now }: { now: Date }, key: string | undefined): Month {
  const month = key === undefined ? monthOf(now) : readMonth(key);
  if (!month || month.from > now) throw notFound("statement");
  return month;
}
