// Chooses what an account's orders are filled from where they name no portfolio.
import type { Account, AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "./record-audit";
import { findUsablePortfolio } from "./store";
import { toAccount } from "./to-account";

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
