// Corrects the kept sums by the books.
import type { Context } from "#core/context";
import { recordAudit } from "#core/record-audit";
import { lockCatalogue } from "#domain/catalogue";
import { compareStatement, keptSums, rebuildStatement } from "./kept-sums";

/** Of each sum, no more rows than these are given. */
const MAX_ROWS = 100;

export interface TotalsReport {
  table: string;
  /** Rows that were not what they must be, or missing. */
  differing: number;
  rows: Record<string, unknown>[];
}

const LOCK = {
  name: "inventory-lock-totals",
  // In the order in which matching writes them. Whoever writes a sum does it in the transaction of
  // what it sums up: with these locks, both are there or neither is.
  text: "LOCK TABLE stock_totals, order_totals, retirement_totals IN SHARE ROW EXCLUSIVE MODE",
};

/**
 * Compares all kept sums with the books; corrects them unless it is a dry run. The caller opens the
 * transaction. Matching and imports wait meanwhile; orders are placed as ever.
 */
export async function rebuildTotals(
  ctx: Context,
  { dryRun }: { dryRun: boolean },
): Promise<TotalsReport[]> {
  if (!dryRun) {
    await lockCatalogue(ctx, "live");
    await lockCatalogue(ctx, "test");
    await ctx.db.query(LOCK, []);
  }
  const reports: TotalsReport[] = [];
  for (const sum of keptSums) {
    const statement = (dryRun ? compareStatement : rebuildStatement)(sum, MAX_ROWS);
    const found = await ctx.db.query<Record<string, unknown> & { differing: number }>(
      statement,
      [],
    );
    const rows = found.map(({ differing: _, ...row }) => row);
    reports.push({ table: sum.table, differing: found[0]?.differing ?? 0, rows });
  }
  const corrected = reports.filter(({ differing }) => differing > 0);
  if (!dryRun && corrected.length > 0) {
    const data = Object.fromEntries(corrected.map(({ table, differing }) => [table, differing]));
    await recordAudit(ctx, { action: "totals.rebuilt", data });
  }
  return reports;
}
