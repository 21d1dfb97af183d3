import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { requireConfirmation } from "./large-price-changes";
import { getOfferedPortfolio } from "./portfolios";
import {
  type Channel,
  type ChannelPrices,
  type PriceFields,
  priceSet,
  pricesIn,
  withPricesIn,
} from "./price-rules";
import type { ListPriceChanges, SetCategoryPrices, SetPortfolioPrices } from "./schema";
import { catalogueOrder, pricedParts } from "./store";

interface PriceColumns {
  apiPricePerTonne: number | null;
  checkoutPricePerTonne: number | null;
}

interface NewPrices extends PriceFields {
  expected: ChannelPrices;
}

type Written = PromiseLike<{ count: number }>;

/** Statements about the row of one thing's prices in one currency. */
interface PriceRow {
  count(): PromiseLike<number>;
  /** Writes nothing if there is a row. */
  add(data: PriceColumns): Written;
  /** Both write nothing if the row is not the expected one. */
  change(data: PriceColumns, expected: PriceColumns): Written;
  remove(expected: PriceColumns): Written;
}

interface PriceUpdate {
  action: "category.prices_set" | "portfolio.prices_set" | "portfolio.account_prices_set";
  of: { mode: Mode; id: string; name?: string };
  prices: NewPrices;
  row: PriceRow;
}

const isNone = (prices: PriceColumns) =>
  prices.apiPricePerTonne === null && prices.checkoutPricePerTonne === null;

/** Returns false if the row is not the expected one. */
async function writeRow(row: PriceRow, data: PriceColumns, expected: PriceColumns) {
  if (isNone(expected) && isNone(data)) return (await row.count()) === 0;
  const write = isNone(expected)
    ? row.add(data)
    : isNone(data)
      ? row.remove(expected)
      : row.change(data, expected);
  return (await write).count > 0;
}

/**
 * Writes prices in one currency, and their audit entry; null for both removes them.
 * @throws conflict if the stored prices are not the expected ones
 */
export async function replacePrices(ctx: Context, input: PriceUpdate): Promise<void> {
  const { action, of, row } = input;
  const { expected, currency } = input.prices;
  const { api_price_per_tonne: api, checkout_price_per_tonne: checkout } = input.prices;
  const columns = { apiPricePerTonne: api, checkoutPricePerTonne: checkout };
  const before = { apiPricePerTonne: expected.api, checkoutPricePerTonne: expected.checkout };
  if (!(await writeRow(row, columns, before)))
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
      currency,
      api,
      checkout,
      api_before: expected.api,
      checkout_before: expected.checkout,
    },
  });
}

// Of two at once, the second finds the first one's row, and writes nothing.
const once = { skipDuplicates: true } as const;

/** A category's prices come in pairs: see `SetCategoryPrices`. */
function pair({ apiPricePerTonne, checkoutPricePerTonne }: PriceColumns) {
  if (apiPricePerTonne === null || checkoutPricePerTonne === null) throw new Error("half a pair");
  return { apiPricePerTonne, checkoutPricePerTonne };
}

/**
 * Changes a category's prices per tonne in one currency; null removes them. Derived portfolio prices
 * follow; existing orders and sessions keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setCategoryPrices(
  ctx: Context,
  { mode, id, confirmed, ...prices }: SetCategoryPrices & { mode: Mode },
): Promise<void> {
  const { projectCategory, categoryPrice } = ctx.db.prisma;
  if (!(await projectCategory.findUnique({ where: { mode_id: { mode, id } } }))) {
    throw notFound("project category");
  }
  const { currency, expected } = prices;
  const after = { api: prices.api_price_per_tonne, checkout: prices.checkout_price_per_tonne };
  requireConfirmation({ before: expected, after, currency, confirmed });
  const key = { mode, categoryId: id, currency };
  await replacePrices(ctx, {
    action: "category.prices_set",
    of: { mode, id },
    prices,
    row: {
      count: () => categoryPrice.count({ where: key }),
      add: (data) => categoryPrice.createMany({ data: [{ ...key, ...pair(data) }], ...once }),
      change: (data, before) =>
        categoryPrice.updateMany({ where: { ...key, ...pair(before) }, data: pair(data) }),
      remove: (before) => categoryPrice.deleteMany({ where: { ...key, ...pair(before) } }),
    },
  });
}

/**
 * Sets a portfolio's own prices per tonne in one currency; null derives them again. Existing orders
 * and sessions keep theirs.
 * @throws not-found; conflict if the prices are not the expected ones; invalid `confirmed`
 */
export async function setPortfolioPrices(
  ctx: Context,
  { mode, id, confirmed, ...prices }: SetPortfolioPrices & { mode: Mode },
): Promise<void> {
  const portfolio = await getOfferedPortfolio(ctx, { mode, id });
  const { portfolioPrice } = ctx.db.prisma;
  const { currency } = prices;
  const after = pricesIn(withPricesIn(portfolio, prices), currency);
  requireConfirmation({ before: pricesIn(portfolio, currency), after, currency, confirmed });
  const key = { mode, portfolioId: id, currency };
  await replacePrices(ctx, {
    action: "portfolio.prices_set",
    of: { mode, id },
    prices,
    row: {
      count: () => portfolioPrice.count({ where: key }),
      add: (data) => portfolioPrice.createMany({ data: [{ ...key, ...data }], ...once }),
      change: (data, before) => portfolioPrice.updateMany({ where: { ...key, ...before }, data }),
      remove: (before) => portfolioPrice.deleteMany({ where: { ...key, ...before } }),
    },
  });
}

interface Change {
  before: number | null;
  after: number | null;
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
 * Previews prices per tonne, in one currency, of every offered portfolio with the category, and counts
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
    include: pricedParts,
  });
  const { currency } = prices;
  const portfolios = rows.map((row) => {
    const later = {
      ...row,
      allocations: row.allocations.map((part) =>
        part.categoryId === id ? { ...part, category: withPricesIn(part.category, prices) } : part,
      ),
    };
    const [before, after] = [pricesIn(row, currency), pricesIn(later, currency)];
    const changeOf = (channel: Channel) => ({
      before: before[channel],
      after: after[channel],
      isDerived: priceSet(row.prices, { channel, currency }) === null,
    });
    return { id: row.id, name: row.name, api: changeOf("api"), checkout: changeOf("checkout") };
  });
  const ofAccounts = await portfolio.count({ where: { ...holdsIt, accountId: { not: null } } });
  return { portfolios, ofAccounts };
}
