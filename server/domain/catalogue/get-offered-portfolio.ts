// One portfolio that is offered to everyone, with all that it is made of.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import type { PortfolioWithAllocations } from "./resource";
import { portfolioParts } from "./store";

/** Never one account's own. @throws not-found */
export async function getOfferedPortfolio(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<PortfolioWithAllocations> {
  const portfolio = await ctx.db.prisma.portfolio.findFirst({
    where: { mode, id, accountId: null },
    include: portfolioParts,
  });
  if (!portfolio) throw notFound("portfolio");
  return portfolio;
}
