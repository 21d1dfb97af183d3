// What an account bought and sold of late: by day and by month, through each channel.
import type { AccountContext } from "#core/context";
import { historyFrom, historyOf, type Sold } from "./history-rules";
import { findDays } from "./totals-store";

/**
 * Fulfilled orders of the last 30 days and of the last 12 months, by the time of their placing (in
 * UTC). What it costs depends on the days, never on the orders.
 */
export async function getSalesHistory(
  ctx: AccountContext,
): Promise<{ days: Sold[]; months: Sold[] }> {
  const days = await findDays(ctx.db, ctx.account.id, historyFrom(ctx.now));
  return historyOf(days, ctx.now);
}
