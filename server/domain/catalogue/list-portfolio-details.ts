// The portfolios that an account may buy from, each with all that it is made of.
import type { AccountContext } from "#core/context";
import type { PortfolioWithAllocations } from "./resource";
import { ownLast, portfolioParts } from "./store";

/** As listPortfolios, with categories and projects. */
export async function listPortfolioDetails(
  ctx: AccountContext,
): Promise<PortfolioWithAllocations[]> {
  const { id, mode } = ctx.account;
  return ctx.db.prisma.portfolio.findMany({
    where: { mode, archivedAt: null, OR: [{ accountId: null }, { accountId: id }] },
    orderBy: ownLast,
    include: portfolioParts,
  });
}
