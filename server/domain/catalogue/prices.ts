// Changes of prices, and what would change with them.
import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { getOfferedPortfolio } from "./portfolios";
import { type Channel, portfolioPricePerKgCents } from "./price-rules";
import type { ListPriceChanges, SetCategoryPrices, SetPortfolioPrices } from "./schema";

interface PriceColumns<Cents> {
  apiPricePerKgUsdCents: Cents;
  checkoutPricePerKgUsdCents: Cents;
}

interface NewPrices<Cents> {
  api_price_per_kg_usd_cents: Cents;
  checkout_price_per_kg_usd_cents: Cents;
  seen: { api: Cents; checkout: Cents };
}

interface PriceUpdate<Cents> {
  action: "category.prices_set" | "portfolio.prices_set";
  of: { mode: Mode; id: string };
  prices: NewPrices<Cents>;
  /** Writes the new prices where the old ones still are those that were seen. */
  write: (seen: PriceColumns<Cents>, data: PriceColumns<Cents>) => Promise<{ count: number }>;
}

async function replacePrices<Cents extends number | null>(
  ctx: Context,
  input: PriceUpdate<Cents>,
): Promise<void> {
  const { action, of, write } = input;
  const { seen, ...prices } = input.prices;
  const { api_price_per_kg_usd_cents: api, checkout_price_per_kg_usd_cents: checkout } = prices;
  const { count } = await write(
    { apiPricePerKgUsdCents: seen.api, checkoutPricePerKgUsdCents: seen.checkout },
    { apiPricePerKgUsdCents: api, checkoutPricePerKgUsdCents: checkout },
  );
  if (count === 0) throw conflict("The prices were changed meanwhile", "Look at them again.");
  if (api === seen.api && checkout === seen.checkout) return;
  await recordAudit(ctx, {
    action,
    subjectId: of.id,
    data: { mode: of.mode, api, checkout, api_before: seen.api, checkout_before: seen.checkout },
  });
}

/**
 * Changes what a kg of a category costs, in cents; portfolios that derive their prices follow.
 * Orders and checkout sessions that are there keep theirs.
 * @throws not-found; conflict where the prices are no longer those that were seen
 */
export async function setCategoryPrices(
  ctx: Context,
  { mode, id, ...prices }: SetCategoryPrices & { mode: Mode },
): Promise<void> {
  const { projectCategory } = ctx.db.prisma;
  if (!(await projectCategory.findUnique({ where: { mode_id: { mode, id } } }))) {
    throw notFound("project category");
  }
  await replacePrices(ctx, {
    action: "category.prices_set",
    of: { mode, id },
    prices,
    write: (seen, data) => projectCategory.updateMany({ where: { mode, id, ...seen }, data }),
  });
}

/**
 * Gives a portfolio that is offered to everyone prices of its own, in cents per kg; null derives
 * them again. Orders and checkout sessions that are there keep theirs.
 * @throws not-found; conflict where the prices are no longer those that were seen
 */
export async function setPortfolioPrices(
  ctx: Context,
  { mode, id, ...prices }: SetPortfolioPrices & { mode: Mode },
): Promise<void> {
  const { portfolio } = ctx.db.prisma;
  await getOfferedPortfolio(ctx, { mode, id });
  await replacePrices(ctx, {
    action: "portfolio.prices_set",
    of: { mode, id },
    prices,
    write: (seen, data) => portfolio.updateMany({ where: { mode, id, ...seen }, data }),
  });
}

interface Change {
  before: number;
  after: number;
  /** False: the portfolio has a price of its own, which stays. */
  isDerived: boolean;
}

export interface PriceChange {
  id: string;
  name: string;
  api: Change;
  checkout: Change;
}

/**
 * Cents per kg of every portfolio offered to all that holds the category, in the order of the
 * catalogue; and how many portfolios of single accounts hold it. @throws not-found
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
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: { allocations: { include: { category: true } } },
  });
  const changed = {
    apiPricePerKgUsdCents: prices.api_price_per_kg_usd_cents,
    checkoutPricePerKgUsdCents: prices.checkout_price_per_kg_usd_cents,
  };
  const portfolios = rows.map((row) => {
    const later = {
      ...row,
      allocations: row.allocations.map((part) =>
        part.categoryId === id ? { ...part, category: { ...part.category, ...changed } } : part,
      ),
    };
    const changeOf = (channel: Channel, own: number | null) => ({
      before: portfolioPricePerKgCents(row, channel),
      after: portfolioPricePerKgCents(later, channel),
      isDerived: own === null,
    });
    return {
      id: row.id,
      name: row.name,
      api: changeOf("api", row.apiPricePerKgUsdCents),
      checkout: changeOf("checkout", row.checkoutPricePerKgUsdCents),
    };
  });
  const ofAccounts = await portfolio.count({ where: { ...holdsIt, accountId: { not: null } } });
  return { portfolios, ofAccounts };
}
