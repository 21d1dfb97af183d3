// Makes a subaccount of the context's account.
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import type { Subaccount } from "#prisma";
import { recordAudit } from "./record-audit";
import { requirePortfolio } from "./require-portfolio";
import type { UpdateSubaccount } from "./schema";

/** Makes a subaccount. @throws invalid `default_portfolio_id` where the account may not use it */
export async function createSubaccount(
  ctx: AccountContext,
  input: UpdateSubaccount & { logoFileKey?: string | null },
): Promise<Subaccount> {
  const { id: accountId, mode } = ctx.account;
  const defaultPortfolioId = input.default_portfolio_id ?? null;
  await requirePortfolio(ctx, defaultPortfolioId);
  const subaccount = await ctx.db.prisma.subaccount.create({
    data: {
      accountId,
      mode,
      id: newId("subaccount"),
      name: input.name,
      email: input.email ?? null,
      defaultPortfolioId,
      logoFileKey: input.logoFileKey ?? null,
      createdAt: ctx.now,
    },
  });
  await recordAudit(ctx, {
    action: "subaccount.created",
    subjectId: subaccount.id,
    data: { name: input.name },
  });
  return subaccount;
}
