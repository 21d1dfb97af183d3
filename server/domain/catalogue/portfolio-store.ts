// How an account's own portfolio is held still, and its parts are written.
import type { AccountContext, Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { PortfolioAllocation } from "#prisma";
import { toMillionths } from "./rules";
import type { PortfolioParts } from "./schema";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

// Whoever would sell from the portfolio waits for this to end, and so do new defaults.
const lockRow = query(
  "catalogue-lock-own-portfolio",
  (db, portfolio: Params<{ mode: Mode; id: string; accountId: string }>) =>
    db
      .selectFrom("portfolios")
      .select("id")
      .where("mode", "=", portfolio.mode)
      .where("id", "=", portfolio.id)
      .where("accountId", "=", portfolio.accountId)
      .where("archivedAt", "is", null)
      .forUpdate(),
);

/** Holds the account's own portfolio until the transaction ends; false where there is none. */
export async function lockOwn(ctx: AccountContext, id: string): Promise<boolean> {
  const { mode, id: accountId } = ctx.account;
  return (await lockRow(ctx.db, { mode, id, accountId })).length > 0;
}

type AllocationRow = Pick<PortfolioAllocation, "categoryId" | "startMillionths" | "endMillionths">;

/** The parts as a chain from 0 to a million. */
export function toAllocationRows(parts: PortfolioParts): AllocationRow[] {
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += toMillionths(part.allocated_fraction) ?? 0;
    return { categoryId: part.category_id, startMillionths: start, endMillionths: end };
  });
}

interface WriteParts {
  mode: Mode;
  /** The portfolio, and the one under whose id its present parts stay for what is sold now. */
  ids: readonly string[];
  rows: AllocationRow[];
}

/** Makes these the parts of each of the portfolios. */
export async function writeParts(ctx: Context, { mode, ids, rows }: WriteParts): Promise<void> {
  const { portfolioAllocation } = ctx.db.prisma;
  await portfolioAllocation.deleteMany({ where: { mode, portfolioId: { in: [...ids] } } });
  const data = ids.flatMap((portfolioId) => rows.map((row) => ({ ...row, mode, portfolioId })));
  await portfolioAllocation.createMany({ data });
}
