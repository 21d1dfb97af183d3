import type { AccountContext } from "#core/context";
import type { Currency } from "#core/money";
import { actorId } from "#core/record-audit";
import type { SetAccountPrices } from "./change-schema";
import { requireConfirmation } from "./large-price-changes";
import { getOfferedPortfolio, listOfferedPortfolios } from "./portfolios";
import { type ChannelPrices, pricesIn } from "./price-rules";
import { replacePrices } from "./prices";

/**
 * Sets what an offered portfolio costs the account per tonne, in its currency; null leaves the
 * catalogue's price. Existing orders, sessions and reservations keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setAccountPrices(
  ctx: AccountContext,
  { portfolio_id: id, confirmed, ...input }: SetAccountPrices,
): Promise<void> {
  const { id: accountId, mode, currency } = ctx.account;
  const prices = { ...input, currency };
  const portfolio = await getOfferedPortfolio(ctx, { mode, id });
  const { accountPrice } = ctx.db.prisma;
  const key = { accountId, portfolioId: id };
  const row = await accountPrice.findUnique({ where: { accountId_portfolioId: key } });
  const offered = pricesIn(portfolio, currency);
  const inEffect = (own: ChannelPrices) => ({
    api: own.api ?? offered.api,
    checkout: own.checkout ?? offered.checkout,
  });
  requireConfirmation({
    before: inEffect({
      api: row?.apiPricePerTonne ?? null,
      checkout: row?.checkoutPricePerTonne ?? null,
    }),
    after: inEffect({
      api: prices.api_price_per_tonne,
      checkout: prices.checkout_price_per_tonne,
    }),
    currency,
    confirmed,
  });
  const stamp = { changedBy: actorId(ctx.actor), changedAt: ctx.now };
  await replacePrices(ctx, {
    action: "portfolio.account_prices_set",
    of: { mode, id, name: portfolio.name },
    prices,
    row: {
      count: () => accountPrice.count({ where: key }),
      add: (data) =>
        accountPrice.createMany({
          data: [{ ...key, mode, currency, ...data, ...stamp }],
          skipDuplicates: true,
        }),
      change: (data, before) =>
        accountPrice.updateMany({ where: { ...key, ...before }, data: { ...data, ...stamp } }),
      remove: (before) => accountPrice.deleteMany({ where: { ...key, ...before } }),
    },
  });
}

/** In minor units per tonne. */
export interface AccountPriceList {
  portfolioId: string;
  name: string;
  currency: Currency;
  /** Null where the portfolio has no price in the account's currency. */
  offered: ChannelPrices;
  /** Null where the account pays what is offered to all. */
  own: ChannelPrices;
  changedAt: Date | null;
}

/** Prices of each offered portfolio, for all accounts and for this one, in its currency. */
export async function listAccountPrices(ctx: AccountContext): Promise<AccountPriceList[]> {
  const { id: accountId, mode, currency } = ctx.account;
  const { portfolios } = await listOfferedPortfolios(ctx, { mode });
  const rows = await ctx.db.prisma.accountPrice.findMany({ where: { accountId } });
  const byPortfolio = new Map(rows.map((row) => [row.portfolioId, row]));
  return portfolios.map((portfolio) => {
    const row = byPortfolio.get(portfolio.id);
    return {
      portfolioId: portfolio.id,
      name: portfolio.name,
      currency,
      offered: pricesIn(portfolio, currency),
      own: {
        api: row?.apiPricePerTonne ?? null,
        checkout: row?.checkoutPricePerTonne ?? null,
      },
      changedAt: row?.changedAt ?? null,
    };
  });
}
