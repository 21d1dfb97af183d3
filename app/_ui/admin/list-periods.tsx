// Periods that lists and reports can be of in one step, in days of the books: UTC.

/** Value of the choice of any two days. */
export const CHOSEN_DATES = "dates";

/** "2026-11-24"; days and months may be outside their range. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

type Days = readonly [from: string, to: string];

/** The days of this number of months, beginning with this one. */
export const daysOfMonths = (year: number, month: number, months: number): Days => [
  dayOf(year, month, 1),
  dayOf(year, month + months, 0),
];

export interface Period {
  value: string;
  text: string;
  days: Days;
}

export function periodsAt(now: Date): readonly Period[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = dayOf(year, month, day);
  const quarter = month - (month % 3);
  return [
    { value: "today", text: "Today", days: [today, today] },
    { value: "week", text: "Last 7 days", days: [dayOf(year, month, day - 6), today] },
    { value: "days", text: "Last 30 days", days: [dayOf(year, month, day - 29), today] },
    { value: "month", text: "This month", days: daysOfMonths(year, month, 1) },
    { value: "last-month", text: "Last month", days: daysOfMonths(year, month - 1, 1) },
    { value: "quarter", text: "This quarter", days: daysOfMonths(year, quarter, 3) },
    { value: "last-quarter", text: "Last quarter", days: daysOfMonths(year, quarter - 3, 3) },
    { value: "year", text: "This year", days: daysOfMonths(year, 0, 12) },
    { value: "last-year", text: "Last year", days: daysOfMonths(year - 1, 0, 12) },
  ];
}

/** The choice that these days, which may be empty, are. */
export function periodOf(from: string, to: string, now: Date): string {
  if (!from && !to) return "";
  const period = periodsAt(now).find(({ days }) => days[0] === from && days[1] === to);
  return period?.value ?? CHOSEN_DATES;
}
