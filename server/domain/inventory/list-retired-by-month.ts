// What was retired for an account, or for one of its subaccounts, month by month.
import type { AccountContext } from "#core/context";
import { type MonthKg, sumMonths } from "./totals-store";

/**
 * The kg of each month (in UTC) that has any, of fulfilled orders by the time of their making. What
 * it costs depends on the months, projects and vintages, never on the orders.
 */
export async function listRetiredByMonth(
  ctx: AccountContext,
  { subaccountId }: { subaccountId: string | null },
): Promise<MonthKg[]> {
  return sumMonths(ctx.db, { accountId: ctx.account.id, subaccountId });
}
