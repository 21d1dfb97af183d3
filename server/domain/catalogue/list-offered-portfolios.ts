// The portfolios that a mode's catalogue offers to everyone.
import type { Context, Mode } from "#core/context";
import type { PortfolioWithAllocations } from "./resource";
import { portfolioParts } from "./store";

interface Offered {
  portfolios: PortfolioWithAllocations[];
  /** Of accounts that have not chosen their own. */
  defaultPortfolioId: string | null;
}

/** With their categories, in the order of the catalogue; and which of them is the default. */
export async function listOfferedPortfolios(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Offered> {
  const { portfolio, catalogue } = ctx.db.prisma;
  const portfolios = await portfolio.findMany({
    where: { mode, accountId: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: portfolioParts,
  });
  const row = await catalogue.findUnique({ where: { mode } });
  return { portfolios, defaultPortfolioId: row?.defaultPortfolioId ?? null };
}
