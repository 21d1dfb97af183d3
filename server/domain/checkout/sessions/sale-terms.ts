// Price and limits of a sale at an account's checkout, before there is a session.

import { findBackOrderDay, findCoveredKg } from "#checkout/payments/holds";
import type { AccountContext, Context } from "#core/context";
import { NO_JSON } from "#core/db";
import { forbidden } from "#core/errors";
import { requireActive } from "#domain/accounts";
import { kgForTotal, type Offer, resolveOffer } from "#domain/catalogue";
import { findMerchantProfile, type MerchantProfile, requireMerchant } from "#domain/merchants";
import { type Tax, taxInGross, taxOf } from "#domain/tax";
import {
  type ProviderName,
  providerNamed,
  providerOf,
  providersFor,
  setupHints,
} from "#gateways/payments";
import type { Buyer } from "./buyer-terms";
import type { CheckoutSession } from "./rules";

/** Minimum price of a session: below it, Stripe takes no payment in US dollars. */
export const MIN_PRICE_CENTS = 50;

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

// The tax within the price of a sale, and its share in refunds.
type BuyerKind = Pick<Buyer, "country" | "isBusiness">;

interface Sale {
  profile: MerchantProfile | null;
  buyer: BuyerKind | null;
  priceUsdCents: bigint | number;
  on: Date;
}

/** The tax by the rules in force; null without a rule, a profile or a country. */
export async function findSaleTax(ctx: Context, input: Sale): Promise<Tax | null> {
  const { profile, buyer, on } = input;
  if (!profile?.countryCode || buyer === null) return null;
  return taxOf(ctx, {
    sellerCountry: profile.countryCode,
    buyerCountry: buyer.country,
    isBusiness: buyer.isBusiness,
    on,
    amountCents: Number(input.priceUsdCents),
    isInclusive: true,
  });
}

/** Id of the rule by which an open session's price includes tax; null without a rule. */
export async function findTaxRule(
  ctx: Context,
  input: { sessionId: string; buyer: BuyerKind },
): Promise<string | null> {
  const { buyer } = input;
  const where = { id: input.sessionId };
  const session = await ctx.db.prisma.checkoutSession.findFirst({ where });
  if (!session) return null;
  const { accountId, priceUsdCents } = session;
  const profile = await findMerchantProfile(ctx, { accountId });
  return (await findSaleTax(ctx, { profile, buyer, priceUsdCents, on: ctx.now }))?.ruleId ?? null;
}

/** The column that keeps the tax of a payment, whatever becomes of the rules. */
export async function saleTaxColumn(
  ctx: Context,
  { session, buyer }: { session: CheckoutSession; buyer: BuyerKind | null },
) {
  const { accountId, priceUsdCents } = session;
  const profile = buyer && (await findMerchantProfile(ctx, { accountId }));
  const tax = await findSaleTax(ctx, { profile, buyer, priceUsdCents, on: ctx.now });
  return { saleTax: tax ? { ...tax } : NO_JSON };
}

/**
 * The tax of a session as it was shown before paying; null if none was. Statements read the same
 * column.
 */
export function paidTaxOf({ saleTax }: Pick<CheckoutSession, "saleTax">): Tax | null {
  return saleTax as unknown as Tax | null;
}

/**
 * The tax within a refund that follows others. The taxes of all refunds add up to the tax of the
 * price.
 */
export function taxInRefund(
  { rateBasisPoints }: Pick<Tax, "rateBasisPoints">,
  { cents, beforeCents }: { cents: number; beforeCents: number },
): number {
  const upTo = (sum: number) => taxInGross(sum, rateBasisPoints);
  return upTo(beforeCents + cents) - upTo(beforeCents);
}
