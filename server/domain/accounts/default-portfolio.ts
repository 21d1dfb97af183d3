// The portfolio of orders that name none.
import type { Account, AccountContext, Mode } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { type Params, queriesOn, type Table } from "#core/query";
import { recordAudit } from "#core/record-audit";
import type { Portfolio, Prisma } from "#prisma";
import { toAccount } from "./accounts";

const query = queriesOn<TablesAbove>();

/** Of the room catalogue, which stands above this one. */
interface TablesAbove {
  portfolios: Table<Portfolio, Prisma.PortfolioUncheckedCreateInput, { mode: Mode }>;
}

// Locked, so that it is not archived before it has become somebody's default.
const lockPortfolio = query(
  "accounts-find-usable-portfolio",
  (db, portfolio: Params<{ mode: Mode; id: string; accountId: string }>) =>
    db
      .selectFrom("portfolios")
      .select("id")
      .where("mode", "=", portfolio.mode)
      .where("id", "=", portfolio.id)
      .where((eb) =>
        eb.or([eb("accountId", "is", null), eb("accountId", "=", portfolio.accountId)]),
      )
      .where("archivedAt", "is", null)
      .forKeyShare(),
);

/** Whether the account may buy from the portfolio: so it stays until the transaction ends. */
async function findUsablePortfolio(ctx: AccountContext, id: string): Promise<boolean> {
  const { id: accountId, mode } = ctx.account;
  return (await lockPortfolio(ctx.db, { mode, id, accountId })).length > 0;
}

/** @throws invalid `default_portfolio_id` where the portfolio is unknown or another account's */
export async function requirePortfolio(ctx: AccountContext, id: string | null): Promise<void> {
  if (id === null) return;
  if (await findUsablePortfolio(ctx, id)) return;
  throw invalid("default_portfolio_id", "is not a portfolio you may use", "unknown-id");
}

/**
 * Null: the catalogue's default applies again. Of the context's account alone, since its twin's
 * portfolios are others.
 * @throws not-found where the account may not use the portfolio
 */
export async function setDefaultPortfolio(
  ctx: AccountContext,
  { id }: { id: string | null },
): Promise<Account> {
  if (id !== null && !(await findUsablePortfolio(ctx, id))) throw notFound("portfolio");
  const updated = await ctx.db.prisma.account.update({
    where: { id: ctx.account.id },
    data: { defaultPortfolioId: id },
  });
  await recordAudit(ctx, {
    action: "account.default_portfolio_set",
    subjectId: ctx.account.id,
    data: { portfolio_id: id },
  });
  return toAccount(updated);
}

/** The account's own choice, else that of its catalogue; null where there is neither. */
export async function findDefaultPortfolioId(ctx: AccountContext): Promise<string | null> {
  const { defaultPortfolioId, mode } = ctx.account;
  if (defaultPortfolioId !== null) return defaultPortfolioId;
  const catalogue = await ctx.db.prisma.catalogue.findUnique({ where: { mode } });
  return catalogue?.defaultPortfolioId ?? null;
}
