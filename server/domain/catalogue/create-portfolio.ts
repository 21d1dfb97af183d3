// Makes a portfolio that one account alone may buy from.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { Portfolio } from "#prisma";
import { toAllocationRows, writeParts } from "./portfolio-store";
import { requireCategories } from "./require-categories";
import type { CreatePortfolio } from "./schema";

/** The list of portfolios has no pages. */
const MAX_OWN = 100;

/**
 * Makes a portfolio of the context's account. Its price per kg is what its parts cost, and its
 * picture that of its largest part.
 * @throws invalid naming the field; conflict where the account has too many
 */
export async function createPortfolio(
  ctx: AccountContext,
  input: CreatePortfolio,
): Promise<Portfolio> {
  const { id: accountId, mode } = ctx.account;
  const parts = input.category_allocations;
  const [largest] = await requireCategories(ctx, parts);
  const { portfolio } = ctx.db.prisma;
  const count = await portfolio.count({ where: { accountId, archivedAt: null } });
  if (count >= MAX_OWN) {
    throw conflict(`An account has at most ${MAX_OWN} portfolios of its own`, "Archive one first.");
  }
  const { name, summary, description } = input;
  const said = { name, summary, description, primaryImageUrl: largest?.primaryImageUrl ?? null };
  const common = { mode, accountId, position: 0, ...said };
  const [id, splitPortfolioId] = [newId("portfolio"), newId("portfolio")];
  await portfolio.create({ data: { ...common, id: splitPortfolioId, archivedAt: ctx.now } });
  const made = await portfolio.create({ data: { ...common, id, splitPortfolioId } });
  await writeParts(ctx, { mode, ids: [id, splitPortfolioId], rows: toAllocationRows(parts) });
  await recordAudit(ctx, {
    action: "portfolio.created",
    subjectId: made.id,
    data: { name: made.name },
  });
  return made;
}
