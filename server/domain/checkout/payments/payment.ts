// One attempt to pay a session: the provider is called between two transactions.

import { type Buyer, buyerColumns } from "#checkout/sessions/buyer-terms";
import { type CheckoutBlocker, methodsOf } from "#checkout/sessions/payment-methods";
import { asOf, type CheckoutSession, enteredColumns } from "#checkout/sessions/rules";
import { saleTaxColumn } from "#checkout/sessions/sale-terms";
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { appUrl } from "#core/env";
import { notFound } from "#core/errors";
import { newId } from "#core/id";
import type { Language } from "#core/language";
import { isSuspended } from "#domain/accounts";
import { type Beneficiary, beneficiaryColumns } from "#domain/orders";
import {
  isOfOtherAccount,
  type ProviderName,
  ProviderUnavailable,
  payments,
  type Source,
} from "#gateways/payments";
import { holdForPayment } from "./holds";
import { ensureProviderPayment, unlessSoldOut } from "./provider-payment";
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_WINDOW,
  LOST_RESPONSE_POLL_MS,
  MAX_ATTEMPTS,
} from "./rules";
import { applyStatus, nextPollAt } from "./settle-payment";
import { findPayment, lockSession, type Payment, savePayment, schedulePoll } from "./store";

export interface Customer {
  /** Null: the address that the integrator set. */
  email: string | null;
  /** The name on the certificate; null: as the shop set it. */
  beneficiary: Beneficiary | null;
  language: Language;
  /** Hash of this browser's cookie. Only this browser sees the address and a card's failure again. */
  browserHash?: string | null;
  /** Null where the seller has no profile. */
  buyer?: Buyer | null;
}

type Start =
  | { outcome: "started"; payment: Payment }
  /** Another customer is paying the session, or it is complete or expired. */
  | { outcome: "closed" }
  /** It cannot be paid now, and nothing was charged. */
  | { outcome: CheckoutBlocker }
  /** Too many attempts in a short time, or in all. */
  | { outcome: "wait" | "over" }
  /** Another provider has a payment of it, which must be cancelled first. */
  | { outcome: "elsewhere"; payment: Payment };

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
    amountUsdCents: Number(session.priceUsdCents),
    refundedUsdCents: 0,
    refundingUsdCents: 0,
    unappliedUsdCents: 0,
    unappliedReturnedAt: null,
    feeUsdCents: null,
    netUsdCents: null,
    attempts: 0,
    recentAttempts: 0,
    recentSince: now,
    polls: 0,
    version: 0,
    updatedAt: now,
  };
}

function attempt(payment: Payment, now: Date): Payment {
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

interface StartInput {
  sessionId: string;
  customer: Customer;
  /** Default: the session's own provider. */
  provider?: ProviderName | null;
  sourceType: Source["type"];
}

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
  const known = await findPayment(db, accountId, session.id);
  const methods = methodsOf(session, known);
  const method = methods.find(({ name }) => name === (input.provider ?? methods[0]?.name));
  // Card data must never reach a real provider.
  if (method?.checkout().form !== input.sourceType) return { outcome: "no_provider" };
  if (await isSuspended(ctx, session)) return { outcome: "no_provider" };
  // Two providers could both charge the session.
  if (known && known.provider !== method.name && known.providerPaymentId !== null) {
    return { outcome: "elsewhere", payment: known };
  }
  const base = known ? switchProvider(known, method.name) : firstPayment(session, method.name, now);
  const payment = attempt(base, now);
  if (payment.attempts > MAX_ATTEMPTS) return { outcome: "over" };
  if (payment.recentAttempts > ATTEMPTS_PER_WINDOW) return { outcome: "wait" };
  const supply = await holdForPayment(ctx, session);
  if (supply === null) return { outcome: "no_stock" };
  await savePayment(ctx, payment, {
    nextPollAt: nextPollAt(now, payment.state, payment),
  });
  const { email, beneficiary, language, browserHash = null, buyer = null } = input.customer;
  const details = {
    ...(email !== null && { customerEmail: email, emailEntered: true }),
    ...{ language, browserHash },
    ...enteredColumns(session, beneficiaryColumns(beneficiary)),
    ...buyerColumns(buyer, { language, now }),
    ...(await saleTaxColumn(ctx, { session, buyer })),
  };
  const { creditsExpectedBy } = supply;
  const provider = session.provider ?? payment.provider;
  const data = { paying: true, provider, creditsExpectedBy, ...details };
  await db.prisma.checkoutSession.update({ where, data });
  return { outcome: "started", payment };
}

/**
 * Charges the payment once and applies the provider's status. Where the response is lost or cannot be
 * stored, `reconcilePayments` polls for the outcome. Never throws.
 */
async function chargePayment(
  ctx: Context,
  input: { database: Database; payment: Payment; source: Source },
): Promise<void> {
  const { database, payment, source } = input;
  const gateway = payments(database, payment);
  const returnUrl = `${appUrl()}/checkout/${payment.checkoutSessionId}`;
  try {
    const created = await ensureProviderPayment({ database, payment });
    const key = `${payment.id}/attempt-${payment.attempts}`;
    const confirm = (id: string) => {
      const call = () => gateway.confirm(id, { key, source, returnUrl });
      return unlessSoldOut(ctx, { database, payment, id, call });
    };
    const status = "ended" in created ? created.ended : await confirm(created.id);
    await applyStatus(ctx, { database, payment, status });
  } catch (error) {
    // There may have been a charge: the customer must not see an error and pay again.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: payment.id },
      "charge outcome unknown; polling the provider",
    );
    const soon = new Date(Date.now() + LOST_RESPONSE_POLL_MS);
    await schedulePoll(database, payment, soon).catch((reason: unknown) =>
      ctx.log.error(
        { event: "payment.poll_not_advanced", err: reason, paymentId: payment.id },
        "could not poll the provider at once; the payment is polled when it is due",
      ),
    );
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
 * Pays an open session, or returns the reason why it was not tried. The session's page shows the
 * outcome of the attempt. Runs transactions of its own.
 * @throws not-found
 */
export async function payCheckoutSession(
  ctx: Context,
  input: Omit<StartInput, "sourceType"> & { database: Database; source: Source },
): Promise<Exclude<Start["outcome"], "elsewhere"> | "busy"> {
  const { database, source, ...wish } = input;
  const start = async (): Promise<Start | { outcome: "busy" }> => {
    try {
      return await database.transaction((db) =>
        startPayment({ ...ctx, db }, { ...wish, sourceType: source.type }),
      );
    } catch (error) {
      // An import keeps the stock locked; nothing was charged.
      if (isLockTimeout(error)) return { outcome: "busy" };
      throw error;
    }
  };
  let attempted = await start();
  if (attempted.outcome === "elsewhere") {
    const isCancelled = await cancelElsewhere(ctx, { database, payment: attempted.payment });
    if (isCancelled) attempted = await start();
  }
  // The customer switched back at once, or the earlier provider is unavailable.
  if (attempted.outcome === "elsewhere") return "busy";
  if (attempted.outcome !== "started") return attempted.outcome;
  await chargePayment(ctx, { database, payment: attempted.payment, source });
  return attempted.outcome;
}

type Decision = "approve" | "refuse" | null;

/** The payment's status after its customer's decision. At a real provider that is made there. */
function statusOf(database: Database, payment: Payment, id: string, decision: Decision) {
  const calls = payments(database, payment);
  if (!calls.decide || decision === null) return calls.find(id);
  return calls.decide(id, decision === "approve");
}

/**
 * Settles a payment that waits for its customer's confirmation; ignores any other. `decision` is set
 * where our page asks for the confirmation. Runs transactions of its own.
 * @throws not-found
 */
export async function confirmPayment(
  ctx: Context,
  input: { database: Database; sessionId: string; decision: Decision },
): Promise<void> {
  const { database, sessionId, decision } = input;
  const session = await database.prisma.checkoutSession.findFirst({ where: { id: sessionId } });
  if (!session) throw notFound("checkout session");
  const payment = await findPayment(database, session.accountId, sessionId);
  if (payment?.state !== "requires_action" || payment.providerPaymentId === null) return;
  try {
    const id = payment.providerPaymentId;
    const call = () => statusOf(database, payment, id, decision);
    const status = await unlessSoldOut(ctx, { database, payment, id, call });
    await applyStatus(ctx, { database, payment, status });
  } catch (error) {
    // The page still asks for the confirmation, and the job polls the provider.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: payment.id },
      "charge outcome unknown; polling the provider",
    );
  }
}
