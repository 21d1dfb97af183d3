// Takes a session for one attempt to pay it: nobody else pays or expires it meanwhile.
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { newId } from "#core/id";
import type { Language } from "#core/language";
import { type Beneficiary, beneficiaryColumns } from "#domain/orders";
import { providerNamed, type Source } from "#gateways/payments";
import { askAt } from "./ask-at";
import { findObstacle, type Obstacle, sessionProvider } from "./find-obstacle";
import { ATTEMPT_WINDOW_MS, ATTEMPTS_PER_WINDOW, MAX_ATTEMPTS } from "./payment-rules";
import { findPayment, lockSession, lockStock, type Payment, savePayment } from "./payment-store";
import { asOf, type CheckoutSession } from "./rules";

export interface Customer {
  email: string;
  /** For whom the certificate is to be; null: as the shop has it. */
  beneficiary: Beneficiary | null;
  language: Language;
  /** Of the browser that sent this: only it is shown the address and why a card failed. */
  browserHash?: string | null;
}

export type Start =
  | { outcome: "started"; payment: Payment }
  /** Somebody else is paying it, or it is over. */
  | { outcome: "closed" }
  /** Nothing is charged: see `Obstacle`. */
  | { outcome: Obstacle }
  /** Too many attempts in a short time, or in all. */
  | { outcome: "wait" | "over" };

function firstPayment(session: CheckoutSession, now: Date): Payment {
  return {
    accountId: session.accountId,
    mode: session.mode as Payment["mode"],
    id: newId("payment"),
    checkoutSessionId: session.id,
    provider: sessionProvider(session, null),
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

/**
 * Begins an attempt to pay the session, if it is open and nobody is paying it. The attempt must go
 * on with `chargePayment`; one that does not is asked about by `reconcilePayments`.
 * @throws not-found
 */
export async function startPayment(
  ctx: Context,
  input: { sessionId: string; customer: Customer; sourceType: Source["type"] },
): Promise<Start> {
  const { db, now } = ctx;
  const accountId = await lockSession(db, input.sessionId);
  if (accountId === null) throw notFound("checkout session");
  const where = { accountId_id: { accountId, id: input.sessionId } };
  const row = await db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(now, row);
  if (session.state !== "open" || session.paying) return { outcome: "closed" };
  const known = await findPayment(db, accountId, session.id);
  const payment = attempt(known ?? firstPayment(session, now), now);
  const { provider } = payment;
  const owner = providerNamed(provider);
  // Above all, a card is for the test provider alone.
  const isItsOwn = owner.takes(payment.mode) && owner.checkout().form === input.sourceType;
  if (!isItsOwn) return { outcome: "no_provider" };
  if (payment.attempts > MAX_ATTEMPTS) return { outcome: "over" };
  if (payment.recentAttempts > ATTEMPTS_PER_WINDOW) return { outcome: "wait" };
  await lockStock(db, payment.mode);
  const obstacle = await findObstacle(ctx, { session, provider });
  if (obstacle !== null) return { outcome: obstacle };
  await savePayment(db, payment, { now, askAt: askAt(now, payment.state, payment) });
  const { email: customerEmail, beneficiary, language, browserHash = null } = input.customer;
  const details = { customerEmail, language, browserHash, ...beneficiaryColumns(beneficiary) };
  const data = { paying: true, provider, ...details };
  await db.prisma.checkoutSession.update({ where, data });
  return { outcome: "started", payment };
}
