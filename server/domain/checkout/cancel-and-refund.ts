// Cancels an order; what a customer paid for it is given back.
import type { AccountContext } from "#core/context";
import { signalWork } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { cancelOrder, getOrder } from "#domain/orders";
import { onCancellation } from "./payment-rules";
import { findPayment, lockSession, savePayment } from "./payment-store";

/**
 * Cancels a placed order of the account, once. If it came from a checkout session, its payment is
 * given back by `reconcilePayments`, at once or, if the money is still on its way, when it comes.
 * @throws not-found; conflict where the order is no longer placed
 */
export async function cancelAndRefund(
  ctx: AccountContext,
  input: { id: string },
): ReturnType<typeof cancelOrder> {
  const { checkoutSessionId } = await getOrder(ctx, input);
  // Before the order's row: the same sequence as in `settlePayment`.
  if (checkoutSessionId !== null) await lockSession(ctx.db, checkoutSessionId);
  const order = await cancelOrder(ctx, input);
  if (checkoutSessionId === null) return order;
  const payment = await findPayment(ctx.db, ctx.account.id, checkoutSessionId);
  if (!payment) return order;
  const { now } = ctx;
  const state = onCancellation(payment.state);
  const version = payment.version + 1;
  const next = { ...payment, state, asked: 0, version, updatedAt: now };
  await savePayment(ctx.db, next, { now, askAt: now });
  if (state !== payment.state) {
    await recordAudit(ctx, { action: `payment.${state}`, subjectId: payment.id });
  }
  signalWork();
  return order;
}
