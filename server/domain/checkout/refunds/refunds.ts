// Refunds that are requested, those of cancelled orders, and decisions about payments that need a
// person.
import { settlePayment } from "#checkout/payments/payment";
import {
  findPayment,
  lockSession,
  PAID,
  type Payment,
  savePayment,
} from "#checkout/payments/store";
import { contextOfSession } from "#checkout/sessions/queries";
import type { CheckoutSession } from "#checkout/sessions/rules";
import { getCheckoutSession } from "#checkout/sessions/sessions";
import type { AccountContext, Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { formatMoney, type Money, rulesOf } from "#core/money";
import { signalWork } from "#core/workers";
import { recordAudit, requireUnlimitedKey } from "#domain/accounts";
import { releaseOrderHold } from "#domain/holds";
import { cancelOrder, cancelPlacedOrder, getOrder } from "#domain/orders";
import { onCancellation, type RefundKind, refundable } from "./rules";
import {
  createRefund,
  type Dispute,
  dismissRefund,
  findDisputes,
  findRefunds,
  type Refund,
  saveDispute,
} from "./store";

interface RefundPayment {
  payment: Payment;
  amount: number;
  kind: RefundKind;
  reason: string | null;
  /** The order was cancelled with it. */
  isCancelled: boolean;
}

/** Creates a pending refund, which the next poll requests. The caller has locked the session. */
async function refundPayment(ctx: AccountContext, input: RefundPayment): Promise<Refund> {
  const { payment, amount, kind, reason, isCancelled } = input;
  const { now } = ctx;
  const pending = { amount, kind, reason, state: "pending" } as const;
  const refund = await createRefund(ctx, { payment, refund: pending });
  const state = isCancelled ? onCancellation(payment.state) : payment.state;
  const next: Payment = {
    ...payment,
    state,
    refunding: payment.refunding + amount,
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
  const amount = PAID.includes(payment.state) ? refundable(payment) : 0;
  const state = onCancellation(payment.state);
  if (amount > 0 && state === "refunding") {
    const refund = { payment, amount, reason: null, isCancelled: true };
    await refundPayment(ctx, { ...refund, kind: "cancellation" });
    return;
  }
  const next = { ...payment, state, polls: 0, version: payment.version + 1, updatedAt: now };
  await savePayment(ctx, next, { nextPollAt: ctx.now });
  signalWork();
}

const lostAmount = (disputes: readonly Dispute[]) =>
  disputes
    .filter(({ kind, state }) => kind === "dispute" && state === "lost")
    .reduce((sum, { amount }) => sum + amount, 0);

/** The part of the payment that can be refunded. @throws conflict if none can */
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
  const maxAmount = refundable(payment, lostAmount(disputes));
  if (maxAmount === 0) throw conflict("Nothing is left to refund", "Refunds may still be pending.");
  return maxAmount;
}

interface Requested {
  /** Null: all that is left. */
  amount: number | null;
  /** The field of the request that has it, for errors. */
  field?: string;
}

/** @throws invalid if the amount is beyond what is left, or no multiple of the currency's step */
function requireAmount({ amount, field = "amount" }: Requested, left: Money): number {
  if (amount === null) return left.minor;
  const { step } = rulesOf(left.currency);
  if (amount % step !== 0) throw invalid(field, `must be a multiple of ${step}`);
  if (amount <= left.minor) return amount;
  const most = formatMoney(left, "en");
  throw invalid(field, `must be at most ${left.minor}: ${most} can still be refunded`);
}

/** Cancels the order of a payment that is refunded whole, unless it is fulfilled. */
async function cancelUnfulfilled(ctx: AccountContext, session: CheckoutSession): Promise<boolean> {
  if (session.orderId === null) return false;
  const order = await getOrder(ctx, { id: session.orderId });
  if (order.state === "cancelled") return true;
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
  input: Requested & { id: string; reason: string },
): Promise<Refund> {
  const { db, account } = ctx;
  if ((await lockSession(db, input.id)) !== account.id) throw notFound("checkout session");
  const session = await getCheckoutSession(ctx, input);
  const payment = await findPayment(db, account.id, session.id);
  const maxAmount = requireRefundable(payment, payment ? await findDisputes(db, payment) : []);
  const amount = requireAmount(input, { minor: maxAmount, currency: session.currency });
  const isWhole = amount === maxAmount;
  const isCancelled = isWhole && (await cancelUnfulfilled(ctx, session));
  return refundPayment(ctx, {
    payment: payment as Payment,
    amount,
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

/** Gives the account back what it was charged for a cancelled order. */
export type CreditOrder = (ctx: AccountContext, order: { id: string }) => Promise<void>;

/** Cancels the placed order of a checkout session, as `cancelAndRefund`. @throws not-found; conflict */
export async function cancelSoldOrder(
  ctx: AccountContext,
  { id, sessionId }: { id: string; sessionId: string },
): ReturnType<typeof cancelOrder> {
  // Locked before the order's row, as in `settlePayment`.
  await lockSession(ctx.db, sessionId);
  const order = await cancelOrder(ctx, { id });
  await releaseOrderHold(ctx, order);
  const payment = await findPayment(ctx.db, ctx.account.id, sessionId);
  if (payment) await refundCancelled(ctx, payment);
  return order;
}

/**
 * Cancels a placed order of the account, once. `reconcilePayments` then refunds the payment of its
 * checkout session, as soon as the money has arrived; an order without one is credited to the account.
 * @throws not-found; conflict where the order is no longer placed; forbidden for a key with a
 * spending limit if there is a payment to refund
 */
export async function cancelAndRefund(
  ctx: AccountContext,
  { id, credit }: { id: string; credit: CreditOrder },
): ReturnType<typeof cancelOrder> {
  const { checkoutSessionId: sessionId } = await getOrder(ctx, { id });
  if (sessionId !== null) {
    requireUnlimitedKey(ctx);
    return cancelSoldOrder(ctx, { id, sessionId });
  }
  const order = await cancelOrder(ctx, { id });
  await credit(ctx, order);
  await releaseOrderHold(ctx, order);
  return order;
}

/** Locks the session of the account and reads its payment. @throws not-found */
async function lockPayment(ctx: AccountContext, sessionId: string): Promise<Payment> {
  const { db, account } = ctx;
  if ((await lockSession(db, sessionId)) !== account.id) throw notFound("checkout session");
  const payment = await findPayment(db, account.id, sessionId);
  if (!payment) throw notFound("payment");
  return payment;
}

/**
 * Dismisses the open fraud warning about the session's payment: its order goes on.
 * @throws not-found; conflict if no warning is open
 */
export async function dismissWarning(ctx: AccountContext, input: { id: string }): Promise<void> {
  const payment = await lockPayment(ctx, input.id);
  const disputes = await findDisputes(ctx.db, payment);
  const open = disputes.filter(({ kind, state }) => kind === "warning" && state === "open");
  if (open.length === 0) throw conflict("The payment has no open fraud warning");
  for (const warning of open) {
    await saveDispute(ctx.db, { ...warning, state: "dismissed", closedAt: ctx.now });
    const data = { dispute_id: warning.id, reason: warning.reason };
    const action = "payment.warning_dismissed";
    await recordAudit(ctx, { action, subjectId: payment.id, data });
  }
  await settlePayment(ctx, { payment, status: null });
}

interface PaidSession {
  mode: Mode;
  id: string;
}

interface OtherMeans extends PaidSession, Requested {
  reason: string;
}

/**
 * Records that the operator paid the customer back by other means than the payment's provider.
 * @throws not-found; conflict if nothing is left to refund; invalid naming the amount
 */
export async function recordOtherRefund(ctx: Context, input: OtherMeans): Promise<Refund> {
  const accountCtx = await contextOfSession(ctx, input);
  const payment = await lockPayment(accountCtx, input.id);
  const maxAmount = PAID.includes(payment.state) ? refundable(payment) : 0;
  if (maxAmount === 0) throw conflict("Nothing is left to refund");
  const amount = requireAmount(input, { minor: maxAmount, currency: payment.currency });
  const refund = { amount, reason: input.reason, kind: "other_means" } as const;
  const row = await createRefund(accountCtx, {
    payment,
    refund: { ...refund, state: "succeeded" },
  });
  await settlePayment(accountCtx, { payment, status: null, created: [row] });
  return row;
}

interface Dismissal extends PaidSession {
  refundId: string;
  reason: string;
}

/**
 * Dismisses a failed refund of a payment that stays paid: it is no task any more. Money of a cancelled
 * order is owed to the customer in any case.
 * @throws not-found; conflict unless it is the payment's last refund, has failed, and is not dismissed
 */
export async function dismissFailedRefund(ctx: Context, input: Dismissal): Promise<void> {
  const { refundId, reason } = input;
  const accountCtx = await contextOfSession(ctx, input);
  const payment = await lockPayment(accountCtx, input.id);
  const refunds = await findRefunds(accountCtx.db, payment);
  const refund = refunds.find(({ id }) => id === refundId);
  if (!refund) throw notFound("refund");
  if (payment.state !== "paid") {
    throw conflict(
      "The refund cannot be dismissed",
      "The customer is owed the money: refund it again, or record how it was paid back.",
    );
  }
  if (refund.state !== "failed" || refund !== refunds.at(-1)) {
    throw conflict("The refund cannot be dismissed", "It has not failed, or another followed it.");
  }
  if (refund.dismissalReason !== null) throw conflict("The refund is dismissed already");
  await dismissRefund(accountCtx.db, { ...refund, dismissalReason: reason });
  const { amount, currency } = refund;
  const data = { refund_id: refundId, amount, currency, reason };
  await recordAudit(accountCtx, {
    action: "payment.failed_refund_dismissed",
    subjectId: payment.id,
    data,
  });
}
