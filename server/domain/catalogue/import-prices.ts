// Prices of entries that a catalogue file or an operator changes.
import type { Context, Mode } from "#core/context";
import { type Currency, DEFAULT_CURRENCY } from "#core/money";
import type { EntryPrices } from "./file-prices";
import { upsertRows, upserts } from "./upsert-store";

interface Replacement {
  mode: Mode;
  entries: readonly (EntryPrices & { id: string })[];
}

interface Key {
  id: string;
  currency: Currency;
}

/** Stored prices that entries no longer have. Without a list, an entry speaks of the default currency alone. */
function leftOut(entries: Replacement["entries"], stored: readonly Key[]): Key[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return stored.filter(({ id, currency }) => {
    const entry = byId.get(id);
    if (!entry || (!entry.listsAllPrices && currency !== DEFAULT_CURRENCY)) return false;
    return entry.prices.every((price) => price.currency !== currency);
  });
}

/** Returns the ids of categories whose prices changed. */
export async function replaceCategoryPrices(
  ctx: Context,
  { mode, entries }: Replacement,
): Promise<string[]> {
  const { categoryPrice } = ctx.db.prisma;
  const stored = await categoryPrice.findMany({ where: { mode } });
  const removed = leftOut(
    entries,
    stored.map(({ categoryId: id, currency }) => ({ id, currency })),
  );
  for (const { id: categoryId, currency } of removed) {
    await categoryPrice.deleteMany({ where: { mode, categoryId, currency } });
  }
  const rows = entries.flatMap(({ id, prices }) =>
    prices.map((price) => ({
      category_id: id,
      currency: price.currency,
      // A category's prices come in pairs: see its entry's schema.
      api_price_per_tonne: price.api_price_per_tonne as number,
      checkout_price_per_tonne: price.checkout_price_per_tonne as number,
    })),
  );
  const written = await upsertRows(ctx, { mode, into: upserts.categoryPrices, rows });
  return [...removed.map(({ id }) => id), ...written.map(({ categoryId }) => categoryId)];
}

/** Returns the ids of portfolios whose prices changed. */
export async function replacePortfolioPrices(
  ctx: Context,
  { mode, entries }: Replacement,
): Promise<string[]> {
  const { portfolioPrice } = ctx.db.prisma;
  const stored = await portfolioPrice.findMany({ where: { mode } });
  const removed = leftOut(
    entries,
    stored.map(({ portfolioId: id, currency }) => ({ id, currency })),
  );
  for (const { id: portfolioId, currency } of removed) {
    await portfolioPrice.deleteMany({ where: { mode, portfolioId, currency } });
  }
  const rows = entries.flatMap(({ id, prices }) =>
    prices.map((price) => ({ portfolio_id: id, ...price })),
  );
  const written = await upsertRows(ctx, { mode, into: upserts.portfolioPrices, rows });
  return [...removed.map(({ id }) => id), ...written.map(({ portfolioId }) => portfolioId)];
}
