// What an account, or one of its subaccounts, has offset in each month.
import type { AccountContext } from "#core/context";
import { listRetiredByMonth } from "#domain/inventory";
import { everyMonth, type MonthlyImpact } from "./month-rules";

/** Each month (in UTC) from the first with any kg up to the present; together, the total. */
export async function listMonthlyImpact(
  ctx: AccountContext,
  input: { subaccountId: string | null },
): Promise<MonthlyImpact[]> {
  return everyMonth(await listRetiredByMonth(ctx, input), ctx.now);
}
