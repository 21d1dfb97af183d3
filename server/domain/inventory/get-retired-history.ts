// All that was ever retired for somebody: by project and vintage, and month by month.
import type { Context } from "#core/context";
import { type RetiredHistory, sumHistory } from "./history-store";

/**
 * Of an account, or of one of its subaccounts; fulfilled orders, by the time of their making (in
 * UTC). What it costs depends on the months, projects and vintages, never on the orders.
 */
export async function getRetiredHistory(
  ctx: Context,
  owner: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  return sumHistory(ctx.db, owner);
}
