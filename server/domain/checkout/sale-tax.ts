// The tax within the price of a sale, and its share in refunds.
import type { Context } from "#core/context";
import { NO_JSON } from "#core/db";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import { type Tax, taxInGross, taxOf } from "#domain/tax";
import type { Buyer } from "./buyer-terms";
import type { CheckoutSession } from "./rules";

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
