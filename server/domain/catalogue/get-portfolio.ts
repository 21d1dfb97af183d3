// One portfolio with all that it is made of.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { PortfolioWithAllocations } from "./resource";
import { portfolioParts } from "./store";

interface GetPortfolio {
  id: string;
  /** For what was sold from it: nobody can buy from an archived one any more. */
  orArchived?: boolean;
}

/** The portfolio with its categories and their projects. @throws not-found */
export async function getPortfolio(
  ctx: AccountContext,
  { id, orArchived = false }: GetPortfolio,
): Promise<PortfolioWithAllocations> {
  const { account } = ctx;
  const portfolio = await ctx.db.prisma.portfolio.findFirst({
    where: {
      mode: account.mode,
      id,
      ...(!orArchived && { archivedAt: null }),
      OR: [{ accountId: null }, { accountId: account.id }],
    },
    include: portfolioParts,
  });
  if (!portfolio) throw notFound("portfolio");
  return portfolio;
}
