// The tax within the price of a sale, and its share in refunds.
import type { Context } from "#core/context";
import { NO_JSON } from "#core/db";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import { readVatId, type Tax, taxInGross, taxOf } from "#domain/tax";
import type { Buyer, CheckoutSession } from "./rules";

/** A buyer as far as tax depends on it. The VAT id may be as typed. */
export type TaxedBuyer = Omit<Buyer, "consent">;

interface Sale {
  profile: MerchantProfile | null;
  buyer: TaxedBuyer | null;
  price: bigint | number;
  on: Date;
}

export interface SaleTax {
  /** By the rules in force; null without a rule, a profile or a country. */
  tax: Tax | null;
  /** No rule covers the sale, which is taxed as one to a consumer, and the seller refuses those. */
  isRefused: boolean;
}

/**
 * The tax on a sale. A business without a well-formed VAT id is taxed as a consumer, unless it pays
 * tax as a business, too: no sale goes untaxed on the buyer's word.
 */
export async function findSaleTax(ctx: Context, input: Sale): Promise<SaleTax> {
  const { profile, buyer, on } = input;
  if (!profile?.countryCode || buyer === null) return { tax: null, isRefused: false };
  const { country, isBusiness, company } = buyer;
  const sale = {
    sellerCountry: profile.countryCode,
    buyerCountry: country,
    on,
    amount: Number(input.price),
    isInclusive: true,
  };
  if (isBusiness) {
    const tax = await taxOf(ctx, { ...sale, isBusiness });
    const hasId = readVatId({ country, typed: company?.vatId ?? "" }) !== null;
    // Reverse charge takes a seller who is registered, too.
    const isProven = hasId && (tax?.kind !== "reverse_charge" || profile.taxId !== null);
    if (isProven || tax?.kind === "standard") return { tax, isRefused: false };
  }
  const tax = await taxOf(ctx, { ...sale, isBusiness: false });
  return { tax, isRefused: tax === null && profile.refusesUncovered };
}

/** The tax of a session for this buyer, before it is paid. */
export async function findSessionTax(
  ctx: Context,
  {
    session,
    buyer,
  }: { session: Pick<CheckoutSession, "accountId" | "price">; buyer: Sale["buyer"] },
): Promise<SaleTax> {
  const { accountId, price } = session;
  const profile = buyer && (await findMerchantProfile(ctx, { accountId }));
  return findSaleTax(ctx, { profile, buyer, price, on: ctx.now });
}

/** As `findSessionTax`, by the session's id; null if it does not exist. */
export async function findTaxOf(
  ctx: Context,
  { sessionId: id, buyer }: { sessionId: string; buyer: TaxedBuyer },
): Promise<SaleTax | null> {
  const session = await ctx.db.prisma.checkoutSession.findFirst({ where: { id } });
  return session && findSessionTax(ctx, { session, buyer });
}

/** The column that keeps the tax of a payment, whatever becomes of the rules. */
export const saleTaxColumn = (tax: Tax | null) => ({ saleTax: tax ? { ...tax } : NO_JSON });

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
  { amount, amountBefore }: { amount: number; amountBefore: number },
): number {
  const upTo = (sum: number) => taxInGross(sum, rateBasisPoints);
  return upTo(amountBefore + amount) - upTo(amountBefore);
}
