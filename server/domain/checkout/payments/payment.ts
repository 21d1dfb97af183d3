// Start, charge, settle. `polls.ts` repairs what is lost between the transactions.
import { refundable } from "#checkout/refunds/rules";
import { NO_RETURNS, type RefundResults, settleReturns } from "#checkout/refunds/settle-refunds";
import { createRefund, type Refund } from "#checkout/refunds/store";
import { checkoutUrl } from "#checkout/sessions/resource";
import { asOf, buyerColumns, enteredColumns } from "#checkout/sessions/rules";
import { findSessionTax, saleTaxColumn } from "#checkout/sessions/sale-tax";
import { type CheckoutBlocker, methodsOf } from "#checkout/sessions/sale-terms";
import type { Customer } from "#checkout/sessions/sessions";
import { type Account, type AccountContext, type Context, presentTime } from "#core/context";
import type { Database } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { notFound } from "#core/errors";
import { signalWork } from "#core/workers";
import { isSuspended } from "#domain/accounts";
import { beneficiaryColumns, lockOrderState, setOrderRefund } from "#domain/orders";
import {
  type PaymentStatus,
  type ProviderName,
  ProviderUnavailable,
  payments,
  type Source,
} from "#gateways/payments";
import {
  ATTEMPTS_PER_WINDOW,
  beginPayment,
  MAX_ATTEMPTS,
  nextAttempt,
  unlessSoldOut,
} from "./attempt";
import {
  announce,
  applyTransition,
  isUnchanged,
  nextPollAt,
  pollAfter,
  settledPayment,
} from "./changes";
import { findOrderSupply, followPayment, holdForPayment } from "./holds";
import { effectiveStateOf, LOST_RESPONSE_POLL_MS, providerStatusOf, transitions } from "./rules";
import {
  bookFee,
  findPayment,
  findSession,
  lockSession,
  PAID,
  type Payment,
  savePayment,
  schedulePoll,
} from "./store";

interface StartInput {
  sessionId: string;
  customer: Customer;
  /** Default: the session's own provider. */
  provider?: ProviderName | null;
  source: Pick<Source, "type">;
}

type Start =
  | { outcome: "started"; payment: Payment }
  /** Another customer is paying the session, or it is complete or expired. */
  | { outcome: "closed" }
  /** It cannot be paid now, and nothing was charged. */
  | { outcome: CheckoutBlocker }
  /** The seller refuses consumers of a country that no tax rule covers. */
  | { outcome: "refused" }
  /** Too many attempts in a short time, or in all. */
  | { outcome: "wait" | "over" }
  /** Another provider has a payment of it, which must be cancelled first. */
  | { outcome: "elsewhere"; payment: Payment };

/**
 * Starts an attempt to pay the session, if it is open and not being paid. The caller then calls
 * `chargePayment`; if it never does, `reconcilePayments` polls the payment.
 * @throws not-found
 */
export async function startPayment(ctx: Context, input: StartInput): Promise<Start> {
  const { db, now } = ctx;
  const accountId = await lockSession(db, input.sessionId);
  if (accountId === null) throw notFound("checkout session");
  const where = { accountId_id: { accountId, id: input.sessionId } };
  const row = await db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(now, row);
  if (session.state !== "open" || session.paying) return { outcome: "closed" };
  const earlier = await findPayment(db, accountId, session.id);
  const methods = methodsOf(session, earlier);
  const method = methods.find(({ name }) => name === (input.provider ?? methods[0]?.name));
  // Card data must never reach a real provider.
  if (method?.checkout().form !== input.source.type) return { outcome: "no_provider" };
  if (await isSuspended(ctx, session)) return { outcome: "no_provider" };
  // Two providers could both charge the session.
  if (earlier && earlier.provider !== method.name && earlier.providerPaymentId !== null) {
    return { outcome: "elsewhere", payment: earlier };
  }
  const payment = nextAttempt({ session, earlier, provider: method.name, now });
  if (payment.attempts > MAX_ATTEMPTS) return { outcome: "over" };
  if (payment.recentAttempts > ATTEMPTS_PER_WINDOW) return { outcome: "wait" };
  const { email, beneficiary, language, browserHash = null, buyer = null } = input.customer;
  const { tax, isRefused } = await findSessionTax(ctx, { session, buyer });
  if (isRefused) return { outcome: "refused" };
  const supply = await holdForPayment(ctx, session);
  if (supply === null) return { outcome: "no_stock" };
  await savePayment(ctx, payment, { nextPollAt: nextPollAt(now, payment.state, payment) });
  const data = {
    paying: true,
    provider: session.provider ?? payment.provider,
    creditsExpectedBy: supply.creditsExpectedBy,
    ...(email !== null && { customerEmail: email, emailEntered: true }),
    ...{ language, browserHash },
    ...enteredColumns(session, beneficiaryColumns(beneficiary)),
    ...buyerColumns(buyer, { language, now }),
    ...saleTaxColumn(tax),
  };
  await db.prisma.checkoutSession.update({ where, data });
  return { outcome: "started", payment };
}

/**
 * Pays an open session, or returns the reason why it was not tried. The session's page shows the
 * outcome of the attempt. Runs transactions of its own.
 * @throws not-found
 */
export async function payCheckoutSession(
  ctx: Context,
  input: StartInput & { database: Database; source: Source },
): Promise<Exclude<Start["outcome"], "elsewhere"> | "busy"> {
  const { database, source } = input;
  const start = () => database.transaction((db) => startPayment({ ...ctx, db }, input));
  try {
    let started = await start();
    if (started.outcome === "elsewhere") {
      if (!(await cancelElsewhere(ctx, { database, payment: started.payment }))) return "busy";
      started = await start();
    }
    // The customer switched back at once.
    if (started.outcome === "elsewhere") return "busy";
    if (started.outcome === "started") {
      await chargePayment(ctx, { database, payment: started.payment, source });
    }
    return started.outcome;
  } catch (error) {
    // An import keeps the stock locked; nothing was charged.
    if (isLockTimeout(error)) return "busy";
    throw error;
  }
}

/** Cancels the payment at its earlier provider. Returns false if that provider is unavailable. */
async function cancelElsewhere(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<boolean> {
  try {
    const status = await payments(database, payment).cancel(payment.providerPaymentId ?? "");
    await applyStatus(ctx, { database, payment, status });
    return true;
  } catch (error) {
    ctx.log.warn(
      { event: "payment.switch_failed", err: error, paymentId: payment.id },
      "previous provider did not cancel its payment",
    );
    return false;
  }
}

/**
 * Charges the payment once and applies the provider's status. Where the response is lost or cannot be
 * stored, `reconcilePayments` polls for the outcome. Never throws.
 */
async function chargePayment(
  ctx: Context,
  { database, payment, source }: { database: Database; payment: Payment; source: Source },
): Promise<void> {
  try {
    const { id, ended } = await beginPayment({ database, payment });
    if (ended) return await applyStatus(ctx, { database, payment, status: ended });
    const key = `${payment.id}/attempt-${payment.attempts}`;
    const returnUrl = checkoutUrl(payment.checkoutSessionId);
    const call = () => payments(database, payment).confirm(id, { key, source, returnUrl });
    const status = await unlessSoldOut(ctx, { database, payment, id, call });
    await applyStatus(ctx, { database, payment, status });
  } catch (error) {
    // There may have been a charge: the customer must not see an error and pay again.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: payment.id },
      "charge outcome unknown; polling the provider",
    );
    const at = new Date(Date.now() + LOST_RESPONSE_POLL_MS);
    await schedulePoll(database, { ...payment, at }).catch((reason: unknown) =>
      ctx.log.error(
        { event: "payment.poll_not_advanced", err: reason, paymentId: payment.id },
        "could not poll the provider at once; the payment is polled when it is due",
      ),
    );
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

/**
 * Applies the provider's status to the payment as it was read. Returns false, without a change, where
 * the payment has changed since: then the status is outdated, and the provider must be polled again.
 */
export async function settlePayment(ctx: Context, input: Settlement): Promise<boolean> {
  const { db, now } = ctx;
  const { status } = input;
  const { accountId, checkoutSessionId, version } = input.payment;
  await lockSession(db, checkoutSessionId);
  const payment = await findPayment(db, accountId, checkoutSessionId);
  if (!payment || payment.version !== version) return false;
  const account = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const accountCtx = { ...ctx, account: account as Account };
  const change = await findTransition(accountCtx, payment, input);
  const { session, effectiveState, returns, transition } = change;
  let settled = settledPayment(payment, { ...returns, transition, status }, now);
  if (isUnchanged(payment, settled, transition) && returns.changedDisputes.length === 0) {
    const nextPollAt = pollAfter(now, effectiveState, payment, status);
    await savePayment(accountCtx, payment, { nextPollAt });
    return true;
  }
  const { orderId } = await applyTransition(accountCtx, { session, transition });
  await followPayment(accountCtx, { session, payment: settled });
  const lateAmount = transition.effects.includes("refund") ? refundable(settled) : 0;
  if (lateAmount > 0) {
    const refund = { amount: lateAmount, reason: null, kind: "late_payment" } as const;
    await createRefund(accountCtx, { payment, refund: { ...refund, state: "pending" } });
    settled = { ...settled, refunding: settled.refunding + lateAmount };
  }
  const state = settled.state === payment.state ? effectiveState : settled.state;
  const nextPollAt = pollAfter(now, state, settled, status);
  await savePayment(accountCtx, settled, { nextPollAt });
  if (settled.fee !== payment.fee) await bookFee(accountCtx, settled);
  await announce(accountCtx, { from: payment, to: settled, session, returns });
  if (settled.refunded !== payment.refunded && orderId !== null) {
    await setOrderRefund(accountCtx, { id: orderId, refunded: settled.refunded });
  }
  signalWork();
  return true;
}

/** The transition that the status causes, after the refunds and disputes that came with it. */
async function findTransition(ctx: AccountContext, payment: Payment, input: Settlement) {
  const { status, results = new Map(), created = [] } = input;
  const session = asOf(ctx.now, await findSession(ctx.db, payment));
  const { orderId: id } = session;
  // Matching must not fulfill the order at the same time.
  const orderState = id === null ? null : await lockOrderState(ctx, { id });
  const effectiveState = effectiveStateOf(payment.state, session.state, orderState);
  const paid = status?.state === "paid" ? status : null;
  const isReported = paid !== null && (paid.refunded > 0 || paid.disputes.length > 0);
  const mayExist = isReported || PAID.includes(payment.state) || created.length + results.size > 0;
  const report = { payment, status: paid, results, created };
  const returns = mayExist ? await settleReturns(ctx, report) : NO_RETURNS;
  const { refunded, dispute } = returns;
  const facts = { amount: payment.amount, refunded, dispute };
  const providerStatus = providerStatusOf(status?.state ?? "paid", facts);
  const transition = transitions[effectiveState][providerStatus];
  const change = { session, effectiveState, returns, transition };
  if (!transition.effects.includes("complete")) return change;
  const supply = await findOrderSupply(ctx, session);
  if (supply) return { ...change, session: { ...session, ...supply } };
  return { ...change, transition: transitions.uncovered[providerStatus] };
}

/** Tries while other processes keep changing the payment; then it is left to the next poll. */
const MAX_SETTLE_TRIES = 5;

/** As `settlePayment`, in transactions of its own; polls again while the payment has changed since. */
export async function applyStatus(
  ctx: Context,
  input: Settlement & { database: Database; status: PaymentStatus },
): Promise<void> {
  const { database, results } = input;
  let { payment, status } = input;
  for (let tries = 0; tries < MAX_SETTLE_TRIES; tries += 1) {
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
