// What was retired from one lot, order by order.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import type { Page } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { StockTables } from "./project-stock";

const query = queriesOn<StockTables>();

export interface LotRetirement {
  orderId: string;
  accountName: string;
  kg: number;
  /** Where in the lot it starts: its place in the list. */
  startKg: number;
  serialNumberRange: string;
  retiredAt: Date;
}

interface RetirementPage {
  afterKg: number | null;
  beforeKg: number | null;
  limit: number;
}

const pageRetirements = query(
  "inventory-page-retirements-of-lot",
  (db, page: Params<RetirementPage & { mode: Mode; id: string }>) =>
    db
      .selectFrom("retirements as r")
      .innerJoin("accounts as a", "a.id", "r.accountId")
      .select((eb) => [
        "r.orderId",
        "a.name as accountName",
        "r.lotStartKg as startKg",
        eb("r.lotEndKg", "-", eb.ref("r.lotStartKg")).as("kg"),
        "r.serialNumberRange",
        "r.retiredAt",
      ])
      .where("r.lotId", "=", page.id)
      .where("r.mode", "=", page.mode)
      .where("r.lotStartKg", ">", sql<number>`coalesce(${page.afterKg}::bigint, -1)`)
      .where("r.lotStartKg", "<", sql<number>`coalesce(${page.beforeKg}::bigint, 9e15)`)
      .orderBy(
        sql`CASE WHEN ${page.beforeKg}::bigint IS NULL THEN r.lot_start_kg ELSE -r.lot_start_kg END`,
      )
      .limit(page.limit),
);

/** Retirements from the lot beyond a place in it, walking away from it. */
function pageRetirementsOf(
  db: Sql,
  lot: { mode: Mode; id: string },
  page: RetirementPage,
): Promise<LotRetirement[]> {
  return pageRetirements(db, { ...lot, ...page });
}

interface ListRetirementsOfLot {
  mode: Mode;
  id: string;
  limit: number;
  /** The place in the lot, in kg, of the last one of the page before. */
  afterKg: number | null;
  /** That of the first one of the page behind. */
  beforeKg: number | null;
}

/** Retirements from the lot's first kg on. */
export async function listRetirementsOfLot(
  ctx: Context,
  { mode, id, limit, afterKg, beforeKg }: ListRetirementsOfLot,
): Promise<Page<LotRetirement>> {
  const page = { afterKg, beforeKg, limit: limit + 1 };
  const rows = await pageRetirementsOf(ctx.db, { mode, id }, page);
  const data = rows.slice(0, limit);
  if (beforeKg !== null) data.reverse();
  return { data, hasMore: rows.length > limit };
}
