import { matchableFromOf, withdrawalUntilOf } from "#checkout/sessions/buyer-terms";
import { sessionEvent } from "#checkout/sessions/resource";
import { asOf, type CheckoutSession } from "#checkout/sessions/rules";
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
import { attachHold } from "./holds";
import type { Effect, Transition } from "./rules";

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
    pricePerTonneCents: storedPricePerTonne(session),
    priceUsdCents: Number(session.priceUsdCents),
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
