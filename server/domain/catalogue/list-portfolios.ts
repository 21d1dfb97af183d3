// The portfolios that an account may buy from.
import type { AccountContext } from "#core/context";
import type { Portfolio } from "#prisma";

/** All portfolios of the account's mode: those offered to everyone, and the account's own. */
export async function listPortfolios(ctx: AccountContext): Promise<Portfolio[]> {
  const { id, mode } = ctx.account;
  return ctx.db.prisma.portfolio.findMany({
    where: { mode, OR: [{ accountId: null }, { accountId: id }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}
