// Settles what a provider says: what follows from it for payment, session and order at once.
import type { Account, AccountContext, Context } from "#core/context";
import type { Database } from "#core/db";
import { signalWork } from "#core/workers";
import { recordAudit } from "#domain/accounts";
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
import type { MailKind } from "./mail-copy";
import { sessionMail } from "./mails";
import {
  askAfterMs,
  type Effect,
  type Move,
  moves,
  type PaymentState,
  type Situation,
  situationOf,
  wordOf,
} from "./payment-rules";
import { findPayment, lockSession, namePayment, type Payment, savePayment } from "./payment-store";
import { refundEvent, sessionEvent } from "./resource";
import { asOf, type CheckoutSession } from "./rules";

/** The moment of the next question about the payment in this situation; null: none is needed. */
export function askAt(now: Date, situation: Situation, payment: Payment): Date | null {
  const { processingPollMs } = providerNamed(payment.provider);
  const ms = askAfterMs(situation, { ...payment, processingPollMs });
  return ms === null ? null : new Date(now.getTime() + ms);
}

async function orderState({ db }: Context, { accountId, orderId }: CheckoutSession) {
  if (orderId === null) return null;
  const where = { accountId_id: { accountId, id: orderId } };
  const { state } = await db.prisma.order.findUniqueOrThrow({ where, select: { state: true } });
  return state as "placed" | "fulfilled" | "cancelled";
}

/** The situation that the payment is in as of now, and its session. */
export async function findSituation(
  ctx: Context,
  { accountId, checkoutSessionId, state }: Payment,
): Promise<{ session: CheckoutSession; situation: Situation }> {
  const where = { accountId_id: { accountId, id: checkoutSessionId } };
  const row = await ctx.db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(ctx.now, row);
  const situation = situationOf(state, session.state, await orderState(ctx, session));
  return { session, situation };
}

/** What the customer is told when a payment comes to a state. */
const mailsOfState: Partial<Record<PaymentState, readonly MailKind[]>> = {
  paid: ["receipt", "certificate"],
  failed: ["failure"],
  refunded: ["refund"],
};

/** Why a payment that the provider has open, or has ended, took no money. */
function failureOf(status: PaymentStatus, { state, failure }: Payment): string | null {
  if ((status.state === "open" || status.state === "cancelled") && status.failure) {
    return status.failure;
  }
  if (status.state !== "open" && status.state !== "cancelled") return null;
  const words: Partial<Record<PaymentState, Failure>> = {
    confirming: "interrupted",
    requires_action: "not_confirmed",
    processing: "declined",
  };
  return words[state] ?? failure;
}

function after(payment: Payment, move: Move, status: PaymentStatus, now: Date): Payment {
  const renewed = { providerPaymentId: null, intentNumber: payment.intentNumber + 1 };
  return {
    ...payment,
    ...(move.effects.includes("renew") ? renewed : {}),
    state: move.to,
    failure: failureOf(status, payment),
    refundedUsdCents: status.state === "paid" ? status.refundedCents : payment.refundedUsdCents,
    asked: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

/** Places the order that the session comes to. Returns what it changes of the session. */
async function complete(ctx: AccountContext, session: CheckoutSession, isPaid: boolean) {
  const orderId = await placeCheckoutOrder(ctx, {
    checkoutSessionId: session.id,
    awaitingPayment: !isPaid,
    subaccountId: session.subaccountId,
    portfolioId: session.portfolioId,
    splitPortfolioId: session.splitPortfolioId,
    amountKg: session.amountKg,
    pricePerKgUsdCents: session.pricePerKgUsdCents,
    priceUsdCents: Number(session.priceUsdCents),
    description: session.description,
    callbackUrl: session.callbackUrl,
    beneficiaryName: session.beneficiaryName,
    beneficiaryMessage: session.beneficiaryMessage,
    beneficiaryUrl: session.beneficiaryUrl,
  });
  await recordAudit(ctx, { action: "checkout_session.completed", subjectId: session.id });
  return { state: "complete", orderId, completedAt: ctx.now };
}

/** Does to session and order what the move asks for. */
async function apply(ctx: AccountContext, session: CheckoutSession, move: Move): Promise<void> {
  const has = (effect: Effect) => move.effects.includes(effect);
  const { orderId: id } = session;
  if (id !== null && has("release")) await releaseOrder(ctx, { id });
  if (id !== null && has("cancel")) {
    const reason = move.to === "failed" ? "payment_failed" : "refunded";
    await cancelPlacedOrder(ctx, { order: await getOrder(ctx, { id }), reason });
  }
  const paying = move.to === "confirming" || move.to === "requires_action";
  const isOver = has("expire") && session.state !== "complete";
  const data = {
    paying,
    ...(isOver ? { state: "expired" } : {}),
    ...(has("complete") ? await complete(ctx, session, move.to === "paid") : {}),
  };
  const where = { accountId_id: { accountId: session.accountId, id: session.id } };
  const { checkoutSession } = ctx.db.prisma;
  const { state } = await checkoutSession.findUniqueOrThrow({ where, select: { state: true } });
  const changed = asOf(ctx.now, await checkoutSession.update({ where, data }));
  if (has("complete")) await emitEvents(ctx, [sessionEvent(changed, "completed")]);
  // Where its time was over before, that was an event already.
  else if (isOver && state === "open") await emitEvents(ctx, [sessionEvent(changed, "expired")]);
}

function mailsOf(from: Payment, to: Payment) {
  // Whoever was never asked for money, or was told on the page that none was taken, gets no mail.
  if (to.state === "failed" && from.state !== "processing") return [];
  const paysElsewhere = to.state === "processing" && from.state !== "processing";
  if (paysElsewhere && providerNamed(to.provider).instructions)
    return [sessionMail("instructions", to)];
  return (mailsOfState[to.state] ?? []).map((kind) => sessionMail(kind, to));
}

/**
 * Takes in what the provider said of the payment as it was `seen`. Returns false, having changed
 * nothing, where the payment has changed since: then the word is old, and the provider is to be
 * asked again.
 */
export async function settlePayment(
  ctx: Context,
  input: { seen: Payment; status: PaymentStatus },
): Promise<boolean> {
  const { db, now } = ctx;
  const { seen, status } = input;
  const { accountId, checkoutSessionId } = seen;
  await lockSession(db, checkoutSessionId);
  const payment = await findPayment(db, accountId, checkoutSessionId);
  if (!payment || payment.version !== seen.version) return false;
  const { session, situation } = await findSituation(ctx, payment);
  const move = moves[situation][wordOf(status, payment.amountUsdCents)];
  const next = after(payment, move, status, now);
  const isOld = next.state === payment.state && move.effects.length === 0;
  if (
    isOld &&
    next.failure === payment.failure &&
    next.refundedUsdCents === payment.refundedUsdCents
  ) {
    await savePayment(db, payment, { now, askAt: askAt(now, situation, payment) });
    return true;
  }
  const account = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const own = { ...ctx, account: account as Account };
  await apply(own, session, move);
  const then = next.state === payment.state ? situation : next.state;
  // What failed in the end could be tried again at the provider until it is ended there, too.
  const isToEnd = next.state === "failed" && status.state === "open";
  await savePayment(db, next, { now, askAt: isToEnd ? now : askAt(now, then, next) });
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

/** Somebody else settled the payment meanwhile so often that there is no use in going on. */
const MOST_TRIES = 5;

/** The provider's id of a payment, or how it ended because the provider will not begin it. */
type Begun = { id: string } | { ended: PaymentStatus };

/**
 * The provider's id of the payment, begun there if it was not. Money is asked for only by an id that
 * is written down first: whatever is lost later, it can be found out what became of it.
 */
export async function beginPayment({
  database,
  payment,
}: {
  database: Database;
  payment: Payment;
}): Promise<Begun> {
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
    // Nothing was begun, so nothing can be taken: the session is free to be paid in another way.
    if (error instanceof PaymentRefused) {
      return { ended: { state: "cancelled", failure: "refused" } };
    }
    throw error;
  }
  if (await namePayment(database, payment, id)) return { id };
  throw new Error(`payment ${payment.id} goes by another name than ${id} by now`);
}

/**
 * Settles the provider's status of the payment as it was `seen`. Where the payment has changed since,
 * the provider is asked again, and that is settled.
 */
export async function applyStatus(
  ctx: Context,
  input: { database: Database; seen: Payment; status: PaymentStatus },
): Promise<void> {
  const { database } = input;
  let { seen, status } = input;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const now = new Date();
    const isSettled = await database.transaction((db) =>
      settlePayment({ ...ctx, db, now }, { seen, status }),
    );
    if (isSettled) return;
    const fresh = await findPayment(database, seen.accountId, seen.checkoutSessionId);
    if (!fresh?.providerPaymentId) return;
    seen = fresh;
    status = await payments(database, seen).find(fresh.providerPaymentId);
  }
  ctx.log.warn(
    { event: "payment.not_settled", paymentId: seen.id },
    "payment changed too often to be settled; trying again later",
  );
}
