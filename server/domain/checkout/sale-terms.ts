// Price and limits of a sale at an account's checkout, before there is a session.
import type { AccountContext } from "#core/context";
import { forbidden } from "#core/errors";
import { requireActive } from "#domain/accounts";
import { kgForTotal, type Offer, resolveOffer } from "#domain/catalogue";
import { requireMerchant } from "#domain/merchants";
import {
  type ProviderName,
  providerNamed,
  providerOf,
  providersFor,
  setupHints,
} from "#gateways/payments";
import { findBackOrderDay, findCoveredKg } from "./payment-holds";
import { MIN_PRICE_CENTS } from "./rules";

/** The provider of a new session. @throws forbidden */
export function requireProvider({ account }: AccountContext): ProviderName {
  const provider = providerOf(account.mode);
  if (provider) return provider;
  throw forbidden(
    `Cannot create a ${account.mode} checkout session`,
    `No payment provider is set up for ${account.mode} accounts here: ${setupHints(account.mode).join("; or ")}.`,
  );
}

/** Highest price that a provider can charge for a session. */
export function mostCentsOf({ account }: AccountContext, provider: ProviderName): number {
  const providers = providersFor(account.mode, providerNamed(provider));
  return Math.max(...providers.map(({ maxCents }) => maxCents));
}

/** Fewest and most kg whose price a provider can charge. */
export function chargeableKg(offer: Offer, mostCents: number) {
  return {
    leastKg: kgForTotal(offer, MIN_PRICE_CENTS - 1) + 1,
    mostKg: kgForTotal(offer, mostCents),
  };
}

export interface SaleTerms {
  offer: Offer;
  /** Fewest and most kg that can be charged. */
  leastKg: number;
  mostKg: number;
  /** The part of the amount that a new buyer could get from stock now. */
  availableKg: number;
  /** The day by which credits beyond stock come; null if the account does not sell them. */
  creditsExpectedBy: Date | null;
}

/**
 * Terms of a sale of up to this amount, as of now.
 * @throws invalid `portfolio_id`; invalid-subaccount; forbidden if the account cannot sell
 */
export async function findSaleTerms(
  ctx: AccountContext,
  input: { portfolioId: string | null; subaccountId: string | null; amountKg: number },
): Promise<SaleTerms> {
  requireActive(ctx);
  await requireMerchant(ctx);
  const mostCents = mostCentsOf(ctx, requireProvider(ctx));
  const { amountKg, ...chosen } = input;
  const offer = await resolveOffer(ctx, { ...chosen, channel: "checkout" });
  const { portfolioId, splitPortfolioId } = offer;
  const { id: accountId, mode } = ctx.account;
  const availableKg = await findCoveredKg(ctx, { mode, portfolioId, splitPortfolioId, amountKg });
  const creditsExpectedBy = await findBackOrderDay(ctx, { accountId });
  return { offer, ...chargeableKg(offer, mostCents), availableKg, creditsExpectedBy };
}
