// Refuses a default portfolio that the account may not sell from.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";

/** @throws invalid `default_portfolio_id` where the portfolio is unknown or another account's */
export async function requirePortfolio(ctx: AccountContext, id: string | null): Promise<void> {
  if (id === null) return;
  const { id: accountId, mode } = ctx.account;
  const portfolio = await ctx.db.prisma.portfolio.findFirst({
    where: { mode, id, OR: [{ accountId: null }, { accountId }] },
  });
  if (!portfolio) throw invalid("default_portfolio_id", "is not a portfolio you may use");
}
