import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { requireConfirmation } from "./large-price-changes";
import { getOfferedPortfolio } from "./portfolios";
import { type Channel, portfolioPricePerTonne } from "./price-rules";
import type { ListPriceChanges, SetCategoryPrices, SetPortfolioPrices } from "./schema";
import { catalogueOrder } from "./store";

export interface PriceColumns<Price> {
  apiPricePerTonne: Price;
  checkoutPricePerTonne: Price;
}

interface PriceFields<Price> {
  api_price_per_tonne: Price;
  checkout_price_per_tonne: Price;
}

export const toPriceColumns = <Price>(prices: PriceFields<Price>): PriceColumns<Price> => ({
  apiPricePerTonne: prices.api_price_per_tonne,
  checkoutPricePerTonne: prices.checkout_price_per_tonne,
});

interface NewPrices<Price> extends PriceFields<Price> {
  expected: { api: Price; checkout: Price };
}

interface PriceUpdate<Price> {
  action: "category.prices_set" | "portfolio.prices_set" | "portfolio.account_prices_set";
  of: { mode: Mode; id: string; name?: string };
  prices: NewPrices<Price>;
  /** Writes the new prices if the stored ones are the expected ones. */
  write: (expected: PriceColumns<Price>, data: PriceColumns<Price>) => Promise<{ count: number }>;
}

/**
 * Writes prices and their audit entry.
 * @throws conflict if the stored prices are not the expected ones
 */
export async function replacePrices<Price extends number | null>(
  ctx: Context,
  input: PriceUpdate<Price>,
): Promise<void> {
  const { action, of, write } = input;
  const { expected, ...prices } = input.prices;
  const { api_price_per_tonne: api, checkout_price_per_tonne: checkout } = prices;
  const { count } = await write(
    { apiPricePerTonne: expected.api, checkoutPricePerTonne: expected.checkout },
    toPriceColumns(prices),
  );
  if (count === 0)
    throw conflict(
      "The prices have changed since you opened this page",
      "Review them and try again.",
    );
  if (api === expected.api && checkout === expected.checkout) return;
  await recordAudit(ctx, {
    action,
    subjectId: of.id,
    data: {
      mode: of.mode,
      ...(of.name !== undefined && { name: of.name }),
      // Entries without a unit are of prices per kg.
      unit: "tonne",
      api,
      checkout,
      api_before: expected.api,
      checkout_before: expected.checkout,
    },
  });
}

/** Prices in effect, by channel. */
export const pricesOf = (row: Parameters<typeof portfolioPricePerTonne>[0]) => ({
  api: portfolioPricePerTonne(row, "api"),
  checkout: portfolioPricePerTonne(row, "checkout"),
});

/**
 * Changes a category's prices per tonne, in cents. Derived portfolio prices follow; existing orders
 * and sessions keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setCategoryPrices(
  ctx: Context,
  { mode, id, confirmed, ...prices }: SetCategoryPrices & { mode: Mode },
): Promise<void> {
  const { projectCategory } = ctx.db.prisma;
  if (!(await projectCategory.findUnique({ where: { mode_id: { mode, id } } }))) {
    throw notFound("project category");
  }
  const after = {
    api: prices.api_price_per_tonne,
    checkout: prices.checkout_price_per_tonne,
  };
  requireConfirmation(prices.expected, after, confirmed);
  await replacePrices(ctx, {
    action: "category.prices_set",
    of: { mode, id },
    prices,
    write: (expected, data) =>
      projectCategory.updateMany({ where: { mode, id, ...expected }, data }),
  });
}

/**
 * Sets a portfolio's own prices per tonne, in cents; null derives them again. Existing orders and
 * sessions keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setPortfolioPrices(
  ctx: Context,
  { mode, id, confirmed, ...prices }: SetPortfolioPrices & { mode: Mode },
): Promise<void> {
  const { portfolio } = ctx.db.prisma;
  const row = await getOfferedPortfolio(ctx, { mode, id });
  const after = pricesOf({ ...row, ...toPriceColumns(prices) });
  requireConfirmation(pricesOf(row), after, confirmed);
  await replacePrices(ctx, {
    action: "portfolio.prices_set",
    of: { mode, id },
    prices,
    write: (expected, data) => portfolio.updateMany({ where: { mode, id, ...expected }, data }),
  });
}

interface Change {
  before: number;
  after: number;
  /** False if the portfolio has a price of its own, which stays. */
  isDerived: boolean;
}

export interface PriceChange {
  id: string;
  name: string;
  api: Change;
  checkout: Change;
}

/**
 * Previews prices in cents per tonne of every offered portfolio with the category, and counts
 * accounts' own portfolios with it.
 * @throws not-found
 */
export async function listPriceChanges(
  ctx: Context,
  { mode, id, ...prices }: ListPriceChanges & { mode: Mode },
): Promise<{ portfolios: PriceChange[]; ofAccounts: number }> {
  const { projectCategory, portfolio } = ctx.db.prisma;
  if (!(await projectCategory.findUnique({ where: { mode_id: { mode, id } } }))) {
    throw notFound("project category");
  }
  const holdsIt = { mode, allocations: { some: { categoryId: id } } };
  const rows = await portfolio.findMany({
    where: { ...holdsIt, accountId: null },
    orderBy: catalogueOrder,
    include: { allocations: { include: { category: true } } },
  });
  const changed = toPriceColumns(prices);
  const portfolios = rows.map((row) => {
    const later = {
      ...row,
      allocations: row.allocations.map((part) =>
        part.categoryId === id ? { ...part, category: { ...part.category, ...changed } } : part,
      ),
    };
    const changeOf = (channel: Channel, stated: number | null) => ({
      before: portfolioPricePerTonne(row, channel),
      after: portfolioPricePerTonne(later, channel),
      isDerived: stated === null,
    });
    return {
      id: row.id,
      name: row.name,
      api: changeOf("api", row.apiPricePerTonne),
      checkout: changeOf("checkout", row.checkoutPricePerTonne),
    };
  });
  const ofAccounts = await portfolio.count({ where: { ...holdsIt, accountId: { not: null } } });
  return { portfolios, ofAccounts };
}
