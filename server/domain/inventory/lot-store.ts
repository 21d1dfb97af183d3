import { type Selectable, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import { isometricIssuance } from "./serial-format-rules";
import { isNumbered, type SerialForm, type SerialRange, widenSerialRange } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

/** Rows per statement. */
const BATCH = 1_000;

export type CreditLot = Selectable<InventoryTables["creditLots"]>;

export const newLotTypes = {
  id: "text",
  projectId: "text",
  vintageYear: "int",
  quantityKg: "bigint",
  serialNumberRange: "text",
  opaqueSerials: "boolean",
  retirementUrl: "text",
  labels: "jsonb",
  correspondingAdjustment: "text",
  correspondingAdjustmentUrl: "text",
  creditType: "text",
  costPerTonne: "int",
  costCurrency: "text",
} as const;
export const newLotColumns = Object.keys(newLotTypes) as (keyof typeof newLotTypes)[];

/** A lot before it is stored. */
export type NewLot = Pick<CreditLot, keyof typeof newLotTypes>;

/** A lot with its parsed range. */
export interface ParsedLot extends NewLot {
  range: SerialRange;
}

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

/** Yields the list in batches, and reports the progress after each. */
export async function* batchesOf<Item>(
  ctx: Pick<Context, "progress">,
  { items, phase }: Batches<Item>,
): AsyncGenerator<Item[]> {
  let done = 0;
  for (const batch of inBatches(items)) {
    yield batch;
    done += batch.length;
    await ctx.progress?.({ phase, done, total: items.length });
  }
}

/** The range's columns, with numbers where its format is known. */
export function serialColumns(range: SerialRange) {
  if (!isNumbered(range)) return { serialBlock: null, serialFirst: null, serialLast: null };
  return { serialBlock: range.blockKey, serialFirst: range.first, serialLast: range.last };
}

export const serialTypes = {
  serialBlock: "text",
  serialFirst: "numeric",
  serialLast: "numeric",
} as const;

export type SerialRow = { range: string } & ReturnType<typeof serialColumns>;

/** SQL expression of a lot's serial form. */
export const serialForm = `
  CASE WHEN serial_block IS NOT NULL THEN 'numbered' WHEN opaque_serials THEN 'opaque'
    ELSE 'named' END`;

export interface StockLot extends NewLot {
  serialForm: SerialForm;
}

export const serialFormOf = sql<SerialForm>`${sql.raw(serialForm)}`.as("serialForm");

const lotsById = query(
  "inventory-find-lots",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("creditLots")
      .select([...newLotColumns, serialFormOf])
      .select([
        sql<boolean>`parent_lot_id IS NOT NULL`.as("isPiece"),
        sql<number>`(
          SELECT coalesce(sum(piece.quantity_kg), 0)::bigint FROM credit_lots piece
          WHERE piece.root_lot_id = credit_lots.id AND piece.mode = credit_lots.mode
            AND piece.parent_lot_id IS NOT NULL
        )`.as("cutOffKg"),
        sql<boolean>`NOT EXISTS (
          SELECT FROM credit_lots piece
          WHERE piece.root_lot_id = credit_lots.root_lot_id AND piece.mode = credit_lots.mode
            AND piece.state <> 'removed'
        )`.as("isRemoved"),
      ])
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);

export interface ImportedLot extends StockLot {
  /** True if it was cut off from another lot, and so is no lot of an import. */
  isPiece: boolean;
  /** True if all of it was removed from stock. */
  isRemoved: boolean;
}

/** The existing lots with these ids, by id, as they were imported: with all that was cut off. */
export async function findLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<Map<string, ImportedLot>> {
  const lots = new Map<string, ImportedLot>();
  for await (const ids of batchesOf(ctx, { items: input.ids, phase: "Finding lots" })) {
    for (const { cutOffKg, ...lot } of await lotsById(ctx.db, { mode: input.mode, ids })) {
      const quantityKg = lot.quantityKg + cutOffKg;
      const serialNumberRange =
        cutOffKg > 0 ? widenSerialRange(lot, quantityKg) : lot.serialNumberRange;
      lots.set(lot.id, { ...lot, quantityKg, serialNumberRange });
    }
  }
  return lots;
}

// Lots share no serials, so of those that start before a range ends only the last can overlap it.
const holdersOf = query(
  "inventory-find-holders",
  (db, { mode, ranges }: Params<{ mode: Mode; ranges: (SerialRow & { index: number })[] }>) =>
    db
      .with("range", (qb) =>
        qb
          .selectFrom(unnest("row", ranges, { index: "int", range: "text", ...serialTypes }))
          .selectAll("row"),
      )
      .selectFrom("range")
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots as held")
          .select(["held.id", "held.serialLast"])
          .where("held.mode", "=", mode)
          .whereRef("held.serialBlock", "=", "range.serialBlock")
          .whereRef("held.serialFirst", "<=", "range.serialLast")
          .orderBy("held.serialFirst", "desc")
          .limit(1)
          .as("lot"),
      )
      .select(["range.index", "lot.id"])
      .whereRef("lot.serialLast", ">=", "range.serialFirst")
      .union((from) =>
        from
          .selectFrom("range")
          .innerJoin("creditLots as lot", (join) =>
            join.on("lot.mode", "=", mode).onRef("lot.serialNumberRange", "=", "range.range"),
          )
          .select(["range.index", "lot.id"]),
      ),
);

/** For each range that shares a serial with an existing lot: its index → the lot's id. */
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
    const overlaps = await holdersOf(ctx.db, { mode: input.mode, ranges });
    for (const { index, id } of overlaps) holders.set(index, id);
  }
  return holders;
}

interface NamedLots {
  mode: Mode;
  withIsometric: boolean;
}

const lotsWithNames = query("inventory-find-named-lots", (db, filter: Params<NamedLots>) =>
  db
    .selectFrom("creditLots")
    .select(["id", "serialNumberRange", "quantityKg"])
    .where("mode", "=", filter.mode)
    .where("serialBlock", "is", null)
    .where((eb) =>
      eb.or([
        sql<boolean>`${filter.withIsometric}::boolean`,
        eb("serialNumberRange", "!~*", isometricIssuance.source),
      ]),
    ),
);

/** Lots with a name in place of numbers; without `withIsometric`, only names written by hand. */
export function findNamedLots(
  ctx: Context,
  filter: NamedLots,
): Promise<Pick<NewLot, "id" | "serialNumberRange" | "quantityKg">[]> {
  return lotsWithNames(ctx.db, filter);
}

const update = query(
  "inventory-relink-lots",
  (db, { mode, lots }: Params<{ mode: Mode; lots: NewLot[] }>) =>
    db
      .updateTable("creditLots as lot")
      .from([
        unnest("row", lots, newLotTypes),
        // Of pieces too. By two searches: PostgreSQL compares all pairs to join by either.
        sql<{ id: string }>`LATERAL (
          SELECT "row".id UNION SELECT piece.id FROM credit_lots piece
          WHERE piece.root_lot_id = "row".id AND piece.mode = ${mode}
            AND piece.parent_lot_id IS NOT NULL
        )`.as("target"),
      ])
      .set((eb) => ({
        retirementUrl: eb.ref("row.retirementUrl"),
        labels: eb.ref("row.labels"),
        correspondingAdjustment: eb.ref("row.correspondingAdjustment"),
        correspondingAdjustmentUrl: eb.ref("row.correspondingAdjustmentUrl"),
        creditType: eb.ref("row.creditType"),
        costPerTonne: eb.ref("row.costPerTonne"),
        costCurrency: eb.ref("row.costCurrency"),
        opaqueSerials: sql<boolean>`lot.opaque_serials OR row.opaque_serials`,
      }))
      .where("lot.mode", "=", mode)
      .whereRef("lot.id", "=", "target.id"),
);

/**
 * Updates the only fields of a lot that may change: its retirement URL, its attributes, and that
 * its serials are opaque.
 */
export async function updateLots(
  ctx: Context,
  input: { mode: Mode; lots: NewLot[] },
): Promise<void> {
  for (const lots of inBatches(input.lots)) await update(ctx.db, { mode: input.mode, lots });
}

const ANALYZE = { name: "inventory-analyze", text: "ANALYZE credit_lots, retired_serials" };

/** Renews the statistics that plans are made with, after stock has grown much. */
export async function analyzeStock(db: Sql): Promise<void> {
  await db.query(ANALYZE, []);
}
