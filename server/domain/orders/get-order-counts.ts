// How many of an account's orders stand how.
import type { AccountContext } from "#core/context";
import { countByState, type OrderCounts } from "./totals-store";

/** More than this are not counted of the orders that are on their way. */
const MOST = 10_000;

/** All that ended, and of those on their way the first ten thousand. */
export function getOrderCounts(ctx: AccountContext): Promise<OrderCounts> {
  const { id: accountId, mode } = ctx.account;
  return countByState(ctx.db, { accountId, mode, most: MOST });
}
