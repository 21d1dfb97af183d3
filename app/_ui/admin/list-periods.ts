// Periods by which a list can be filtered in one step, in days of the books: UTC.

/** Value of the choice of any two days. */
export const CHOSEN_DATES = "dates";

/** "2026-11-24"; days and months may be outside their range. */
const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

export interface Period {
  value: string;
  text: string;
  days: readonly [from: string, to: string];
}

export function periodsAt(now: Date): readonly Period[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = dayOf(year, month, day);
  return [
    { value: "today", text: "Today", days: [today, today] },
    { value: "week", text: "Last 7 days", days: [dayOf(year, month, day - 6), today] },
    { value: "days", text: "Last 30 days", days: [dayOf(year, month, day - 29), today] },
    {
      value: "month",
      text: "This month",
      days: [dayOf(year, month, 1), dayOf(year, month + 1, 0)],
    },
    {
      value: "last-month",
      text: "Last month",
      days: [dayOf(year, month - 1, 1), dayOf(year, month, 0)],
    },
    { value: "year", text: "This year", days: [dayOf(year, 0, 1), dayOf(year, 11, 31)] },
    {
      value: "last-year",
      text: "Last year",
      days: [dayOf(year - 1, 0, 1), dayOf(year - 1, 11, 31)],
    },
  ];
}

/** The choice that these days, which may be empty, are. */
export function periodOf(from: string, to: string, now: Date): string {
  if (!from && !to) return "";
  const period = periodsAt(now).find(({ days }) => days[0] === from && days[1] === to);
  return period?.value ?? CHOSEN_DATES;
}
