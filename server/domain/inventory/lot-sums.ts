// Count and sums of a filtered list of lots: exact, or absent.
import { sql } from "kysely";
import type { Context } from "#core/context";
import { MAX_SUMMED } from "#core/page";
import { runOnce } from "#core/query";
import type { LotFilter } from "./lots";
import type { StockTables } from "./stock";

interface Sums {
  quantityKg: number;
  retiredKg: number;
  /** On sale and not retired. */
  leftKg: number;
}

export interface LotSums {
  /** All matching lots, or as many as were counted if `isCapped`. */
  lots: number;
  isCapped: boolean;
  /** Null if not all lots were counted. */
  sums: Sums | null;
}

const kgOf = (expression: string) => sql<number>`coalesce(sum(${sql.raw(expression)}), 0)::bigint`;

/** Count and sums of the mode's lots that match the filter. */
export async function getLotSums(ctx: Context, filter: LotFilter): Promise<LotSums> {
  const { mode, projectId, categoryId, vintageYear, only } = filter;
  const [row] = await runOnce<StockTables, Sums & { lots: number }>(ctx.db, (db) => {
    const ofCategory = db
      .selectFrom("categoryProjects")
      .select("projectId")
      .where("mode", "=", mode)
      .where("categoryId", "=", categoryId);
    const lots = db
      .selectFrom("creditLots as l")
      .select(["l.quantityKg", "l.retiredKg", "l.state"])
      .where("l.mode", "=", mode)
      .$if(projectId !== null, (rows) => rows.where("l.projectId", "=", projectId))
      .$if(categoryId !== null, (rows) => rows.where("l.projectId", "in", ofCategory))
      .$if(vintageYear !== null, (rows) => rows.where("l.vintageYear", "=", vintageYear))
      .$if(only === "stopped", (rows) => rows.where("l.state", "=", "stopped"))
      .$if(only === "open", (rows) =>
        rows.where("l.state", "=", "on_sale").whereRef("l.retiredKg", "<", "l.quantityKg"),
      )
      .limit(MAX_SUMMED + 1);
    return db
      .selectFrom(lots.as("lot"))
      .select(({ fn }) => fn.countAll<number>().as("lots"))
      .select([
        kgOf("quantity_kg").as("quantityKg"),
        kgOf("retired_kg").as("retiredKg"),
        kgOf("CASE WHEN state = 'on_sale' THEN quantity_kg - retired_kg END").as("leftKg"),
      ]);
  });
  if (!row) throw new Error("a sum has a row");
  const { lots, ...sums } = row;
  const isCapped = lots > MAX_SUMMED;
  return { lots, isCapped, sums: isCapped ? null : sums };
}
