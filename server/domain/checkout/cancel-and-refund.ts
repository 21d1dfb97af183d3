import type { AccountContext } from "#core/context";
import { requireUnlimitedKey } from "#domain/accounts";
import { releaseOrderHold } from "#domain/holds";
import { cancelOrder, getOrder } from "#domain/orders";
import { findPayment, lockSession } from "./payment-store";
import { refundCancelled } from "./refunds";

/**
 * Cancels a placed order of the account, once. `reconcilePayments` then refunds the payment of its
 * checkout session, as soon as the money has arrived.
 * @throws not-found; conflict where the order is no longer placed; forbidden for a key with a
 * spending limit if there is a payment to refund
 */
export async function cancelAndRefund(
  ctx: AccountContext,
  input: { id: string },
): ReturnType<typeof cancelOrder> {
  const { checkoutSessionId } = await getOrder(ctx, input);
  if (checkoutSessionId !== null) requireUnlimitedKey(ctx);
  // Locked before the order's row, as in `settlePayment`.
  if (checkoutSessionId !== null) await lockSession(ctx.db, checkoutSessionId);
  const order = await cancelOrder(ctx, input);
  await releaseOrderHold(ctx, order);
  if (checkoutSessionId === null) return order;
  const payment = await findPayment(ctx.db, ctx.account.id, checkoutSessionId);
  if (payment) await refundCancelled(ctx, payment);
  return order;
}
