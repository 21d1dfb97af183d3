// Replaces what a subaccount says of itself, its logo excepted.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Subaccount } from "#prisma";
import { getSubaccount } from "./get-subaccount";
import { recordAudit } from "./record-audit";
import { requirePortfolio } from "./require-portfolio";
import type { UpdateSubaccount } from "./schema";

/**
 * What is left out is removed: the e-mail address, or the default portfolio.
 * @throws not-found; invalid `default_portfolio_id` where the account may not use it
 */
export async function updateSubaccount(
  ctx: AccountContext,
  input: UpdateSubaccount & { id: string },
): Promise<Subaccount> {
  const { id } = await getSubaccount(ctx, input);
  const defaultPortfolioId = input.default_portfolio_id ?? null;
  await requirePortfolio(ctx, defaultPortfolioId);
  const [updated] = await ctx.db.prisma.subaccount.updateManyAndReturn({
    where: { accountId: ctx.account.id, id },
    data: { name: input.name, email: input.email ?? null, defaultPortfolioId },
  });
  if (!updated) throw notFound("subaccount");
  await recordAudit(ctx, {
    action: "subaccount.updated",
    subjectId: id,
    data: { name: input.name },
  });
  return updated;
}
