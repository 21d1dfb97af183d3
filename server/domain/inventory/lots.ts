import { type Kysely, type Selectable, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { notFound } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { isAnyOr, projectsOf, type StockTables } from "./stock";
import type { InventoryTables } from "./tables";

const query = queriesOn<StockTables>();

export interface LotFilter {
  mode: Mode;
  projectId: string | null;
  categoryId: string | null;
  vintageYear: number | null;
  /** `open`: on sale with kg left; `stopped`: waits for an operator's decision. */
  only: "open" | "stopped" | null;
}

const listedColumns = [
  "id",
  "projectId",
  "vintageYear",
  "quantityKg",
  "retiredKg",
  "registryRetiredKg",
  "serialNumberRange",
  "retirementUrl",
  "createdAt",
  "state",
  "stateReason",
  "stateChangedAt",
  "labels",
  "correspondingAdjustment",
  "correspondingAdjustmentUrl",
  "creditType",
  "costPerTonne",
  "costCurrency",
] as const satisfies readonly (keyof InventoryTables["creditLots"])[];

export type ListedLot = Pick<
  Selectable<InventoryTables["creditLots"]>,
  (typeof listedColumns)[number]
> & { projectName: string; registryName: string };

interface LotPage extends Omit<LotFilter, "only"> {
  /** The lot before the page; null for the first page. */
  cursorId: string | null;
  limit: number;
}

interface Walk {
  order: "asc" | "desc";
  beyond: "<" | ">";
}

/** Parts of the stock from the cursor on, and the start of the lots in each. */
function partsFrom(db: Kysely<StockTables>, page: Params<LotPage>, { order, beyond }: Walk) {
  const start = sql.lit(order === "asc" ? "-infinity" : "infinity");
  const isAt = sql`part.project_id = place.project_id AND part.vintage_year = place.vintage_year`;
  return db
    .with("place", (qb) =>
      qb
        .selectFrom("creditLots")
        .select(["projectId", "vintageYear", "createdAt", "id"])
        .where("mode", "=", page.mode)
        .where("id", "=", page.cursorId),
    )
    .with("parts", (qb) =>
      qb
        .selectFrom("stockTotals as part")
        .leftJoin("place", (join) => join.onTrue())
        .select([
          "part.projectId",
          "part.vintageYear",
          sql<Date>`CASE WHEN ${isAt} THEN place.created_at ELSE ${start} END`.as("fromTime"),
          sql<string>`CASE WHEN ${isAt} THEN place.id ELSE '' END`.as("fromId"),
        ])
        .where("part.mode", "=", page.mode)
        .where("part.lots", ">", 0)
        .where((eb) => isAnyOr(page.projectId, eb("part.projectId", "=", page.projectId)))
        .where((eb) => isAnyOr(page.categoryId, eb("part.projectId", "in", projectsOf(db, page))))
        .where((eb) => isAnyOr(page.vintageYear, eb("part.vintageYear", "=", page.vintageYear)))
        .where(
          sql<boolean>`CASE WHEN ${page.cursorId}::text IS NULL THEN true ELSE
            (part.project_id, part.vintage_year) ${sql.raw(beyond)}=
              (place.project_id, place.vintage_year) END`,
        )
        .orderBy("part.projectId", order)
        .orderBy("part.vintageYear", order),
    );
}

/**
 * Walks the parts of the stock in order, and in each the lots in their order of use. Both use an
 * index and stop at the end of the page.
 */
function pageQuery(direction: Cursor["direction"] | "first", only: LotFilter["only"]) {
  const isBack = direction === "newer";
  const walk: Walk = isBack ? { order: "desc", beyond: "<" } : { order: "asc", beyond: ">" };
  const { order, beyond } = walk;
  return query(`inventory-page-lots-${direction}-${only ?? "all"}`, (db, page: Params<LotPage>) =>
    partsFrom(db, page, walk)
      .selectFrom("parts as part")
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots")
          .select(listedColumns.map((column) => `creditLots.${column}` as const))
          .whereRef("creditLots.projectId", "=", "part.projectId")
          .where("mode", "=", page.mode)
          .whereRef("creditLots.vintageYear", "=", "part.vintageYear")
          .where((eb) =>
            eb(eb.refTuple("createdAt", "id"), beyond, eb.refTuple("part.fromTime", "part.fromId")),
          )
          .$if(only === "open", (lots) =>
            lots.whereRef("retiredKg", "<", "quantityKg").where("state", "=", "on_sale"),
          )
          .$if(only === "stopped", (lots) => lots.where("state", "=", "stopped"))
          .orderBy("createdAt", order)
          .orderBy("id", order)
          .limit(page.limit)
          .as("lot"),
      )
      .innerJoin("projects as p", (join) =>
        join.on("p.mode", "=", page.mode).onRef("p.id", "=", "lot.projectId"),
      )
      .select(listedColumns.map((column) => `lot.${column}` as const))
      .select(["p.name as projectName", "p.registryName"])
      .orderBy("part.projectId", order)
      .orderBy("part.vintageYear", order)
      .orderBy("lot.createdAt", order)
      .orderBy("lot.id", order)
      .limit(page.limit),
  );
}

const pagesOf = (only: LotFilter["only"]) => ({
  first: pageQuery("first", only),
  older: pageQuery("older", only),
  newer: pageQuery("newer", only),
});
const pages = { all: pagesOf(null), open: pagesOf("open"), stopped: pagesOf("stopped") };

/** Up to `limit` lots beyond the cursor, nearest first: by project, vintage and age. */
function pageLots(
  db: Sql,
  { only, ...filter }: LotFilter,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<ListedLot[]> {
  const page = pages[only ?? "all"][cursor?.direction ?? "first"];
  return page(db, { ...filter, limit, cursorId: cursor?.id ?? null });
}

// Lots with this id, or with exactly this serial number range.
const findListedLots = query(
  "inventory-find-listed-lot",
  (db, lot: Params<{ mode: Mode; text: string }>) => {
    const lots = db
      .selectFrom("creditLots as lot")
      .innerJoin("projects as p", (join) =>
        join.onRef("p.mode", "=", "lot.mode").onRef("p.id", "=", "lot.projectId"),
      )
      .select(listedColumns.map((column) => `lot.${column}` as const))
      .select(["p.name as projectName", "p.registryName"])
      .where("lot.mode", "=", lot.mode);
    return lots
      .where("lot.id", "=", lot.text)
      .unionAll(lots.where("lot.serialNumberRange", "=", lot.text).where("lot.id", "<>", lot.text));
  },
);

interface ListLots extends LotFilter, PageQuery {
  /** An id, or a full serial number range; overrides the filters. */
  search: string | null;
}

/** A page of lots by project, then in their order of use. Every page costs the same. */
export async function listLots(ctx: Context, input: ListLots): Promise<Page<ListedLot>> {
  const { limit, search } = input;
  if (search !== null) {
    return {
      data: await findListedLots(ctx.db, { mode: input.mode, text: search }),
      hasMore: false,
    };
  }
  const cursor = cursorOf(input);
  const rows = await pageLots(ctx.db, input, { cursor, limit: limit + 1 });
  return pageOf(rows, limit, cursor);
}

/** The mode's lot with this id. @throws not-lots */
export async function getLot(ctx: Context, input: { mode: Mode; id: string }): Promise<ListedLot> {
  const lots = await findListedLots(ctx.db, { mode: input.mode, text: input.id });
  const lot = lots.find(({ id }) => id === input.id);
  if (!lot) throw notFound("credit lot");
  return lot;
}

export interface LotRetirement {
  orderId: string;
  accountName: string;
  kg: number;
  /** Position in the lot, and so in the list. */
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

interface ListRetirementsOfLot {
  mode: Mode;
  id: string;
  limit: number;
  /** Position in kg of the last retirement on the previous page. */
  afterKg: number | null;
  /** Position in kg of the first retirement on the next page. */
  beforeKg: number | null;
}

/** A page of the lot's retirements, by position. */
export async function listRetirementsOfLot(
  ctx: Context,
  { mode, id, limit, afterKg, beforeKg }: ListRetirementsOfLot,
): Promise<Page<LotRetirement>> {
  const page = { afterKg, beforeKg, limit: limit + 1 };
  const rows = await pageRetirements(ctx.db, { mode, id, ...page });
  const data = rows.slice(0, limit);
  if (beforeKg !== null) data.reverse();
  return { data, hasMore: rows.length > limit };
}
