// The subaccount and period of a report in the address. Days are in UTC.
import type { RouterInput } from "#trpc/router";
import { daysOfMonths } from "#ui/admin/list-periods";

export type ReportInput = RouterInput["reports"]["get"];

/** Input of the report from the address, this month by default; an empty id without a subaccount. */
export function reportInput(
  id: string | null | undefined,
  get: (name: string) => string | null | undefined,
): ReportInput {
  const now = new Date();
  const [firstDay, lastDay] = daysOfMonths(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return {
    id: id ?? "",
    from: get("from") || firstDay,
    to: get("to") || lastDay,
    prices: get("prices") === "shown" ? "shown" : "hidden",
  };
}
