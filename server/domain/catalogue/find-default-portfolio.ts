// Which portfolio applies where an order names none.
import type { AccountContext } from "#core/context";

export interface DefaultPortfolio {
  id: string | null;
  /** Whether the account chose it; else it is the catalogue's, for accounts that did not choose. */
  isChosen: boolean;
}

/** The account's default, as its row says it now, else the catalogue's. */
export async function findDefaultPortfolio(ctx: AccountContext): Promise<DefaultPortfolio> {
  const { id, mode } = ctx.account;
  const { prisma } = ctx.db;
  const account = await prisma.account.findUnique({ where: { id } });
  if (account?.defaultPortfolioId) return { id: account.defaultPortfolioId, isChosen: true };
  const catalogue = await prisma.catalogue.findUnique({ where: { mode } });
  return { id: catalogue?.defaultPortfolioId ?? null, isChosen: false };
}
