// Which portfolio applies where an order names none.
import type { AccountContext } from "#core/context";

export interface DefaultPortfolio {
  /** What applies: the account's choice, else the catalogue's. */
  id: string | null;
  /** The account's own choice. */
  chosenId: string | null;
  /** The operator's, for the accounts that chose none. */
  catalogueId: string | null;
}

/** As the account's row and the catalogue say it now. */
export async function findDefaultPortfolio(ctx: AccountContext): Promise<DefaultPortfolio> {
  const { id, mode } = ctx.account;
  const { prisma } = ctx.db;
  const account = await prisma.account.findUnique({ where: { id } });
  const catalogue = await prisma.catalogue.findUnique({ where: { mode } });
  const chosenId = account?.defaultPortfolioId ?? null;
  const catalogueId = catalogue?.defaultPortfolioId ?? null;
  return { id: chosenId ?? catalogueId, chosenId, catalogueId };
}
