// The hand-written SQL of taking in and withdrawing credit lots, for many at once.
import type { Context, Mode } from "#core/context";
import type { Statement } from "#core/db";
import type { CreditLotEntry, LotState } from "./schema";
import { isometricIssuance } from "./serial-format-rules";
import { isNumbered, type SerialForm, type SerialRange, storedSerialRange } from "./serial-rules";

/** Rows sent in one statement. */
const BATCH = 1_000;

/** A lot with its range as it was read. */
export interface ReadLot extends CreditLotEntry {
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
  if (!isNumbered(range)) return { block: null, first: null, last: null };
  return { block: range.blockKey, first: range.first, last: range.last };
}

/** How a lot has its serials, as SQL. */
export const serialForm = `
  CASE WHEN serial_block IS NOT NULL THEN 'numbered' WHEN opaque_serials THEN 'opaque'
    ELSE 'named' END`;

/** A lot in stock. */
export interface StockLot extends CreditLotEntry {
  serial_form: SerialForm;
}

/** The serials of a lot in stock. */
export function rangeOfLot(lot: StockLot): SerialRange {
  const { serial_number_range: serialNumberRange, quantity_kg: quantityKg } = lot;
  return storedSerialRange({ serialNumberRange, quantityKg, serialForm: lot.serial_form });
}

const LOT_COLUMNS = `id, project_id, vintage_year, quantity_kg, serial_number_range, opaque_serials,
  retirement_url, ${serialForm} AS serial_form`;

const FIND_LOTS: Statement = {
  name: "inventory-find-lots",
  text: `
    SELECT ${LOT_COLUMNS}
    FROM credit_lots WHERE mode = $1 AND id = ANY ($2::text[])`,
};

/** The lots with these ids that are there, by id. */
export async function findLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<Map<string, StockLot>> {
  const found = new Map<string, StockLot>();
  for await (const ids of batchesOf(ctx, { items: input.ids, phase: "Looking for lots" })) {
    const rows = await ctx.db.query<StockLot>(FIND_LOTS, [input.mode, ids]);
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

// Lots that are there share no serial, so of those that start before a range ends only the last
// one can reach into it.
const FIND_HOLDERS: Statement = {
  name: "inventory-find-holders",
  text: `
    WITH row AS (
      SELECT * FROM jsonb_to_recordset($2::jsonb)
        AS row (index integer, range text, block text, first numeric, last numeric)
    )
    SELECT row.index, lot.id FROM row CROSS JOIN LATERAL (
      SELECT id, serial_last FROM credit_lots
      WHERE mode = $1 AND serial_block = row.block AND serial_first <= row.last
      ORDER BY serial_first DESC LIMIT 1
    ) lot WHERE lot.serial_last >= row.first
    UNION
    SELECT row.index, lot.id FROM row
    JOIN credit_lots lot ON lot.mode = $1 AND lot.serial_number_range = row.range`,
};

/** For each range that shares a serial with a lot that is there: its index → the lot's id. */
export async function findHolders(
  ctx: Context,
  input: { mode: Mode; ranges: { index: number; range: SerialRange }[] },
): Promise<Map<number, string>> {
  const holders = new Map<number, string>();
  for await (const batch of batchesOf(ctx, { items: input.ranges, phase: "Comparing serials" })) {
    const rows = batch.map(({ index, range }) => ({
      index,
      range: range.range,
      ...serialColumns(range),
    }));
    const values = [input.mode, JSON.stringify(rows)];
    const found = await ctx.db.query<{ index: number; id: string }>(FIND_HOLDERS, values);
    for (const { index, id } of found) holders.set(index, id);
  }
  return holders;
}

const FIND_NAMED_LOTS: Statement = {
  name: "inventory-find-named-lots",
  text: `
    SELECT id, serial_number_range, quantity_kg FROM credit_lots
    WHERE mode = $1 AND serial_block IS NULL AND ($2 OR serial_number_range !~* $3)`,
};

/**
 * The lots of which the serials are not known by number; without `withIsometric`, only those that
 * somebody wrote by hand.
 */
export function findNamedLots(
  ctx: Context,
  { mode, withIsometric }: { mode: Mode; withIsometric: boolean },
): Promise<Pick<CreditLotEntry, "id" | "serial_number_range" | "quantity_kg">[]> {
  return ctx.db.query(FIND_NAMED_LOTS, [mode, withIsometric, isometricIssuance.source]);
}

const INSERT_LOTS: Statement = {
  name: "inventory-insert-lots",
  text: `
    WITH fresh AS (
      INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg,
                               serial_number_range, serial_block, serial_first, serial_last,
                               opaque_serials, retirement_url, created_at)
      SELECT $1, id, project_id, vintage_year, quantity_kg, serial_number_range,
             block, first, last, opaque_serials, retirement_url, $3::timestamptz
      FROM jsonb_to_recordset($2::jsonb) AS row (
        id text, project_id text, vintage_year integer, quantity_kg bigint,
        serial_number_range text, block text, first numeric, last numeric,
        opaque_serials boolean, retirement_url text
      )
      RETURNING mode, project_id, vintage_year, quantity_kg
    )
    INSERT INTO stock_totals AS total (mode, project_id, vintage_year, lots, quantity_kg)
    SELECT mode, project_id, vintage_year, count(*), sum(quantity_kg) FROM fresh
    GROUP BY mode, project_id, vintage_year
    ON CONFLICT (mode, project_id, vintage_year) DO UPDATE
      SET lots = total.lots + EXCLUDED.lots, quantity_kg = total.quantity_kg + EXCLUDED.quantity_kg`,
};

/** Adds lots to the stock. */
export async function insertLots(
  ctx: Context,
  input: { mode: Mode; lots: ReadLot[] },
): Promise<void> {
  for await (const batch of batchesOf(ctx, { items: input.lots, phase: "Adding lots" })) {
    const rows = batch.map(({ range, ...lot }) => ({ ...lot, ...serialColumns(range) }));
    await ctx.db.query(INSERT_LOTS, [input.mode, JSON.stringify(rows), ctx.now]);
  }
}

const RELINK_LOTS: Statement = {
  name: "inventory-relink-lots",
  text: `
    UPDATE credit_lots AS lot
    SET retirement_url = row.retirement_url,
        opaque_serials = lot.opaque_serials OR row.opaque_serials
    FROM jsonb_to_recordset($2::jsonb)
      AS row (id text, retirement_url text, opaque_serials boolean)
    WHERE lot.mode = $1 AND lot.id = row.id`,
};

/** Gives lots another retirement URL, or declares their serials to be a name: all that may change. */
export async function relinkLots(
  ctx: Context,
  input: { mode: Mode; lots: CreditLotEntry[] },
): Promise<void> {
  for (const batch of inBatches(input.lots)) {
    const rows = batch.map(({ id, retirement_url, opaque_serials }) => ({
      id,
      retirement_url,
      opaque_serials,
    }));
    await ctx.db.query(RELINK_LOTS, [input.mode, JSON.stringify(rows)]);
  }
}

export interface HeldLot extends StockLot {
  retired_kg: number;
  state: LotState;
}

const FIND_OVERLAPPED: Statement = {
  name: "inventory-find-overlapped",
  text: `
    WITH row AS (
      SELECT * FROM jsonb_to_recordset($2::jsonb)
        AS row (range text, block text, first numeric, last numeric)
    ), overlapped AS (
      SELECT lot.id FROM row JOIN credit_lots lot ON lot.mode = $1
        AND lot.serial_block = row.block AND lot.serial_first <= row.last
        AND lot.serial_last >= row.first
      UNION
      SELECT lot.id FROM row
      JOIN credit_lots lot ON lot.mode = $1 AND lot.serial_number_range = row.range
    )
    SELECT ${LOT_COLUMNS}, retired_kg, state
    FROM credit_lots WHERE mode = $1 AND id IN (SELECT id FROM overlapped)
    ORDER BY id`,
};

/** The lots that hold any serial of the ranges. */
export async function findOverlapped(
  ctx: Context,
  input: { mode: Mode; ranges: SerialRange[] },
): Promise<HeldLot[]> {
  const found = new Map<string, HeldLot>();
  for await (const batch of batchesOf(ctx, {
    items: input.ranges,
    phase: "Looking for what is retired",
  })) {
    const ranges = batch.map((range) => ({ range: range.range, ...serialColumns(range) }));
    const values = [input.mode, JSON.stringify(ranges)];
    const lots = await ctx.db.query<HeldLot>(FIND_OVERLAPPED, values);
    for (const lot of lots) found.set(lot.id, lot);
  }
  return [...found.values()];
}

const REMOVE_LOTS: Statement = {
  name: "inventory-remove-lots",
  text: `
    WITH removed AS (
      DELETE FROM credit_lots WHERE mode = $1 AND id = ANY ($2::text[]) AND retired_kg = 0
      RETURNING id, project_id, vintage_year, quantity_kg
    ), less AS (
      UPDATE stock_totals total
      SET lots = total.lots - gone.lots, quantity_kg = total.quantity_kg - gone.quantity_kg
      FROM (
        SELECT project_id, vintage_year, count(*) AS lots, sum(quantity_kg) AS quantity_kg
        FROM removed GROUP BY project_id, vintage_year
      ) gone
      WHERE total.mode = $1 AND total.project_id = gone.project_id
        AND total.vintage_year = gone.vintage_year
    )
    SELECT id FROM removed`,
};

/** Takes lots out of the stock from which nothing was ever retired. */
export async function removeLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<void> {
  const removed = await ctx.db.query(REMOVE_LOTS, [input.mode, input.ids]);
  if (removed.length !== input.ids.length) throw new Error("a lot in use cannot be removed");
}
