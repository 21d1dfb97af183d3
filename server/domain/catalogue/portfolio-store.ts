// The SQL by which an account's own portfolio is held still, and its parts are written.
import type { AccountContext, Context, Mode } from "#core/context";
import type { Statement } from "#core/db";
import type { PortfolioAllocation } from "#prisma";
import { toMillionths } from "./rules";
import type { PortfolioParts } from "./schema";

// Orders and sessions that name the portfolio wait for this to end, and so do new defaults.
const LOCK_OWN: Statement = {
  name: "catalogue-lock-own-portfolio",
  text: `
    SELECT id FROM portfolios
    WHERE mode = $1 AND id = $2 AND account_id = $3 AND archived_at IS NULL
    FOR UPDATE`,
};

/** Holds the account's own portfolio until the transaction ends; false where there is none. */
export async function lockOwn(ctx: AccountContext, id: string): Promise<boolean> {
  const { mode, id: accountId } = ctx.account;
  return (await ctx.db.query(LOCK_OWN, [mode, id, accountId])).length > 0;
}

const KEEP_SPLIT: Statement = {
  name: "catalogue-keep-split",
  text: `
    WITH kept AS (
      UPDATE orders SET split_portfolio_id = $3
      WHERE account_id = $1 AND portfolio_id = $2 AND state = 'placed'
        AND split_portfolio_id IS NULL
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM kept`,
};

/** Has the orders that wait be filled by another portfolio's parts; returns how many there were. */
export async function keepSplit(
  ctx: AccountContext,
  input: { portfolioId: string; splitPortfolioId: string },
): Promise<number> {
  const values = [ctx.account.id, input.portfolioId, input.splitPortfolioId];
  const [row] = await ctx.db.query<{ count: number }>(KEEP_SPLIT, values);
  return row?.count ?? 0;
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

/** Makes these the parts of the portfolio. */
export async function writeParts(
  ctx: Context,
  input: { mode: Mode; portfolioId: string; rows: AllocationRow[] },
): Promise<void> {
  const { mode, portfolioId, rows } = input;
  const { portfolioAllocation } = ctx.db.prisma;
  await portfolioAllocation.deleteMany({ where: { mode, portfolioId } });
  await portfolioAllocation.createMany({
    data: rows.map(({ categoryId, startMillionths, endMillionths }) => ({
      mode,
      portfolioId,
      categoryId,
      startMillionths,
      endMillionths,
    })),
  });
}
