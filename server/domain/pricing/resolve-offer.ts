// Which portfolio applies to a request, and what its kilogram costs.
import type { AccountContext } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { pricePerKgCents } from "#domain/catalogue";
import { findOffer } from "./store";

export interface ResolveOffer {
  portfolioId: string | null;
  subaccountId: string | null;
  channel: "api" | "checkout";
}

export interface Offer {
  portfolioId: string;
  /** Under which the parts that make this price stay as they are; null where nothing keeps them. */
  splitPortfolioId: string | null;
  pricePerKgCents: number;
}

/**
 * The portfolio asked for, else the subaccount's default, else the account's, with its price.
 * @throws invalid-subaccount; invalid `portfolio_id` where it is unknown or not the account's
 */
export async function resolveOffer(ctx: AccountContext, input: ResolveOffer): Promise<Offer> {
  const { account } = ctx;
  const row = await findOffer(ctx.db, {
    accountId: account.id,
    mode: account.mode,
    portfolioId: input.portfolioId,
    subaccountId: input.subaccountId,
    defaultPortfolioId: account.defaultPortfolioId,
  });
  if (input.subaccountId !== null && !row?.subaccountFound) {
    throw new Problem("invalid-subaccount");
  }
  if (!row?.portfolioId) {
    throw input.portfolioId === null
      ? invalid("portfolio_id", "is required: the account has no default portfolio", "required")
      : invalid("portfolio_id", "is not a portfolio you may use", "unknown-id");
  }
  const api = input.channel === "api";
  const categoryCents = api ? row.apiParts : row.checkoutParts;
  return {
    portfolioId: row.portfolioId,
    splitPortfolioId: row.splitPortfolioId,
    pricePerKgCents: pricePerKgCents({
      ownCents: api ? row.apiCents : row.checkoutCents,
      parts: row.millionths.map((millionths, index) => ({
        millionths,
        cents: categoryCents[index] ?? 0,
      })),
    }),
  };
}
