// Refunds that are requested, and those of cancelled orders.
import {
  findPayment,
  lockSession,
  PAID,
  type Payment,
  savePayment,
} from "#checkout/payments/store";
import type { CheckoutSession } from "#checkout/sessions/rules";
import { getCheckoutSession } from "#checkout/sessions/sessions";
import type { AccountContext } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { formatMoney } from "#core/money";
import { signalWork } from "#core/workers";
import { recordAudit, requireUnlimitedKey } from "#domain/accounts";
import { releaseOrderHold } from "#domain/holds";
import { cancelOrder, cancelPlacedOrder, getOrder, type OrderState } from "#domain/orders";
import { onCancellation, type RefundKind, refundableCents } from "./rules";
import { createRefund } from "./settle-refunds";
import { type Dispute, findDisputes, findRefunds, type Refund } from "./store";

interface RefundPayment {
  payment: Payment;
  amountUsdCents: number;
  kind: RefundKind;
  reason: string | null;
  /** The order was cancelled with it. */
  isCancelled: boolean;
}

/** Creates a pending refund, which the next poll requests. The caller has locked the session. */
async function refundPayment(ctx: AccountContext, input: RefundPayment): Promise<Refund> {
  const { payment, amountUsdCents, kind, reason, isCancelled } = input;
  const { now } = ctx;
  const refund = await createRefund(ctx, {
    payment,
    refund: {
      amountUsdCents,
      kind,
      reason,
      state: "pending",
    },
  });
  const state = isCancelled ? onCancellation(payment.state) : payment.state;
  const next: Payment = {
    ...payment,
    state,
    refundingUsdCents: payment.refundingUsdCents + amountUsdCents,
    polls: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
  await savePayment(ctx, next, { nextPollAt: ctx.now });
  if (state !== payment.state) {
    await recordAudit(ctx, { action: `payment.${state}`, subjectId: payment.id });
  }
  signalWork();
  return refund;
}

/**
 * Refunds what is left of a cancelled order's payment, or lets it be polled soon if its money has not
 * arrived. The caller has locked the session and cancelled the order.
 */
async function refundCancelled(ctx: AccountContext, payment: Payment): Promise<void> {
  const { now } = ctx;
  const amountUsdCents = PAID.includes(payment.state) ? refundableCents(payment) : 0;
  const state = onCancellation(payment.state);
  if (amountUsdCents > 0 && state === "refunding") {
    const refund = { payment, amountUsdCents, reason: null, isCancelled: true };
    await refundPayment(ctx, { ...refund, kind: "cancellation" });
    return;
  }
  const next = { ...payment, state, polls: 0, version: payment.version + 1, updatedAt: now };
  await savePayment(ctx, next, { nextPollAt: ctx.now });
  signalWork();
}

const lostCents = (disputes: readonly Dispute[]) =>
  disputes
    .filter(({ kind, state }) => kind === "dispute" && state === "lost")
    .reduce((sum, { amountUsdCents }) => sum + amountUsdCents, 0);

/** The rest of the payment that can be refunded. @throws conflict if nothing can */
function requireRefundable(payment: Payment | null, disputes: readonly Dispute[]): number {
  if (!payment || !PAID.includes(payment.state)) {
    throw conflict("The session has no payment to refund", "Its money has not arrived.");
  }
  if (disputes.some(({ kind, state }) => kind === "dispute" && state === "open")) {
    throw conflict(
      "A disputed payment cannot be refunded",
      "The customer's bank holds the money until the dispute is closed.",
    );
  }
  const rest = refundableCents(payment, lostCents(disputes));
  if (rest === 0) throw conflict("Nothing is left to refund", "Refunds may still be pending.");
  return rest;
}

/** @throws invalid if the amount is beyond the rest */
function requireAmount(amountUsdCents: number | null, rest: number): number {
  if (amountUsdCents === null) return rest;
  if (amountUsdCents <= rest) return amountUsdCents;
  const most = formatMoney(rest, "USD", "en");
  throw invalid("amount_usd_cents", `must be at most ${rest}: ${most} can still be refunded`);
}

/** Cancels the order of a payment that is refunded whole, unless it is fulfilled. */
async function cancelUnfulfilled(ctx: AccountContext, session: CheckoutSession): Promise<boolean> {
  if (session.orderId === null) return false;
  const order = await getOrder(ctx, { id: session.orderId });
  const cancelled: OrderState = "cancelled";
  if (order.state === cancelled) return true;
  if (!(await cancelPlacedOrder(ctx, { order, reason: "refunded" }))) return false;
  await releaseOrderHold(ctx, order);
  return true;
}

/**
 * Requests a refund of all or a part of what is left of the session's payment. If nothing is left, an
 * order that is not fulfilled is cancelled; retired credits stay retired.
 * @throws not-found; conflict if nothing can be refunded; invalid naming the amount
 */
export async function requestRefund(
  ctx: AccountContext,
  input: { id: string; amountUsdCents: number | null; reason: string },
): Promise<Refund> {
  const { db, account } = ctx;
  if ((await lockSession(db, input.id)) !== account.id) throw notFound("checkout session");
  const session = await getCheckoutSession(ctx, input);
  const payment = await findPayment(db, account.id, session.id);
  const rest = requireRefundable(payment, payment ? await findDisputes(db, payment) : []);
  const amountUsdCents = requireAmount(input.amountUsdCents, rest);
  const isWhole = amountUsdCents === rest;
  const isCancelled = isWhole && (await cancelUnfulfilled(ctx, session));
  return refundPayment(ctx, {
    payment: payment as Payment,
    amountUsdCents,
    kind: "requested",
    reason: input.reason,
    isCancelled,
  });
}

/** Refunds of the session's payment, newest first. @throws not-found */
export async function listRefunds(ctx: AccountContext, input: { id: string }): Promise<Refund[]> {
  const session = await getCheckoutSession(ctx, input);
  const payment = await findPayment(ctx.db, ctx.account.id, session.id);
  if (!payment) return [];
  return (await findRefunds(ctx.db, payment)).toReversed();
}

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
