// The portfolios that an account may buy from.
import type { AccountContext } from "#core/context";
import type { Portfolio } from "#prisma";
import { ownLast } from "./store";

/** All portfolios that the account may buy from: those offered to everyone, then its own. */
export async function listPortfolios(ctx: AccountContext): Promise<Portfolio[]> {
  const { id, mode } = ctx.account;
  return ctx.db.prisma.portfolio.findMany({
    where: { mode, archivedAt: null, OR: [{ accountId: null }, { accountId: id }] },
    orderBy: ownLast,
  });
}
