// The customer pays: one attempt, with the calls to the provider between two transactions.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { appUrl } from "#core/env";
import { notFound } from "#core/errors";
import { newId } from "#core/id";
import type { Language } from "#core/language";
import { type Beneficiary, beneficiaryColumns } from "#domain/orders";
import { type ProviderName, ProviderUnavailable, payments, type Source } from "#gateways/payments";
import { type CheckoutBlocker, findObstacle, methodsOf } from "./methods";
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_WINDOW,
  LOST_ANSWER_MS,
  MAX_ATTEMPTS,
} from "./payment-rules";
import {
  askSoon,
  findPayment,
  lockSession,
  lockStock,
  type Payment,
  savePayment,
} from "./payment-store";
import { asOf, type CheckoutSession } from "./rules";
import { applyStatus, askAt, beginPayment } from "./settle-payment";

export interface Customer {
  email: string;
  /** For whom the certificate is to be; null: as the shop has it. */
  beneficiary: Beneficiary | null;
  language: Language;
  /** Of the browser that sent this: only it is shown the address and why a card failed. */
  browserHash?: string | null;
}

type Start =
  | { outcome: "started"; payment: Payment }
  /** Somebody else is paying it, or it is over. */
  | { outcome: "closed" }
  /** Nothing is charged: see `CheckoutBlocker`. */
  | { outcome: CheckoutBlocker }
  /** Too many attempts in a short time, or in all. */
  | { outcome: "wait" | "over" }
  /** Another provider has an attempt of it, which must be ended first. */
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
    state: "open",
    failure: null,
    amountUsdCents: Number(session.priceUsdCents),
    refundedUsdCents: 0,
    attempts: 0,
    recentAttempts: 0,
    recentSince: now,
    asked: 0,
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
    asked: 0,
    version: payment.version + 1,
    updatedAt: now,
  };
}

/** The payment as another provider begins it: what the one before began is ended. */
function movedTo(payment: Payment, provider: ProviderName): Payment {
  if (payment.provider === provider) return payment;
  return { ...payment, provider, intentNumber: payment.intentNumber + 1 };
}

interface StartInput {
  sessionId: string;
  customer: Customer;
  /** Null: the session's own provider. */
  provider?: ProviderName | null;
  sourceType: Source["type"];
}

/**
 * Begins an attempt to pay the session, if it is open and nobody is paying it. The attempt must go
 * on with `chargePayment`; one that does not is polled by `reconcilePayments`.
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
  // Above all, a card is for the test provider alone.
  if (method?.checkout().form !== input.sourceType) return { outcome: "no_provider" };
  // Two providers must never be able to take the money of one session.
  if (known && known.provider !== method.name && known.providerPaymentId !== null) {
    return { outcome: "elsewhere", payment: known };
  }
  const begun = known ? movedTo(known, method.name) : firstPayment(session, method.name, now);
  const payment = attempt(begun, now);
  if (payment.attempts > MAX_ATTEMPTS) return { outcome: "over" };
  if (payment.recentAttempts > ATTEMPTS_PER_WINDOW) return { outcome: "wait" };
  await lockStock(db, payment.mode);
  const blocker = await findObstacle(ctx, { session, methods });
  if (blocker !== null) return { outcome: blocker };
  await savePayment(db, payment, { now, askAt: askAt(now, payment.state, payment) });
  const { email: customerEmail, beneficiary, language, browserHash = null } = input.customer;
  const details = { customerEmail, language, browserHash, ...beneficiaryColumns(beneficiary) };
  const data = { paying: true, provider: session.provider ?? payment.provider, ...details };
  await db.prisma.checkoutSession.update({ where, data });
  return { outcome: "started", payment };
}

/**
 * Charges the payment once and settles what the provider says. Where its answer is lost, or cannot
 * be written down, the payment stays as it is, and `reconcilePayments` finds out. Never throws.
 */
async function chargePayment(
  ctx: Context,
  input: { database: Database; payment: Payment; source: Source },
): Promise<void> {
  const { database, payment, source } = input;
  const gateway = payments(database, payment);
  const returnUrl = `${appUrl()}/checkout/${payment.checkoutSessionId}`;
  try {
    const begun = await beginPayment({ database, payment });
    const key = `${payment.checkoutSessionId}/attempt-${payment.attempts}`;
    const status =
      "ended" in begun ? begun.ended : await gateway.confirm(begun.id, { key, source, returnUrl });
    await applyStatus(ctx, { database, seen: payment, status });
  } catch (error) {
    // Whatever went wrong, there may have been a charge: nobody is to see an error, nor pay again.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: payment.id },
      "charge outcome unknown; polling the provider",
    );
    const soon = new Date(Date.now() + LOST_ANSWER_MS);
    await askSoon(database, payment, soon).catch((reason: unknown) =>
      ctx.log.error(
        { event: "payment.poll_not_advanced", err: reason, paymentId: payment.id },
        "could not poll the provider at once; the payment is polled when it is due",
      ),
    );
  }
}

/** Ends what another provider began, and settles it. Returns whether the provider answered. */
async function endElsewhere(
  ctx: Context,
  { database, payment }: { database: Database; payment: Payment },
): Promise<boolean> {
  try {
    const status = await payments(database, payment).cancel(payment.providerPaymentId ?? "");
    await applyStatus(ctx, { database, seen: payment, status });
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
 * Pays an open session, or says why it was not tried. What came of it is on the session's page,
 * whichever of several attempts at once came first. Runs transactions of its own.
 * @throws not-found
 */
export async function payCheckoutSession(
  ctx: Context,
  input: Omit<StartInput, "sourceType"> & { database: Database; source: Source },
): Promise<Exclude<Start["outcome"], "elsewhere"> | "busy"> {
  const { database, source, ...wish } = input;
  const start = () =>
    database.transaction((db) =>
      startPayment({ ...ctx, db }, { ...wish, sourceType: source.type }),
    );
  let started = await start();
  if (started.outcome === "elsewhere") {
    const isEnded = await endElsewhere(ctx, { database, payment: started.payment });
    started = isEnded ? await start() : started;
  }
  // Somebody began with the other provider again, or that one does not answer.
  if (started.outcome === "elsewhere") return "busy";
  if (started.outcome !== "started") return started.outcome;
  await chargePayment(ctx, { database, payment: started.payment, source });
  return started.outcome;
}

type Answer = "approve" | "refuse" | null;

function statusOf(database: Database, payment: Payment, id: string, answer: Answer) {
  const calls = payments(database, payment);
  // Elsewhere the customer answers the provider itself, and we ask what became of it.
  if (!calls.answer || answer === null) return calls.find(id);
  return calls.answer(id, answer === "approve");
}

/**
 * Settles a payment that the customer was to confirm; any other is left as it is. `answer` is the
 * customer's own answer, where the page itself asks for it. Runs transactions of its own.
 * @throws not-found
 */
export async function confirmPayment(
  ctx: Context,
  input: { database: Database; sessionId: string; answer: Answer },
): Promise<void> {
  const { database, sessionId, answer } = input;
  const session = await database.prisma.checkoutSession.findFirst({ where: { id: sessionId } });
  if (!session) throw notFound("checkout session");
  const seen = await findPayment(database, session.accountId, sessionId);
  if (seen?.state !== "requires_action" || seen.providerPaymentId === null) return;
  try {
    const status = await statusOf(database, seen, seen.providerPaymentId, answer);
    await applyStatus(ctx, { database, seen, status });
  } catch (error) {
    // The page says that it is still to be confirmed, and the provider is asked again by the job.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level](
      { event: "payment.outcome_unknown", err: error, paymentId: seen.id },
      "charge outcome unknown; polling the provider",
    );
  }
}
