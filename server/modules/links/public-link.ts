// The customers' side of a payment link.

import type { AccountContext, Context, Mode } from "#core/context";
import { conflict, invalid, notFound, Problem } from "#core/errors";
import type { Currency } from "#core/money";
import { findAccount } from "#domain/accounts";
import { type Brand, findBrand } from "#domain/brands";
import { getPortfolio, type PortfolioWithAllocations } from "#domain/catalogue";
import {
  type CheckoutSession,
  checkoutUrl,
  createCheckoutSession,
  findSaleTerms,
  SESSION_ID,
} from "#domain/checkout";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import type { PublishedLink } from "#modules/module";
import { type AmountsOnSale, amountsOnSale, type Suggestion, suggestionsOf } from "./amounts";
import { buyUrl, type PaymentLink } from "./resource";

interface OwnedLink {
  ctx: AccountContext;
  link: PaymentLink;
}

/** The link with the context of its account; null if no link has the slug. */
async function findOwnedLink(ctx: Context, slug: string): Promise<OwnedLink | null> {
  const link = await ctx.db.prisma.paymentLink.findUnique({ where: { slug } });
  const account = link && (await findAccount(ctx, link.accountId));
  if (!account) return null;
  return { ctx: { ...ctx, account }, link: link as PaymentLink };
}

interface Sale {
  portfolio: PortfolioWithAllocations;
  currency: Currency;
  pricePerTonne: number;
  amounts: AmountsOnSale;
  suggestions: Suggestion[];
  /** The day by which credits beyond stock come; null if the account does not sell them. */
  creditsExpectedBy: Date | null;
}

/** Null if the account cannot sell the portfolio now. */
async function findSale({ ctx, link }: OwnedLink): Promise<Sale | null> {
  const { portfolioId, subaccountId, maxKg } = link;
  try {
    const terms = await findSaleTerms(ctx, { portfolioId, subaccountId, amountKg: maxKg });
    const { offer, creditsExpectedBy } = terms;
    return {
      portfolio: await getPortfolio(ctx, { id: offer.portfolioId }),
      currency: offer.currency,
      pricePerTonne: offer.pricePerTonne,
      amounts: amountsOnSale(link, terms),
      suggestions: suggestionsOf(link, terms),
      creditsExpectedBy: terms.availableKg < maxKg ? creditsExpectedBy : null,
    };
  } catch (error) {
    // No payment provider, missing seller details, or an archived portfolio.
    if (error instanceof Problem && error.status < 500) return null;
    throw error;
  }
}

/** The link's subaccount, or else its account. */
function findSeller({ ctx, link }: OwnedLink): Promise<Brand> {
  return findBrand(ctx, { accountId: ctx.account.id, subaccountId: link.subaccountId });
}

export interface BuyPage {
  slug: string;
  mode: Mode;
  name: string;
  description: string | null;
  /** The link's subaccount, or else its account. */
  seller: Brand;
  merchant: MerchantProfile | null;
  state: "open" | "paused" | "sold_out" | "unavailable";
  /** Null unless something can be bought. */
  sale: Sale | null;
}

function stateOf(link: PaymentLink, sale: Sale | null): BuyPage["state"] {
  if (link.state === "paused") return "paused";
  if (sale === null) return "unavailable";
  const { minKg, maxKg, isShort } = sale.amounts;
  if (minKg <= maxKg) return "open";
  return isShort ? "sold_out" : "unavailable";
}

/** The public page of a link, as of now; null if no link has the slug. */
export async function getBuyPage(ctx: Context, input: { slug: string }): Promise<BuyPage | null> {
  const owned = await findOwnedLink(ctx, input.slug);
  if (owned === null) return null;
  const { link } = owned;
  const { mode, id: accountId } = owned.ctx.account;
  const sale = link.state === "active" ? await findSale(owned) : null;
  const state = stateOf(link, sale);
  return {
    ...{ slug: link.slug, mode, name: link.name, description: link.description, state },
    seller: await findSeller(owned),
    merchant: await findMerchantProfile(ctx, { accountId }),
    sale: state === "open" ? sale : null,
  };
}

/**
 * Opens a checkout session for a customer of the link, in the transaction of the context.
 * @throws not-found; conflict if it is paused; as createCheckoutSession
 */
export async function buyThroughLink(
  ctx: Context,
  { slug, amountKg }: { slug: string; amountKg: number },
): Promise<CheckoutSession> {
  const owned = await findOwnedLink(ctx, slug);
  if (owned === null) throw notFound("payment link");
  const { link } = owned;
  if (link.state === "paused") throw conflict("This payment link is paused");
  if (amountKg < link.minKg) throw invalid("amount_kg", `is below ${link.minKg}`, "too-small");
  if (amountKg > link.maxKg) throw invalid("amount_kg", `is above ${link.maxKg}`, "too-large");
  return createCheckoutSession(owned.ctx, {
    amount_kg: amountKg,
    portfolio_id: link.portfolioId,
    description: link.description,
    success_url: link.successUrl ?? checkoutUrl(SESSION_ID),
    cancel_url: buyUrl(slug),
    subaccountId: link.subaccountId,
    callbackUrl: null,
    customerEmail: null,
    paymentLinkId: link.id,
  });
}

/** The active link with this slug and what it sells; null if it sells nothing now. */
export async function findPublishedLink(
  ctx: Context,
  { slug }: { slug: string | null },
): Promise<PublishedLink | null> {
  const owned = slug ? await findOwnedLink(ctx, slug) : null;
  const sale = owned?.link.state === "active" ? await findSale(owned) : null;
  if (owned === null || sale === null) return null;
  const { name: seller } = await findSeller(owned);
  const { portfolio, currency, pricePerTonne } = sale;
  const { mode } = owned.ctx.account;
  return { slug: owned.link.slug, mode, seller, portfolio, currency, pricePerTonne };
}

/** The newest active link that sells this portfolio of an account's own; null without one. */
export async function findLinkOfPortfolio(
  ctx: Context,
  { portfolioId, mode }: { portfolioId: string; mode: Mode | null },
): Promise<PublishedLink | null> {
  const link = await ctx.db.prisma.paymentLink.findFirst({
    where: { portfolioId, state: "active", ...(mode && { mode }) },
    orderBy: { id: "desc" },
  });
  return link && findPublishedLink(ctx, link);
}
