// Cancels an order that is only placed, for whatever reason, and tells of it.
import type { AccountContext } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { mayBecome, type Order } from "./rules";
import { cancelPlaced } from "./store";

/** Why an order is cancelled: it was asked for, its payment failed, or its money was given back. */
export type CancelReason = "requested" | "payment_failed" | "refunded";

/** Cancels the order, once. Returns false, having changed nothing, where it is no longer placed. */
export async function cancelPlacedOrder(
  ctx: AccountContext,
  input: { order: Pick<Order, "id" | "state" | "callbackUrl">; reason: CancelReason },
): Promise<boolean> {
  const { id, state, callbackUrl } = input.order;
  const accountId = ctx.account.id;
  const { now } = ctx;
  const may = mayBecome(state, "cancelled");
  if (!may || !(await cancelPlaced(ctx.db, { accountId, id, now, reason: input.reason }))) {
    return false;
  }
  await emitEvents(ctx, [
    { accountId, orderId: id, sequence: 1, type: "order.cancelled", callbackUrl },
  ]);
  await recordAudit(ctx, {
    action: "order.cancelled",
    subjectId: id,
    data: { reason: input.reason },
  });
  return true;
}
