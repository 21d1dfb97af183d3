// Changes an account's own portfolio; what was bought from it before stays as it was bought.
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { PortfolioAllocation } from "#prisma";
import { getPortfolio } from "./get-portfolio";
import { keepSplit, toAllocationRows, writeParts } from "./portfolio-store";
import { requireCategories } from "./require-categories";
import { requireOwnPortfolio } from "./require-own-portfolio";
import type { PortfolioWithAllocations } from "./resource";
import type { UpdatePortfolio } from "./schema";

type Row = Pick<PortfolioAllocation, "categoryId" | "endMillionths">;

function say(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ categoryId, endMillionths }) => [categoryId, endMillionths]));
}

/**
 * Orders are filled by their portfolio's parts at the time of matching. Those that wait were
 * priced and bought by the parts of before: an archived copy keeps these for them.
 */
async function keepForWaiting(
  ctx: AccountContext,
  { allocations, ...portfolio }: PortfolioWithAllocations,
): Promise<number> {
  const { prisma } = ctx.db;
  const { id: portfolioId } = portfolio;
  const { mode } = ctx.account;
  const waiting = { accountId: ctx.account.id, portfolioId, state: "placed" };
  const isHeld = { ...waiting, splitPortfolioId: null };
  if (!(await prisma.order.findFirst({ where: isHeld, select: { id: true } }))) return 0;
  const id = newId("portfolio");
  await prisma.portfolio.create({ data: { ...portfolio, id, archivedAt: ctx.now } });
  await writeParts(ctx, { mode, portfolioId: id, rows: allocations });
  return keepSplit(ctx, { portfolioId, splitPortfolioId: id });
}

/**
 * Changes the portfolio. Orders that were placed before keep their price and their parts; sessions
 * that are open keep their price, and are filled by the parts of the time of payment, which their
 * page shows.
 * @throws not-found; forbidden where it is not the account's own; invalid naming the field
 */
export async function updatePortfolio(
  ctx: AccountContext,
  input: UpdatePortfolio,
): Promise<PortfolioWithAllocations> {
  const { id, name, summary, description, category_allocations: parts } = input;
  const before = await requireOwnPortfolio(ctx, { id });
  const { mode } = ctx.account;
  const [largest] = await requireCategories(ctx, parts);
  const rows = toAllocationRows(parts);
  const changed = say(before.allocations) !== say(rows);
  const kept = changed ? await keepForWaiting(ctx, before) : 0;
  if (changed) await writeParts(ctx, { mode, portfolioId: id, rows });
  await ctx.db.prisma.portfolio.update({
    where: { mode_id: { mode, id } },
    data: { name, summary, description, primaryImageUrl: largest?.primaryImageUrl ?? null },
  });
  await recordAudit(ctx, {
    action: "portfolio.updated",
    subjectId: id,
    data: { name, parts_changed: changed, orders_kept: kept },
  });
  return getPortfolio(ctx, { id });
}
