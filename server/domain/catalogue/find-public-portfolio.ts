// The portfolio that a public page shows, for anyone who asks.
import type { Context, Mode } from "#core/context";
import { isPublicId, preferLive } from "./public-rules";
import type { PortfolioWithAllocations } from "./resource";
import { portfolioParts } from "./store";

export interface PublicPortfolio {
  mode: Mode;
  portfolio: PortfolioWithAllocations;
}

/**
 * The portfolio with this id, of the mode or else of live before test; null where there is none,
 * or it is one account's own.
 */
export async function findPublicPortfolio(
  ctx: Context,
  { id, mode }: { id: string; mode: Mode | null },
): Promise<PublicPortfolio | null> {
  if (!isPublicId(id)) return null;
  const found = await ctx.db.prisma.portfolio.findMany({
    where: { id, accountId: null, archivedAt: null, ...(mode && { mode }) },
    include: portfolioParts,
  });
  const portfolio = preferLive(found);
  return portfolio && { mode: portfolio.mode as Mode, portfolio };
}
