// Decisions about payments that need a person.
import { settlePayment } from "#checkout/payments/payment";
import { findPayment, lockSession, PAID, type Payment } from "#checkout/payments/store";
import { contextOfSession } from "#checkout/sessions/queries";
import type { AccountContext, Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { refundableCents } from "./rules";
import { createRefund } from "./settle-refunds";
import { findDisputes, findRefunds, type Refund, saveDismissal, saveDispute } from "./store";

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

interface OtherMeans {
  mode: Mode;
  /** Of the payment's checkout session. */
  id: string;
  /** Null: all that is left. */
  amountUsdCents: number | null;
  reason: string;
}

/**
 * Records that the operator paid the customer back by other means than the payment's provider.
 * @throws not-found; conflict if nothing is left to refund; invalid naming the amount
 */
export async function recordOtherRefund(ctx: Context, input: OtherMeans): Promise<Refund> {
  const own = await contextOfSession(ctx, input);
  const payment = await lockPayment(own, input.id);
  const rest = PAID.includes(payment.state) ? refundableCents(payment) : 0;
  const amountUsdCents = input.amountUsdCents ?? rest;
  if (rest === 0) throw conflict("Nothing is left to refund");
  if (amountUsdCents > rest) throw invalid("amount_usd_cents", `must be at most ${rest}`);
  const refund = { amountUsdCents, reason: input.reason, kind: "other_means" } as const;
  const row = await createRefund(own, { payment, refund: { ...refund, state: "succeeded" } });
  await settlePayment(own, { payment, status: null, created: [row] });
  return row;
}

interface Dismissal {
  mode: Mode;
  /** Of the payment's checkout session. */
  id: string;
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
  const own = await contextOfSession(ctx, input);
  const payment = await lockPayment(own, input.id);
  const refunds = await findRefunds(own.db, payment);
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
  await saveDismissal(own.db, refund, reason);
  const data = { refund_id: refundId, amount_usd_cents: refund.amountUsdCents, reason };
  await recordAudit(own, {
    action: "payment.failed_refund_dismissed",
    subjectId: payment.id,
    data,
  });
}
