// Reads many orders, of any accounts, with all their details: for those who tell of them.
import type { Context } from "#core/context";
import { loadDetails } from "./load-detail";
import type { OrderDetail } from "./rules";
import { findOrdersByKey } from "./store";

/** The orders of these accounts and ids, as far as they are there, in no order. */
export async function listOrderDetails(
  ctx: Context,
  input: { orders: readonly { accountId: string; orderId: string }[] },
): Promise<OrderDetail[]> {
  return loadDetails(ctx, await findOrdersByKey(ctx.db, input.orders));
}
