// The portfolio of orders that name none.
import type { AccountContext } from "#core/context";

/** The account's own choice, else that of its catalogue; null where there is neither. */
export async function findDefaultPortfolioId(ctx: AccountContext): Promise<string | null> {
  const { defaultPortfolioId, mode } = ctx.account;
  if (defaultPortfolioId !== null) return defaultPortfolioId;
  const catalogue = await ctx.db.prisma.catalogue.findUnique({ where: { mode } });
  return catalogue?.defaultPortfolioId ?? null;
}
