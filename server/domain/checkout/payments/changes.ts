// Changes of a settlement: the payment's row, its session and order, mails and events.
import type { MailKind } from "#checkout/mails/copy";
import { refundMail, sessionMail } from "#checkout/mails/mails";
import { findAlerts } from "#checkout/mails/seller-mails";
import type { Returns } from "#checkout/refunds/settle-refunds";
import { sessionEvent } from "#checkout/sessions/resource";
import {
  asOf,
  type CheckoutSession,
  matchableFromOf,
  withdrawalUntilOf,
} from "#checkout/sessions/rules";
import type { AccountContext } from "#core/context";
import { randomBase62 } from "#core/crypto";
import type { Language } from "#core/language";
import { recordAudit } from "#domain/accounts";
import { findBrand } from "#domain/brands";
import { storedPricePerTonne } from "#domain/catalogue";
import { emitEvents } from "#domain/events";
import {
  cancelPlacedOrder,
  getOrder,
  holdOrder,
  placeCheckoutOrder,
  releaseOrder,
} from "#domain/orders";
import { queueMails } from "#domain/queue";
import { type Failure, type PaymentStatus, providerNamed } from "#gateways/payments";
import { attachHold } from "./holds";
import { paymentEvents } from "./resource";
import {
  type Effect,
  type EffectiveState,
  nextPollAfterMs,
  type PaymentState,
  type Transition,
} from "./rules";
import { recordCreditNotes, recordInvoice } from "./sale-documents";
import type { Payment } from "./store";

/** The time of the payment's next poll in this state; null where it needs none. */
export function nextPollAt(now: Date, state: EffectiveState, payment: Payment): Date | null {
  const { processingPollMs } = providerNamed(payment.provider);
  const ms = nextPollAfterMs(state, { ...payment, processingPollMs });
  return ms === null ? null : new Date(now.getTime() + ms);
}

/** The time of the next poll after a settlement. */
export function pollAfter(
  now: Date,
  state: EffectiveState,
  next: Payment,
  status: PaymentStatus | null,
) {
  // A failed payment could be tried again at the provider until it is cancelled there too.
  if (next.state === "failed" && status?.state === "open") return now;
  const regular = nextPollAt(now, state, next);
  const hintMs = status?.state === "paid" ? status.pollAfterMs : undefined;
  if (hintMs === undefined) return regular;
  const hinted = new Date(now.getTime() + hintMs);
  return regular && regular < hinted ? regular : hinted;
}

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

interface Change extends Pick<Returns, "refunded" | "refunding"> {
  transition: Transition;
  /** Null if the provider was not asked. */
  status: PaymentStatus | null;
}

/** The payment after a settlement. */
export function settledPayment(payment: Payment, change: Change, now: Date): Payment {
  const { transition, status, refunded, refunding } = change;
  const renewed = { providerPaymentId: null, intentNumber: payment.intentNumber + 1 };
  const paid = status?.state === "paid" ? status : null;
  return {
    ...payment,
    ...(transition.effects.includes("renew") ? renewed : {}),
    state: transition.to,
    failure: status ? failureOf(status, payment) : payment.failure,
    ...{ refunded, refunding },
    fee: paid?.fee ?? payment.fee,
    net: paid?.net ?? payment.net,
    settlementCurrency: paid?.settlementCurrency ?? payment.settlementCurrency,
    polls: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

const settledColumns = [
  ...(["state", "failure", "refunded", "refunding"] as const),
  ...(["fee", "net"] as const),
];

export function isUnchanged(payment: Payment, next: Payment, transition: Transition): boolean {
  const isSame = settledColumns.every((column) => next[column] === payment[column]);
  return isSame && transition.effects.length === 0;
}

/** Far more than anyone can guess. */
const WITHDRAWAL_KEY_LENGTH = 32;

/** Places the session's order. Returns the session's changes. */
async function complete(ctx: AccountContext, session: CheckoutSession, isPaid: boolean) {
  const orderId = await placeCheckoutOrder(ctx, {
    checkoutSessionId: session.id,
    awaitingPayment: !isPaid,
    matchableFrom: matchableFromOf(session, ctx.now),
    creditsExpectedBy: session.creditsExpectedBy?.toISOString().slice(0, 10) ?? null,
    subaccountId: session.subaccountId,
    portfolioId: session.portfolioId,
    splitPortfolioId: session.splitPortfolioId,
    amountKg: session.amountKg,
    pricePerTonne: storedPricePerTonne(session),
    price: Number(session.price),
    metadata: session.metadata,
    description: session.description,
    callbackUrl: session.callbackUrl,
    beneficiaryName: await beneficiaryNameOf(ctx, session),
    beneficiaryMessage: session.beneficiaryMessage,
    beneficiaryUrl: session.beneficiaryUrl,
  });
  await attachHold(ctx, { session, orderId });
  await recordAudit(ctx, { action: "checkout_session.completed", subjectId: session.id });
  const withdrawalUntil = withdrawalUntilOf(session, ctx.now);
  const withdrawalKey = withdrawalUntil && randomBase62(WITHDRAWAL_KEY_LENGTH);
  const { creditsExpectedBy } = session;
  const completed = { state: "complete", orderId, completedAt: ctx.now, creditsExpectedBy };
  return { ...completed, withdrawalUntil, withdrawalKey };
}

/** Applies the transition's effects to session and order. Returns the session after them. */
export async function applyTransition(
  ctx: AccountContext,
  input: { session: CheckoutSession; transition: Transition },
): Promise<CheckoutSession> {
  const { session, transition } = input;
  const has = (effect: Effect) => transition.effects.includes(effect);
  const { orderId: id } = session;
  if (id !== null && has("release")) await releaseOrder(ctx, { id });
  if (id !== null && has("hold")) await holdOrder(ctx, { id });
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
  return changed;
}

/** The beneficiary on the certificate of a customer who entered no name. */
export const unnamedCustomer: Record<Language, (shop: string) => string> = {
  en: (shop) => `a customer of ${shop}`,
  de: (shop) => `Kundschaft von ${shop}`,
  fr: (shop) => `un client de ${shop}`,
  es: (shop) => `un cliente de ${shop}`,
};

/** Name on the certificate; null names the seller, as it chose. */
async function beneficiaryNameOf(
  ctx: AccountContext,
  session: CheckoutSession,
): Promise<string | null> {
  if (session.beneficiaryName !== null) return session.beneficiaryName;
  const { name, isNamedForCustomers } = await findBrand(ctx, session);
  return isNamedForCustomers ? null : unnamedCustomer[session.language as Language](name);
}

/** Mails that the customer gets when a payment enters a state. */
const mailsOfState: Partial<Record<PaymentState, readonly MailKind[]>> = {
  paid: ["receipt", "certificate"],
  failed: ["failure"],
};

function mailsOf(from: Payment, to: Payment) {
  // The page has already shown the failure of a payment that the provider never accepted.
  if (to.state === "failed" && from.state !== "processing") return [];
  const paysElsewhere = to.state === "processing" && from.state !== "processing";
  if (paysElsewhere && providerNamed(to.provider).instructions)
    return [sessionMail("instructions", to)];
  if (to.state === from.state) return [];
  const isTransfer = providerNamed(to.provider).manualActions !== undefined;
  if (to.state === "failed" && isTransfer) return [sessionMail("transfer-failed", to)];
  return (mailsOfState[to.state] ?? []).map((kind) => sessionMail(kind, to));
}

/** Queues mails and emits events for the settlement, and records it. */
export async function announce(
  ctx: AccountContext,
  input: { from: Payment; to: Payment; session: CheckoutSession; returns: Returns },
): Promise<void> {
  const { from, to, session, returns } = input;
  const { settled, changedDisputes } = returns;
  const succeeded = settled.filter(({ state }) => state === "succeeded");
  // The bank has returned the money of a lost dispute: no refund is missing.
  const reported = settled.filter(({ failure }) => failure !== "charged_back");
  const refundMails = reported.map((refund) => refundMail(to, refund));
  const isReturned = settled.length + changedDisputes.length > 0;
  // Before the mails, which state them.
  if (to.state === "paid" && from.state !== "paid") await recordInvoice(ctx, session);
  await recordCreditNotes(ctx, { session, refunds: succeeded });
  const alerts = isReturned ? await findAlerts(ctx, { payment: to, returns }) : [];
  const mails = [...mailsOf(from, to), ...refundMails, ...alerts];
  await queueMails(ctx.db, { mails, now: ctx.now });
  const events = isReturned
    ? paymentEvents(to, session, { refunds: succeeded, disputes: changedDisputes })
    : [];
  // One by one, because each gets the payment's next number.
  for (const event of events) await emitEvents(ctx, [event]);
  if (to.state !== from.state) {
    await recordAudit(ctx, { action: `payment.${to.state}`, subjectId: to.id });
  }
}
