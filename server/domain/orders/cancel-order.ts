// Cancels an order that is still waiting for credits.
import type { AccountContext } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { cancelPlacedOrder } from "./cancel-placed-order";
import type { OrderDetail } from "./rules";
import { findOrder } from "./store";

/** Cancels a placed order, once. @throws not-found; conflict where it is no longer placed */
export async function cancelOrder(
  ctx: AccountContext,
  input: { id: string },
): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  if (!(await cancelPlacedOrder(ctx, { order, reason: "requested" }))) {
    // Where it was placed a moment ago, it is fulfilled or cancelled by now.
    const { state } = (await findOrder(ctx.db, ctx.account.id, order.id)) ?? order;
    throw conflict(`Cannot cancel a ${state} order`);
  }
  return { ...order, state: "cancelled", settledAt: ctx.now, allocations: [] };
}
