// The SQL of lots: those in stock, those that arrive, and those they overlap.
import { type Selectable, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { Counts } from "#domain/catalogue";
import type { LotsPlan } from "./plan-lots";
import { isometricIssuance } from "./serial-format-rules";
import { isNumbered, type SerialForm, type SerialRange } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

/** Rows sent in one statement. */
const BATCH = 1_000;

export type CreditLot = Selectable<InventoryTables["creditLots"]>;

const newLotTypes = {
  id: "text",
  projectId: "text",
  vintageYear: "int",
  quantityKg: "bigint",
  serialNumberRange: "text",
  opaqueSerials: "boolean",
  retirementUrl: "text",
} as const;
export const newLotColumns = Object.keys(newLotTypes) as (keyof typeof newLotTypes)[];

/** A lot as it comes in. */
export type NewLot = Pick<CreditLot, keyof typeof newLotTypes>;

/** A lot with its range as it was read. */
export interface ParsedLot extends NewLot {
  range: SerialRange;
}

/** Cuts a list into pieces that one statement may carry. */
function inBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH);
  return Array.from({ length: count }, (_, batch) =>
    items.slice(batch * BATCH, (batch + 1) * BATCH),
  );
}

interface Batches<Item> {
  items: readonly Item[];
  phase: string;
}

/** Gives a list a piece at a time, and tells how far its user has come. */
export async function* batchesOf<Item>(
  ctx: Context,
  { items, phase }: Batches<Item>,
): AsyncGenerator<Item[]> {
  let done = 0;
  for (const batch of inBatches(items)) {
    yield batch;
    done += batch.length;
    await ctx.progress?.({ phase, done, total: items.length });
  }
}

/** The range's columns: numbers where its format is known. */
export function serialColumns(range: SerialRange) {
  if (!isNumbered(range)) return { serialBlock: null, serialFirst: null, serialLast: null };
  return { serialBlock: range.blockKey, serialFirst: range.first, serialLast: range.last };
}

/** The types of the range's columns. */
export const serialTypes = {
  serialBlock: "text",
  serialFirst: "numeric",
  serialLast: "numeric",
} as const;

/** A range with its columns. */
export type SerialRow = { range: string } & ReturnType<typeof serialColumns>;

/** How a lot has its serials, as SQL. */
export const serialForm = `
  CASE WHEN serial_block IS NOT NULL THEN 'numbered' WHEN opaque_serials THEN 'opaque'
    ELSE 'named' END`;

/** A lot in stock. */
export interface StockLot extends NewLot {
  serialForm: SerialForm;
}

/** How a lot has its serials, as a column. */
export const serialFormOf = sql<SerialForm>`${sql.raw(serialForm)}`.as("serialForm");

const lotsById = query(
  "inventory-find-lots",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("creditLots")
      .select([...newLotColumns, serialFormOf])
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);

/** The lots with these ids that are there, by id. */
export async function findLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<Map<string, StockLot>> {
  const found = new Map<string, StockLot>();
  for await (const ids of batchesOf(ctx, { items: input.ids, phase: "Looking for lots" })) {
    for (const lot of await lotsById(ctx.db, { mode: input.mode, ids })) found.set(lot.id, lot);
  }
  return found;
}

// Lots that are there share no serial, so of those that start before a range ends only the last
// one can reach into it.
const holdersOf = query(
  "inventory-find-holders",
  (db, { mode, ranges }: Params<{ mode: Mode; ranges: (SerialRow & { index: number })[] }>) =>
    db
      .with("asked", (qb) =>
        qb
          .selectFrom(unnest("row", ranges, { index: "int", range: "text", ...serialTypes }))
          .selectAll("row"),
      )
      .selectFrom("asked")
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots as held")
          .select(["held.id", "held.serialLast"])
          .where("held.mode", "=", mode)
          .whereRef("held.serialBlock", "=", "asked.serialBlock")
          .whereRef("held.serialFirst", "<=", "asked.serialLast")
          .orderBy("held.serialFirst", "desc")
          .limit(1)
          .as("lot"),
      )
      .select(["asked.index", "lot.id"])
      .whereRef("lot.serialLast", ">=", "asked.serialFirst")
      .union((from) =>
        from
          .selectFrom("asked")
          .innerJoin("creditLots as lot", (join) =>
            join.on("lot.mode", "=", mode).onRef("lot.serialNumberRange", "=", "asked.range"),
          )
          .select(["asked.index", "lot.id"]),
      ),
);

/** For each range that shares a serial with a lot that is there: its index → the lot's id. */
export async function findHolders(
  ctx: Context,
  input: { mode: Mode; ranges: { index: number; range: SerialRange }[] },
): Promise<Map<number, string>> {
  const holders = new Map<number, string>();
  for await (const batch of batchesOf(ctx, { items: input.ranges, phase: "Comparing serials" })) {
    const ranges = batch.map(({ index, range }) => ({
      index,
      range: range.range,
      ...serialColumns(range),
    }));
    const found = await holdersOf(ctx.db, { mode: input.mode, ranges });
    for (const { index, id } of found) holders.set(index, id);
  }
  return holders;
}

interface NamedLots {
  mode: Mode;
  withIsometric: boolean;
}

const lotsWithNames = query("inventory-find-named-lots", (db, asked: Params<NamedLots>) =>
  db
    .selectFrom("creditLots")
    .select(["id", "serialNumberRange", "quantityKg"])
    .where("mode", "=", asked.mode)
    .where("serialBlock", "is", null)
    .where((eb) =>
      eb.or([
        sql<boolean>`${asked.withIsometric}::boolean`,
        eb("serialNumberRange", "!~*", isometricIssuance.source),
      ]),
    ),
);

/**
 * The lots of which the serials are not known by number; without `withIsometric`, only those that
 * somebody wrote by hand.
 */
export function findNamedLots(
  ctx: Context,
  asked: NamedLots,
): Promise<Pick<NewLot, "id" | "serialNumberRange" | "quantityKg">[]> {
  return lotsWithNames(ctx.db, asked);
}

const lotColumns = [...newLotColumns, "serialBlock", "serialFirst", "serialLast"] as const;

type LotRow = NewLot & ReturnType<typeof serialColumns>;

const insert = query(
  "inventory-insert-lots",
  (db, { mode, lots, now }: Params<{ mode: Mode; lots: LotRow[]; now: Date }>) =>
    db
      .with("fresh", (qb) =>
        qb
          .insertInto("creditLots")
          .columns([...lotColumns, "mode", "createdAt"])
          .expression((from) =>
            from
              .selectFrom(unnest("row", lots, { ...newLotTypes, ...serialTypes }))
              .select(lotColumns)
              .select([
                sql<Mode>`${mode}::text`.as("mode"),
                sql<Date>`${now}::timestamptz`.as("createdAt"),
              ]),
          )
          .returning(["mode", "projectId", "vintageYear", "quantityKg"]),
      )
      .insertInto("stockTotals")
      .columns(["mode", "projectId", "vintageYear", "lots", "quantityKg"])
      .expression((from) =>
        from
          .selectFrom("fresh")
          .select((eb) => [
            "mode",
            "projectId",
            "vintageYear",
            eb.fn.countAll<number>().as("lots"),
            eb.fn.sum<number>("quantityKg").as("quantityKg"),
          ])
          .groupBy(["mode", "projectId", "vintageYear"]),
      )
      .onConflict((conflict) =>
        conflict.columns(["mode", "projectId", "vintageYear"]).doUpdateSet((eb) => ({
          lots: eb("stockTotals.lots", "+", eb.ref("excluded.lots")),
          quantityKg: eb("stockTotals.quantityKg", "+", eb.ref("excluded.quantityKg")),
        })),
      ),
);

/** Adds lots to the stock. */
export async function insertLots(
  ctx: Context,
  { mode, lots: items }: { mode: Mode; lots: ParsedLot[] },
): Promise<void> {
  for await (const batch of batchesOf(ctx, { items, phase: "Adding lots" })) {
    const lots = batch.map(({ range, ...lot }) => ({ ...lot, ...serialColumns(range) }));
    await insert(ctx.db, { mode, lots, now: ctx.now });
  }
}

const relink = query(
  "inventory-relink-lots",
  (db, { mode, lots }: Params<{ mode: Mode; lots: NewLot[] }>) =>
    db
      .updateTable("creditLots as lot")
      .from(unnest("row", lots, { id: "text", retirementUrl: "text", opaqueSerials: "boolean" }))
      .set((eb) => ({
        retirementUrl: eb.ref("row.retirementUrl"),
        opaqueSerials: sql<boolean>`lot.opaque_serials OR row.opaque_serials`,
      }))
      .where("lot.mode", "=", mode)
      .whereRef("lot.id", "=", "row.id"),
);

/** Gives lots another retirement URL, or declares their serials to be a name: all that may change. */
export async function relinkLots(
  ctx: Context,
  input: { mode: Mode; lots: NewLot[] },
): Promise<void> {
  for (const lots of inBatches(input.lots)) await relink(ctx.db, { mode: input.mode, lots });
}

/** Carries out a plan without faults; the caller still holds the catalogue's lock. */
export async function writeLots(ctx: Context, plan: LotsPlan): Promise<Counts> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be carried out");
  const { mode, fresh, relinked, unchanged } = plan;
  await insertLots(ctx, { mode, lots: fresh });
  await relinkLots(ctx, { mode, lots: relinked });
  return { created: fresh.length, updated: relinked.length, unchanged };
}
