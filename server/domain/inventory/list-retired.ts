// What was retired for an account, or for one of its subaccounts, in a period.
import type { AccountContext } from "#core/context";
import { coverPeriod, type Period } from "./totals-rules";
import { type RetiredKg, sumTotals } from "./totals-store";

/**
 * The kg of each project and vintage, of fulfilled orders by the time of their making. What it
 * costs depends on the projects and vintages; of the orders, only on those of twice five minutes.
 */
export async function listRetired(
  ctx: AccountContext,
  input: Period & { subaccountId: string | null },
): Promise<RetiredKg[]> {
  const { subaccountId } = input;
  const pieces = coverPeriod(input);
  return sumTotals(ctx.db, { accountId: ctx.account.id, subaccountId, pieces });
}
