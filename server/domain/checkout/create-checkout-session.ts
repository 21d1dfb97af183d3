// Opens a checkout session, and with it locks the price that its customer will pay.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db-errors";
import { forbidden, invalid, Problem } from "#core/errors";
import { newSecretId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { type Offer, priceOf, resolveOffer } from "#domain/catalogue";
import { beneficiaryColumns } from "#domain/orders";
import {
  type ProviderName,
  providerNamed,
  providerOf,
  providersFor,
  setupHints,
} from "#gateways/payments";
import { findCoveredKg } from "./methods";
import { asOf, type CheckoutSession, MIN_PRICE_CENTS } from "./rules";
import type { CreateCheckoutSession as Body } from "./schema";
import { LIFETIME_MS } from "./timeout-rules";

interface CreateCheckoutSession extends Omit<Body, "notification_config"> {
  subaccountId: string | null;
  /** As `requireCallbackUrl` gave it: looking it up is no work for a transaction. */
  callbackUrl: string | null;
  customerEmail: string | null;
}

/** The session's whole price, in cents. @throws invalid `amount_kg` where nobody can charge it */
function requirePrice(
  amountKg: number,
  { pricePerKgCents }: Offer,
  providers: readonly { maxCents: number }[],
): number {
  const priceCents = priceOf(amountKg, pricePerKgCents);
  const mostCents = Math.max(...providers.map(({ maxCents }) => maxCents));
  if (priceCents >= MIN_PRICE_CENTS && priceCents <= mostCents) return priceCents;
  const isLittle = priceCents < MIN_PRICE_CENTS;
  throw invalid(
    "amount_kg",
    `costs ${priceCents} cents at ${pricePerKgCents} cents per kg: ` +
      (isLittle ? `the minimum is ${MIN_PRICE_CENTS} cents` : `the maximum is ${mostCents} cents`),
    isLittle ? "too-small" : "too-large",
  );
}

/** @throws insufficient-stock saying what there is */
async function requireStock(ctx: AccountContext, amountKg: number, offer: Offer): Promise<void> {
  const { portfolioId, splitPortfolioId } = offer;
  const { mode } = ctx.account;
  const availableKg = await findCoveredKg(ctx, { mode, portfolioId, splitPortfolioId, amountKg });
  if (availableKg >= amountKg) return;
  throw new Problem("insufficient-stock", {
    detail: `Only ${availableKg} kg of portfolio ${portfolioId} can be sold now, not ${amountKg} kg.`,
    availableKg,
  });
}

function requireProvider({ account }: AccountContext): ProviderName {
  const provider = providerOf(account.mode);
  if (provider) return provider;
  throw forbidden(
    `Cannot create a ${account.mode} checkout session`,
    `No payment provider is set up for ${account.mode} accounts here: ${setupHints(account.mode).join("; or ")}.`,
  );
}

/**
 * Opens a session of the context's account at the price of the checkout channel.
 * @throws invalid naming the field; invalid-subaccount; forbidden where nobody can take the money;
 *   insufficient-stock
 */
export async function createCheckoutSession(
  ctx: AccountContext,
  input: CreateCheckoutSession,
): Promise<CheckoutSession> {
  const provider = requireProvider(ctx);
  const offer = await resolveOffer(ctx, {
    portfolioId: input.portfolio_id ?? null,
    subaccountId: input.subaccountId,
    channel: "checkout",
  });
  const priceCents = requirePrice(
    input.amount_kg,
    offer,
    providersFor(ctx.account.mode, providerNamed(provider)),
  );
  await requireStock(ctx, input.amount_kg, offer);
  const data = {
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    provider,
    id: newSecretId("checkoutSession"),
    subaccountId: input.subaccountId,
    portfolioId: offer.portfolioId,
    splitPortfolioId: offer.splitPortfolioId,
    amountKg: input.amount_kg,
    pricePerKgUsdCents: offer.pricePerKgCents,
    priceUsdCents: priceCents,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url,
    description: input.description ?? null,
    callbackUrl: input.callbackUrl,
    ...beneficiaryColumns(input.beneficiary ?? null),
    customerEmail: input.customerEmail,
    state: "open",
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + LIFETIME_MS),
  };
  try {
    const row = await ctx.db.prisma.checkoutSession.create({ data });
    await recordAudit(ctx, { action: "checkout_session.created", subjectId: row.id });
    return asOf(ctx.now, row);
  } catch (error) {
    // The subaccount was deleted since it was looked up: the foreign key held.
    if (isForeignKeyViolation(error)) throw new Problem("invalid-subaccount", { cause: error });
    throw error;
  }
}
