// What other prices of a category would make of the portfolios' prices, before they are set.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { portfolioPricePerKgCents } from "#domain/catalogue";
import type { ListPriceChanges } from "./schema";

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
    const changeOf = (channel: "api" | "checkout", own: number | null) => ({
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
