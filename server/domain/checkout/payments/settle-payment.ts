// Applies a provider's status to payment, session and order in one transaction.

import type { MailKind } from "#checkout/mails/copy";
import { refundMail, sessionMail } from "#checkout/mails/mails";
import { findAlerts } from "#checkout/mails/merchant-mails";
import { refundableCents } from "#checkout/refunds/rules";
import {
  createRefund,
  type RefundResults,
  type SettledMoney,
  settleRefunds,
} from "#checkout/refunds/settle-refunds";
import type { Refund } from "#checkout/refunds/store";
import { asOf, type CheckoutSession } from "#checkout/sessions/rules";
import { type Account, type AccountContext, type Context, presentTime } from "#core/context";
import type { Database } from "#core/db";
import { signalWork } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { lockOrderState, setOrderRefund } from "#domain/orders";
import { queueMails } from "#domain/queue";
import { type Failure, type PaymentStatus, payments, providerNamed } from "#gateways/payments";
import { applyTransition } from "./changes";
import { findOrderSupply, followPayment } from "./holds";
import { bookFee } from "./movements";
import { nextPollAfterMs } from "./poll-rules";
import { paymentEvents } from "./resource";
import {
  type EffectiveState,
  effectiveStateOf,
  type PaymentState,
  providerStatusOf,
  type Transition,
  transitions,
} from "./rules";
import { findPayment, lockSession, type Payment, savePayment } from "./store";

/** The time of the payment's next poll in this state; null where it needs none. */
export function nextPollAt(now: Date, state: EffectiveState, payment: Payment): Date | null {
  const { processingPollMs } = providerNamed(payment.provider);
  const ms = nextPollAfterMs(state, { ...payment, processingPollMs });
  return ms === null ? null : new Date(now.getTime() + ms);
}

async function orderState(ctx: Context, { accountId, orderId }: CheckoutSession) {
  if (orderId === null) return null;
  const { db } = ctx;
  const where = { accountId_id: { accountId, id: orderId } };
  const { state } = await db.prisma.order.findUniqueOrThrow({ where, select: { state: true } });
  return state as "placed" | "fulfilled" | "cancelled";
}

/** Reads the payment's session and combines their states as of now. */
export async function findEffectiveState(
  ctx: Context,
  input: { payment: Payment; readOrderState?: typeof orderState },
): Promise<{ session: CheckoutSession; effectiveState: EffectiveState }> {
  const { payment, readOrderState = orderState } = input;
  const { accountId, checkoutSessionId, state } = payment;
  const where = { accountId_id: { accountId, id: checkoutSessionId } };
  const row = await ctx.db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(ctx.now, row);
  const order = await readOrderState(ctx, session);
  const effectiveState = effectiveStateOf(state, session.state, order);
  return { session, effectiveState };
}

/** Mails that the customer gets when a payment enters a state. */
const mailsOfState: Partial<Record<PaymentState, readonly MailKind[]>> = {
  paid: ["receipt", "certificate"],
  failed: ["failure"],
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

type Change = Pick<SettledMoney, "refundedUsdCents" | "refundingUsdCents"> & {
  transition: Transition;
  /** Null if the provider was not asked. */
  status: PaymentStatus | null;
};

function after(payment: Payment, change: Change, now: Date): Payment {
  const { transition, status, refundedUsdCents, refundingUsdCents } = change;
  const renewed = { providerPaymentId: null, intentNumber: payment.intentNumber + 1 };
  const paid = status?.state === "paid" ? status : null;
  return {
    ...payment,
    ...(transition.effects.includes("renew") ? renewed : {}),
    state: transition.to,
    failure: status ? failureOf(status, payment) : payment.failure,
    ...{ refundedUsdCents, refundingUsdCents },
    feeUsdCents: paid?.feeCents ?? payment.feeUsdCents,
    netUsdCents: paid?.netCents ?? payment.netUsdCents,
    polls: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

const settledColumns = [
  ...(["state", "failure", "refundedUsdCents", "refundingUsdCents"] as const),
  ...(["feeUsdCents", "netUsdCents"] as const),
];

function isUnchanged(payment: Payment, next: Payment, transition: Transition): boolean {
  const isSame = settledColumns.every((column) => next[column] === payment[column]);
  return isSame && transition.effects.length === 0;
}

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
async function announce(
  ctx: AccountContext,
  {
    from,
    to,
    session,
    money,
  }: { from: Payment; to: Payment; session: CheckoutSession; money: SettledMoney },
): Promise<void> {
  const { settled, changedDisputes } = money;
  const succeeded = settled.filter(({ state }) => state === "succeeded");
  // The bank has returned the money of a lost dispute: no refund is missing.
  const reported = settled.filter(({ failure }) => failure !== "charged_back");
  const refundMails = reported.map((refund) => refundMail(to, refund));
  const isReturned = settled.length + changedDisputes.length > 0;
  const alerts = isReturned ? await findAlerts(ctx, { payment: to, money }) : [];
  const mails = [...mailsOf(from, to), ...refundMails, ...alerts];
  await queueMails(ctx.db, { mails, now: ctx.now });
  const events = paymentEvents(to, session, { refunds: succeeded, disputes: changedDisputes });
  // One by one, because each gets the payment's next number.
  for (const event of events) await emitEvents(ctx, [event]);
  if (to.state !== from.state) {
    await recordAudit(ctx, { action: `payment.${to.state}`, subjectId: to.id });
  }
}

export interface Settlement {
  /** As it was read. */
  payment: Payment;
  /** Null if only its refunds or disputes have changed here. */
  status: PaymentStatus | null;
  results?: RefundResults;
  /** Refunds that were recorded in the same transaction. */
  created?: readonly Refund[];
}

/** States of a payment that never had money: it has no refunds and no disputes. */
const unpaidStates: readonly PaymentState[] = [
  "open",
  "confirming",
  "requires_action",
  "processing",
];

const nothingReturned: SettledMoney = {
  refundedUsdCents: 0,
  refundingUsdCents: 0,
  dispute: null,
  settled: [],
  changedDisputes: [],
};

/** Settles refunds and disputes, unless neither can exist yet, as at a first payment. */
async function settleReturns(
  ctx: AccountContext,
  payment: Payment,
  { status, results = new Map(), created = [] }: Settlement,
): Promise<SettledMoney> {
  const paid = status?.state === "paid" ? status : null;
  const isReported = paid !== null && (paid.refundedCents > 0 || paid.disputes.length > 0);
  const isKnown = !unpaidStates.includes(payment.state) || created.length + results.size > 0;
  if (!isReported && !isKnown) return nothingReturned;
  const money = await settleRefunds(ctx, { payment, status: paid, results });
  return { ...money, settled: [...created, ...money.settled] };
}

async function findTransition(ctx: AccountContext, payment: Payment, input: Settlement) {
  const { status } = input;
  const { session, effectiveState } = await findEffectiveState(ctx, {
    payment,
    // Matching must not fulfill the order at the same time.
    readOrderState: async (_ctx, { orderId }) =>
      orderId === null ? null : lockOrderState(ctx, { id: orderId }),
  });
  const money = await settleReturns(ctx, payment, input);
  const { refundedUsdCents: refundedCents, dispute } = money;
  const facts = { amountCents: payment.amountUsdCents, refundedCents, dispute };
  const providerStatus = providerStatusOf(status?.state ?? "paid", facts);
  const transition = transitions[effectiveState][providerStatus];
  if (!transition.effects.includes("complete")) {
    return { session, effectiveState, money, transition };
  }
  const supply = await findOrderSupply(ctx, session);
  if (supply) return { session: { ...session, ...supply }, effectiveState, money, transition };
  return { session, effectiveState, money, transition: transitions.uncovered[providerStatus] };
}

/** The time of the next poll after a settlement. */
function pollAfter(now: Date, state: EffectiveState, next: Payment, status: PaymentStatus | null) {
  // A failed payment could be tried again at the provider until it is cancelled there too.
  if (next.state === "failed" && status?.state === "open") return now;
  const regular = nextPollAt(now, state, next);
  const hintMs = status?.state === "paid" ? status.pollAfterMs : undefined;
  if (hintMs === undefined) return regular;
  const hinted = new Date(now.getTime() + hintMs);
  return regular && regular < hinted ? regular : hinted;
}

/**
 * Applies the provider's status to the payment as it was read. Returns false, without a change, where
 * the payment has changed since: then the status is outdated, and the provider must be polled again.
 */
export async function settlePayment(ctx: Context, input: Settlement): Promise<boolean> {
  const { db } = ctx;
  const { payment: read, status } = input;
  const { accountId, checkoutSessionId } = read;
  await lockSession(db, checkoutSessionId);
  const payment = await findPayment(db, accountId, checkoutSessionId);
  if (!payment || payment.version !== read.version) return false;
  const account = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const own = { ...ctx, account: account as Account };
  const { now } = own;
  const { session, effectiveState, money, transition } = await findTransition(own, payment, input);
  let next = after(payment, { ...money, transition, status }, now);
  if (isUnchanged(payment, next, transition) && money.changedDisputes.length === 0) {
    const nextPollAt = pollAfter(now, effectiveState, payment, status);
    await savePayment(own, payment, { nextPollAt });
    return true;
  }
  const { orderId } = await applyTransition(own, { session, transition });
  await followPayment(own, { session, payment: next });
  const rest = transition.effects.includes("refund") ? refundableCents(next) : 0;
  if (rest > 0) {
    const refund = { amountUsdCents: rest, reason: null, kind: "late_payment" } as const;
    await createRefund(own, { payment, refund: { ...refund, state: "pending" } });
    next = { ...next, refundingUsdCents: next.refundingUsdCents + rest };
  }
  const nextState = next.state === payment.state ? effectiveState : next.state;
  await savePayment(own, next, { nextPollAt: pollAfter(now, nextState, next, status) });
  if (next.feeUsdCents !== payment.feeUsdCents) await bookFee(own, next);
  await announce(own, { from: payment, to: next, session, money });
  if (next.refundedUsdCents !== payment.refundedUsdCents && orderId !== null) {
    await setOrderRefund(own, { id: orderId, refundedUsdCents: next.refundedUsdCents });
  }
  signalWork();
  return true;
}

/** Tries while other processes keep changing the payment; then it is left to the next poll. */
const MAX_TRIES = 5;

/** As `settlePayment`, in transactions of its own; polls again while the payment has changed since. */
export async function applyStatus(
  ctx: Context,
  input: Settlement & { database: Database; status: PaymentStatus },
): Promise<void> {
  const { database, results } = input;
  let { payment, status } = input;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const now = presentTime(ctx);
    const isSettled = await database.transaction((db) =>
      settlePayment({ ...ctx, db, now }, { payment, status, ...(results && { results }) }),
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
