// Changes an account's own portfolio; what was sold from it before stays as it was sold.
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { PortfolioAllocation } from "#prisma";
import { getPortfolio } from "./get-portfolio";
import { toAllocationRows, writeParts } from "./portfolio-store";
import { requireCategories } from "./require-categories";
import { requireOwnPortfolio } from "./require-own-portfolio";
import type { PortfolioWithAllocations } from "./resource";
import type { UpdatePortfolio } from "./schema";

type Row = Pick<PortfolioAllocation, "categoryId" | "endMillionths">;

function say(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ categoryId, endMillionths }) => [categoryId, endMillionths]));
}

/**
 * Changes the portfolio. Orders and sessions name, besides it, the copy of its parts that their
 * price was made of, and these never change: other parts are written under a new copy's id.
 * @throws not-found; forbidden where it is not the account's own; invalid naming the field
 */
export async function updatePortfolio(
  ctx: AccountContext,
  input: UpdatePortfolio,
): Promise<PortfolioWithAllocations> {
  const { id, name, summary, description, category_allocations: parts } = input;
  const { allocations, ...before } = await requireOwnPortfolio(ctx, { id });
  const { mode } = ctx.account;
  const { portfolio } = ctx.db.prisma;
  const [largest] = await requireCategories(ctx, parts);
  const said = { name, summary, description, primaryImageUrl: largest?.primaryImageUrl ?? null };
  const rows = toAllocationRows(parts);
  const changed = say(allocations) !== say(rows);
  let { splitPortfolioId } = before;
  if (changed) {
    splitPortfolioId = newId("portfolio");
    const copy = { ...before, ...said, id: splitPortfolioId, splitPortfolioId: null };
    await portfolio.create({ data: { ...copy, archivedAt: ctx.now } });
    await writeParts(ctx, { mode, ids: [id, splitPortfolioId], rows });
  }
  // The present copy says the same: open sessions show it.
  const ids = [id, ...(splitPortfolioId === null ? [] : [splitPortfolioId])];
  await portfolio.updateMany({ where: { mode, id: { in: ids } }, data: said });
  await portfolio.update({ where: { mode_id: { mode, id } }, data: { splitPortfolioId } });
  await recordAudit(ctx, {
    action: "portfolio.updated",
    subjectId: id,
    data: { name, parts_changed: changed },
  });
  return getPortfolio(ctx, { id });
}
