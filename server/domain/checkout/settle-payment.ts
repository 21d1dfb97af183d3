// Applies a provider's status to payment, session and order in one transaction.
import type { Account, AccountContext, Context } from "#core/context";
import { randomBase62 } from "#core/crypto";
import type { Database } from "#core/db";
import { signalWork } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { storedPricePerTonne } from "#domain/catalogue";
import { emitEvents } from "#domain/events";
import { cancelPlacedOrder, getOrder, placeCheckoutOrder, releaseOrder } from "#domain/orders";
import { queueMails } from "#domain/queue";
import {
  type Failure,
  PaymentRefused,
  type PaymentStatus,
  payments,
  providerNamed,
} from "#gateways/payments";
import { matchableFromOf, withdrawalUntilOf } from "./buyer-terms";
import type { MailKind } from "./mail-copy";
import { sessionMail } from "./mails";
import { attachHold, followPayment } from "./payment-holds";
import {
  type Effect,
  type EffectiveState,
  effectiveStateOf,
  nextPollAfterMs,
  type PaymentState,
  providerStatusOf,
  type Transition,
  transitions,
} from "./payment-rules";
import {
  findPayment,
  lockSession,
  type Payment,
  savePayment,
  saveProviderPaymentId,
} from "./payment-store";
import { refundEvent, sessionEvent } from "./resource";
import { asOf, type CheckoutSession } from "./rules";

/** The time of the payment's next poll in this state; null where it needs none. */
export function nextPollAt(now: Date, state: EffectiveState, payment: Payment): Date | null {
  const { processingPollMs } = providerNamed(payment.provider);
  const ms = nextPollAfterMs(state, { ...payment, processingPollMs });
  return ms === null ? null : new Date(now.getTime() + ms);
}

async function orderState({ db }: Context, { accountId, orderId }: CheckoutSession) {
  if (orderId === null) return null;
  const where = { accountId_id: { accountId, id: orderId } };
  const { state } = await db.prisma.order.findUniqueOrThrow({ where, select: { state: true } });
  return state as "placed" | "fulfilled" | "cancelled";
}

/** Reads the payment's session and combines their states as of now. */
export async function findEffectiveState(
  ctx: Context,
  { accountId, checkoutSessionId, state }: Payment,
): Promise<{ session: CheckoutSession; effectiveState: EffectiveState }> {
  const where = { accountId_id: { accountId, id: checkoutSessionId } };
  const row = await ctx.db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(ctx.now, row);
  const effectiveState = effectiveStateOf(state, session.state, await orderState(ctx, session));
  return { session, effectiveState };
}

/** Mails that the customer gets when a payment enters a state. */
const mailsOfState: Partial<Record<PaymentState, readonly MailKind[]>> = {
  paid: ["receipt", "certificate"],
  failed: ["failure"],
  refunded: ["refund"],
};

/** The reason why an open or cancelled payment took no money. */
function failureOf(status: PaymentStatus, { state, failure }: Payment): string | null {
  if ((status.state === "open" || status.state === "cancelled") && status.failure) {
    return status.failure;
  }
  if (status.state !== "open" && status.state !== "cancelled") return null;
  const failures: Partial<Record<PaymentState, Failure>> = {
    confirming: "interrupted",
    requires_action: "not_confirmed",
    processing: "declined",
  };
  return failures[state] ?? failure;
}

function after(
  payment: Payment,
  transition: Transition,
  status: PaymentStatus,
  now: Date,
): Payment {
  const renewed = { providerPaymentId: null, intentNumber: payment.intentNumber + 1 };
  return {
    ...payment,
    ...(transition.effects.includes("renew") ? renewed : {}),
    state: transition.to,
    failure: failureOf(status, payment),
    refundedUsdCents: status.state === "paid" ? status.refundedCents : payment.refundedUsdCents,
    polls: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

/** Far more than anyone can guess. */
const WITHDRAWAL_KEY_LENGTH = 32;

/** Places the session's order. Returns the session's changes. */
async function complete(ctx: AccountContext, session: CheckoutSession, isPaid: boolean) {
  const orderId = await placeCheckoutOrder(ctx, {
    checkoutSessionId: session.id,
    awaitingPayment: !isPaid,
    matchableFrom: matchableFromOf(session, ctx.now),
    creditsExpectedBy: null,
    subaccountId: session.subaccountId,
    portfolioId: session.portfolioId,
    splitPortfolioId: session.splitPortfolioId,
    amountKg: session.amountKg,
    pricePerTonneCents: storedPricePerTonne(session),
    priceUsdCents: Number(session.priceUsdCents),
    description: session.description,
    callbackUrl: session.callbackUrl,
    beneficiaryName: session.beneficiaryName,
    beneficiaryMessage: session.beneficiaryMessage,
    beneficiaryUrl: session.beneficiaryUrl,
  });
  await attachHold(ctx, { session, orderId });
  await recordAudit(ctx, { action: "checkout_session.completed", subjectId: session.id });
  const withdrawalUntil = withdrawalUntilOf(session, ctx.now);
  const withdrawalKey = withdrawalUntil && randomBase62(WITHDRAWAL_KEY_LENGTH);
  const completed = { state: "complete", orderId, completedAt: ctx.now };
  return { ...completed, withdrawalUntil, withdrawalKey };
}

/** Applies the transition's effects to session and order. */
async function apply(
  ctx: AccountContext,
  session: CheckoutSession,
  transition: Transition,
): Promise<void> {
  const has = (effect: Effect) => transition.effects.includes(effect);
  const { orderId: id } = session;
  if (id !== null && has("release")) await releaseOrder(ctx, { id });
  if (id !== null && has("cancel")) {
    const reason = transition.to === "failed" ? "payment_failed" : "refunded";
    await cancelPlacedOrder(ctx, { order: await getOrder(ctx, { id }), reason });
  }
  const paying = transition.to === "confirming" || transition.to === "requires_action";
  const isOver = has("expire") && session.state !== "complete";
  const data = {
    paying,
    ...(isOver ? { state: "expired" } : {}),
    ...(has("complete") ? await complete(ctx, session, transition.to === "paid") : {}),
  };
  const where = { accountId_id: { accountId: session.accountId, id: session.id } };
  const { checkoutSession } = ctx.db.prisma;
  const { state } = await checkoutSession.findUniqueOrThrow({ where, select: { state: true } });
  const changed = asOf(ctx.now, await checkoutSession.update({ where, data }));
  if (has("complete")) await emitEvents(ctx, [sessionEvent(changed, "completed")]);
  // A session that had expired before has its event already.
  else if (isOver && state === "open") await emitEvents(ctx, [sessionEvent(changed, "expired")]);
}

function mailsOf(from: Payment, to: Payment) {
  // The page has already shown the failure of a payment that the provider never accepted.
  if (to.state === "failed" && from.state !== "processing") return [];
  const paysElsewhere = to.state === "processing" && from.state !== "processing";
  if (paysElsewhere && providerNamed(to.provider).instructions)
    return [sessionMail("instructions", to)];
  return (mailsOfState[to.state] ?? []).map((kind) => sessionMail(kind, to));
}

/**
 * Applies the provider's status to the payment as it was read. Returns false, without a change, where
 * the payment has changed since: then the status is outdated, and the provider must be polled again.
 */
export async function settlePayment(
  ctx: Context,
  input: { payment: Payment; status: PaymentStatus },
): Promise<boolean> {
  const { db, now } = ctx;
  const { payment: read, status } = input;
  const { accountId, checkoutSessionId } = read;
  await lockSession(db, checkoutSessionId);
  const payment = await findPayment(db, accountId, checkoutSessionId);
  if (!payment || payment.version !== read.version) return false;
  const { session, effectiveState } = await findEffectiveState(ctx, payment);
  const transition = transitions[effectiveState][providerStatusOf(status, payment.amountUsdCents)];
  const next = after(payment, transition, status, now);
  const isUnchanged =
    next.state === payment.state &&
    transition.effects.length === 0 &&
    next.failure === payment.failure &&
    next.refundedUsdCents === payment.refundedUsdCents;
  if (isUnchanged) {
    await savePayment(db, payment, { now, nextPollAt: nextPollAt(now, effectiveState, payment) });
    return true;
  }
  const account = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const own = { ...ctx, account: account as Account };
  await apply(own, session, transition);
  await followPayment(ctx, { session, payment: next });
  const nextState = next.state === payment.state ? effectiveState : next.state;
  // A failed payment could be tried again at the provider until it is cancelled there too.
  const mustCancel = next.state === "failed" && status.state === "open";
  await savePayment(db, next, {
    now,
    nextPollAt: mustCancel ? now : nextPollAt(now, nextState, next),
  });
  await queueMails(db, { mails: mailsOf(payment, next), now });
  if (next.state === "refunded" && payment.state !== "refunded") {
    await emitEvents(ctx, [refundEvent(next, session)]);
  }
  if (next.state !== payment.state) {
    await recordAudit(own, { action: `payment.${next.state}`, subjectId: payment.id });
  }
  signalWork();
  return true;
}

/** Tries while other processes keep changing the payment; then it is left to the next poll. */
const MAX_TRIES = 5;

/** The provider's id of a payment, or the payment's end where the provider refused to create it. */
type ProviderPayment = { id: string } | { ended: PaymentStatus };

/**
 * Returns the provider's id of the payment, which it creates there if needed. The id is stored before
 * any charge, so the outcome can always be polled.
 */
export async function ensureProviderPayment({
  database,
  payment,
}: {
  database: Database;
  payment: Payment;
}): Promise<ProviderPayment> {
  if (payment.providerPaymentId !== null) return { id: payment.providerPaymentId };
  const intent = {
    key: `${payment.checkoutSessionId}/payment-${payment.intentNumber}`,
    amountCents: payment.amountUsdCents,
    description: `Carbon credits, checkout session ${payment.checkoutSessionId}`,
    reference: payment.checkoutSessionId,
  };
  let id: string;
  try {
    id = await payments(database, payment).begin(intent);
  } catch (error) {
    // Nothing exists at the provider, so the session can be paid in another way.
    if (error instanceof PaymentRefused) {
      return { ended: { state: "cancelled", failure: "refused" } };
    }
    throw error;
  }
  if (await saveProviderPaymentId(database, payment, id)) return { id };
  throw new Error(`payment ${payment.id} has another id at its provider than ${id}`);
}

/** As `settlePayment`, in transactions of its own; polls again while the payment has changed since. */
export async function applyStatus(
  ctx: Context,
  input: { database: Database; payment: Payment; status: PaymentStatus },
): Promise<void> {
  const { database } = input;
  let { payment, status } = input;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = new Date();
    const isSettled = await database.transaction((db) =>
      settlePayment({ ...ctx, db, now }, { payment, status }),
    );
    if (isSettled) return;
    const current = await findPayment(database, payment.accountId, payment.checkoutSessionId);
    if (!current?.providerPaymentId) return;
    payment = current;
    status = await payments(database, payment).find(current.providerPaymentId);
  }
  ctx.log.warn(
    { event: "payment.not_settled", paymentId: payment.id },
    "payment changed too often to be settled; trying again later",
  );
}
