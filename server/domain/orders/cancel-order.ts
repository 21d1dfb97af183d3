// Cancels orders that are only placed.
import type { AccountContext } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { mayBecome, type Order, type OrderDetail } from "./rules";
import { cancelPlaced, findOrder } from "./store";

/** Why an order is cancelled: it was asked for, its payment failed, or its money was given back. */
export type CancelReason = "requested" | "payment_failed" | "refunded";

/** Cancels the order, once. Returns false, having changed nothing, where it is no longer placed. */
export async function cancelPlacedOrder(
  ctx: AccountContext,
  input: {
    order: Pick<Order, "id" | "state" | "callbackUrl" | "subaccountId">;
    reason: CancelReason;
  },
): Promise<boolean> {
  const { id, state, callbackUrl, subaccountId } = input.order;
  const accountId = ctx.account.id;
  const { now } = ctx;
  const may = mayBecome(state, "cancelled");
  if (!may || !(await cancelPlaced(ctx.db, { accountId, id, now, reason: input.reason }))) {
    return false;
  }
  await emitEvents(ctx, [
    { accountId, subjectId: id, subaccountId, sequence: 1, type: "order.cancelled", callbackUrl },
  ]);
  await recordAudit(ctx, {
    action: "order.cancelled",
    subjectId: id,
    data: { reason: input.reason },
  });
  return true;
}

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
