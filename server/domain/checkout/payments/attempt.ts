// An attempt to charge a payment: its limits, its row, and its calls of the provider.
import type { CheckoutSession } from "#checkout/sessions/rules";
import { type Context, presentTime } from "#core/context";
import type { Database } from "#core/db";
import { newId } from "#core/id";
import {
  isOfOtherAccount,
  PaymentRefused,
  type PaymentStatus,
  type ProviderName,
  payments,
} from "#gateways/payments";
import { isBacked } from "./holds";
import { findSession, type Payment, saveProviderPaymentId } from "./store";

/** Limits of attempts per window and in all, against trying out stolen cards. */
export const ATTEMPTS_PER_WINDOW = 5;
export const ATTEMPT_WINDOW_MS = 60_000;
export const MAX_ATTEMPTS = 25;

/** The payment of a session before its first attempt. */
function firstPayment(session: CheckoutSession, provider: ProviderName, now: Date): Payment {
  return {
    accountId: session.accountId,
    mode: session.mode as Payment["mode"],
    id: newId("payment"),
    checkoutSessionId: session.id,
    provider,
    intentNumber: 1,
    providerPaymentId: null,
    providerAccount: null,
    providerMode: null,
    state: "open",
    failure: null,
    amount: Number(session.price),
    currency: session.currency,
    refunded: 0,
    refunding: 0,
    unapplied: 0,
    unappliedReturnedAt: null,
    fee: null,
    net: null,
    settlementCurrency: null,
    attempts: 0,
    recentAttempts: 0,
    recentSince: now,
    polls: 0,
    version: 0,
    updatedAt: now,
  };
}

/**
 * Moves the payment to another provider, whose earlier payment is cancelled already, or to another
 * account of its provider, whose payment is open and can no longer be confirmed here.
 */
function switchProvider(payment: Payment, provider: ProviderName): Payment {
  const isOther = isOfOtherAccount(payment);
  if (payment.provider === provider && !isOther) return payment;
  const providerPaymentId = isOther ? null : payment.providerPaymentId;
  const fresh = { providerPaymentId, providerAccount: null };
  return { ...payment, ...fresh, provider, intentNumber: payment.intentNumber + 1 };
}

interface Attempt {
  session: CheckoutSession;
  /** Null before the first attempt. */
  earlier: Payment | null;
  provider: ProviderName;
  now: Date;
}

/** The payment with one more attempt at the provider. */
export function nextAttempt({ session, earlier, provider, now }: Attempt): Payment {
  const payment = earlier
    ? switchProvider(earlier, provider)
    : firstPayment(session, provider, now);
  const isNewWindow = now.getTime() - payment.recentSince.getTime() >= ATTEMPT_WINDOW_MS;
  return {
    ...payment,
    state: "confirming",
    failure: null,
    attempts: payment.attempts + 1,
    recentAttempts: isNewWindow ? 1 : payment.recentAttempts + 1,
    recentSince: isNewWindow ? now : payment.recentSince,
    polls: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

/**
 * Creates the payment at the provider, if it is not there yet. Returns its id there, which is stored
 * before any charge, so the outcome can always be polled; or its end where the provider refused it.
 */
export async function beginPayment({
  database,
  payment,
}: {
  database: Database;
  payment: Payment;
}): Promise<{ id: string; ended: null } | { id: null; ended: PaymentStatus }> {
  if (payment.providerPaymentId !== null) return { id: payment.providerPaymentId, ended: null };
  const intent = {
    // Providers show keys to their users, so it must not contain the session's ID.
    key: `${payment.id}/begin-${payment.intentNumber}`,
    amount: payment.amount,
    currency: payment.currency,
    // Without the session's ID, with which anyone could open its page.
    description: `Carbon credits, payment ${payment.id}`,
    reference: payment.checkoutSessionId,
    descriptor: await findSellerName(database, await findSession(database, payment)),
  };
  let id: string;
  try {
    id = await payments(database, payment).begin(intent);
  } catch (error) {
    // Nothing exists at the provider, so the session can be paid in another way.
    if (error instanceof PaymentRefused) {
      return { id: null, ended: { state: "cancelled", failure: "refused" } };
    }
    throw error;
  }
  if (await saveProviderPaymentId(database, payment, id)) return { id, ended: null };
  throw new Error(`payment ${payment.id} has another id at its provider than ${id}`);
}

interface ChargingCall {
  database: Database;
  payment: Payment;
  /** Of the payment at the provider. */
  id: string;
  call: () => Promise<PaymentStatus>;
}

/**
 * Makes a call after which the payment may be charged. If its stock is gone, cancels the payment
 * instead, unless it is charged already.
 */
export async function unlessSoldOut(ctx: Context, input: ChargingCall): Promise<PaymentStatus> {
  const { database, payment, id, call } = input;
  if (await isBacked({ ...ctx, db: database, now: presentTime(ctx) }, payment)) return call();
  const status = await payments(database, payment).cancel(id);
  return status.state === "cancelled" ? { state: "cancelled", failure: "sold_out" } : status;
}

/** Name of the session's subaccount, or else of its account. */
export async function findSellerName(
  { prisma }: Pick<Database, "prisma">,
  { accountId, subaccountId: id }: Pick<CheckoutSession, "accountId" | "subaccountId">,
): Promise<string> {
  const where = id === null ? null : { accountId_id: { accountId, id } };
  const subaccount = where && (await prisma.subaccount.findUnique({ where }));
  if (subaccount) return subaccount.name;
  return (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).name;
}
