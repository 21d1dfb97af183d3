// Cancels an order that is still waiting for credits.
import type { AccountContext } from "#core/context";
import { forbidden, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { mayBecome, type OrderDetail } from "./rules";
import { cancelPlaced, findOrder } from "./store";

/** Cancels a placed order, once. @throws not-found; forbidden where it is no longer placed */
export async function cancelOrder(
  ctx: AccountContext,
  input: { id: string },
): Promise<OrderDetail> {
  const accountId = ctx.account.id;
  const order = await findOrder(ctx.db, accountId, input.id);
  if (!order) throw notFound("order");
  const { now } = ctx;
  const may = mayBecome(order.state, "cancelled");
  if (
    !may ||
    !(await cancelPlaced(ctx.db, { accountId, id: order.id, now, reason: "requested" }))
  ) {
    // Where it was placed a moment ago, it is fulfilled or cancelled by now.
    const { state } = (await findOrder(ctx.db, accountId, order.id)) ?? order;
    throw forbidden(`Cannot cancel a ${state} order`);
  }
  await emitEvents(ctx, [
    {
      accountId: order.accountId,
      orderId: order.id,
      sequence: 1,
      type: "order.cancelled",
      callbackUrl: order.callbackUrl,
    },
  ]);
  await recordAudit(ctx, { action: "order.cancelled", subjectId: order.id });
  return { ...order, state: "cancelled", settledAt: now, allocations: [] };
}
