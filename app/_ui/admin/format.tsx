// Numbers and times as the dashboard writes them: American English everywhere.

import { type Currency, formatMoney } from "#core/money";
import { useIsHydrated } from "./hydration";

/** "$0.02". */
export const money = (minor: number, currency: Currency) =>
  formatMoney({ minor, currency }, "en-US");

/** "12,345". */
export const count = (value: number) => value.toLocaleString("en-US");

/** "1 order", "2,000 orders". */
export const plural = (value: number, one: string, many = `${one}s`) =>
  `${count(value)} ${value === 1 ? one : many}`;

const percentage = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 4 });

/** "33.3333%" for a share of 1. */
export const percent = (share: number) => percentage.format(share);

/** "01a2-0b3f…91fb": numbers of the same hour begin alike, so the end tells them apart. */
export const shortNumber = (orderNumber: string) =>
  `${orderNumber.slice(0, 9)}…${orderNumber.slice(-4)}`;

const DAYS_PER_YEAR = 365;
const MANY_YEARS = 10;

/** "Less than 1 day", "40 days", "more than 10 years": stock that sells slowly lasts for ages. */
export function daysLabel(days: number): string {
  if (days === 0) return "Less than 1 day";
  if (days > MANY_YEARS * DAYS_PER_YEAR) return `More than ${MANY_YEARS} years`;
  return plural(days, "day");
}

export function Time({ at }: { at: string }) {
  const isHydrated = useIsHydrated();
  const format = new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    ...(!isHydrated && { timeZone: "UTC" }),
  });
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {format.format(new Date(at))}
    </time>
  );
}

/** Names the zone of a control's days and months, which rows in the reader's zone would hide. */
export function BooksZone() {
  return (
    <span
      title="Days and months are in UTC, as in statements"
      className="text-[0.9375rem] text-quiet"
    >
      UTC
    </span>
  );
}
