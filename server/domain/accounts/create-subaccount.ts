// Makes a subaccount of the context's account.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import type { Subaccount } from "#prisma";
import { recordAudit } from "./record-audit";
import type { CreateSubaccount } from "./schema";

/** Makes a subaccount. @throws invalid `default_portfolio_id` where the account may not use it */
export async function createSubaccount(
  ctx: AccountContext,
  input: CreateSubaccount,
): Promise<Subaccount> {
  const { id: accountId, mode } = ctx.account;
  const portfolioId = input.default_portfolio_id ?? null;
  if (portfolioId !== null) {
    const portfolio = await ctx.db.prisma.portfolio.findFirst({
      where: { mode, id: portfolioId, OR: [{ accountId: null }, { accountId }] },
    });
    if (!portfolio) throw invalid("default_portfolio_id", "is not a portfolio you may use");
  }
  const subaccount = await ctx.db.prisma.subaccount.create({
    data: {
      accountId,
      mode,
      id: newId("subaccount"),
      name: input.name,
      email: input.email ?? null,
      defaultPortfolioId: portfolioId,
      createdAt: ctx.now,
    },
  });
  await recordAudit(ctx, { action: "subaccount.created", subjectId: subaccount.id });
  return subaccount;
}
