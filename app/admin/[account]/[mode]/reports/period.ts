// The period of a report in the address, and the usual ones to choose from. Days are in UTC.
import type { RouterInput } from "#trpc/router";

export type ReportInput = RouterInput["reports"]["get"];

export interface Period {
  from: string;
  to: string;
}

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** A number of months, from the first day of this one. */
const monthsFrom = (year: number, month: number, count: number): Period => ({
  from: dayOf(year, month, 1),
  to: dayOf(year, month + count, 0),
});

export function usualPeriods(now: Date): Record<string, Period> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const quarter = month - (month % 3);
  return {
    "This month": monthsFrom(year, month, 1),
    "Last month": monthsFrom(year, month - 1, 1),
    "This quarter": monthsFrom(year, quarter, 3),
    "Last quarter": monthsFrom(year, quarter - 3, 3),
    "This year": monthsFrom(year, 0, 12),
    "Last year": monthsFrom(year - 1, 0, 12),
  };
}

/** Input of the report from the address, this month by default; an empty id without a subaccount. */
export function reportInput(
  id: string | null | undefined,
  get: (name: string) => string | null | undefined,
): ReportInput {
  const now = new Date();
  const month = monthsFrom(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return {
    id: id ?? "",
    from: get("from") || month.from,
    to: get("to") || month.to,
    prices: get("prices") === "shown" ? "shown" : "hidden",
  };
}
