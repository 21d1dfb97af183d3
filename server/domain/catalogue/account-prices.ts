import type { AccountContext } from "#core/context";
import { actorId } from "#core/record-audit";
import type { SetAccountPrices } from "./change-schema";
import { requireConfirmation } from "./large-price-changes";
import { getOfferedPortfolio, listOfferedPortfolios } from "./portfolios";
import { type PriceColumns, pricesOf, replacePrices, toPriceColumns } from "./prices";

type Prices = PriceColumns<number | null>;

const none: Prices = { apiPricePerTonne: null, checkoutPricePerTonne: null };

const isNone = (prices: Prices) =>
  prices.apiPricePerTonne === null && prices.checkoutPricePerTonne === null;

/** Adds, changes or removes the account's row if it is the expected one. */
async function writeRow(
  ctx: AccountContext,
  portfolioId: string,
  { expected, data }: { expected: Prices; data: Prices },
): Promise<{ count: number }> {
  const { id: accountId, mode, currency } = ctx.account;
  const { accountPrice } = ctx.db.prisma;
  const where = { accountId, portfolioId, ...expected };
  const stamped = { ...data, changedBy: actorId(ctx.actor), changedAt: ctx.now };
  if (!isNone(expected)) {
    return isNone(data)
      ? accountPrice.deleteMany({ where })
      : accountPrice.updateMany({ where, data: stamped });
  }
  if (isNone(data)) {
    const rows = await accountPrice.count({ where: { accountId, portfolioId } });
    return { count: rows === 0 ? 1 : 0 };
  }
  const row = { accountId, mode, portfolioId, currency, ...stamped };
  // Of two at once, the second finds the first one's row, and writes nothing.
  return accountPrice.createMany({ data: [row], skipDuplicates: true });
}

/**
 * Sets what an offered portfolio costs the account, in cents per tonne; null leaves the catalogue's
 * price. Existing orders, sessions and reservations keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setAccountPrices(
  ctx: AccountContext,
  { portfolio_id: id, confirmed, ...prices }: SetAccountPrices,
): Promise<void> {
  const { id: accountId, mode } = ctx.account;
  const portfolio = await getOfferedPortfolio(ctx, { mode, id });
  const accountId_portfolioId = { accountId, portfolioId: id };
  const row = await ctx.db.prisma.accountPrice.findUnique({ where: { accountId_portfolioId } });
  const offered = pricesOf(portfolio);
  const inEffect = (ofAccount: Prices) => ({
    api: ofAccount.apiPricePerTonne ?? offered.api,
    checkout: ofAccount.checkoutPricePerTonne ?? offered.checkout,
  });
  requireConfirmation(inEffect(row ?? none), inEffect(toPriceColumns(prices)), confirmed);
  await replacePrices(ctx, {
    action: "portfolio.account_prices_set",
    of: { mode, id, name: portfolio.name },
    prices,
    write: (expected, data) => writeRow(ctx, id, { expected, data }),
  });
}

/** In cents per tonne. */
export interface AccountPriceList {
  portfolioId: string;
  name: string;
  offered: { api: number; checkout: number };
  /** Null where the account pays what is offered to all. */
  own: { api: number | null; checkout: number | null };
  changedAt: Date | null;
}

/** Prices of each offered portfolio, for all accounts and for this one. */
export async function listAccountPrices(ctx: AccountContext): Promise<AccountPriceList[]> {
  const { id: accountId, mode } = ctx.account;
  const { portfolios } = await listOfferedPortfolios(ctx, { mode });
  const rows = await ctx.db.prisma.accountPrice.findMany({ where: { accountId } });
  const byPortfolio = new Map(rows.map((row) => [row.portfolioId, row]));
  return portfolios.map((portfolio) => {
    const row = byPortfolio.get(portfolio.id);
    return {
      portfolioId: portfolio.id,
      name: portfolio.name,
      offered: pricesOf(portfolio),
      own: {
        api: row?.apiPricePerTonne ?? null,
        checkout: row?.checkoutPricePerTonne ?? null,
      },
      changedAt: row?.changedAt ?? null,
    };
  });
}
