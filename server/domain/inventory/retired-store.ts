// What the registries' own exports said is retired: remembered, so that it never becomes stock.
import type { Context, Mode } from "#core/context";
import type { Statement } from "#core/db";
import { batchesOf, serialColumns } from "./lot-store";
import { kgPerSerial, type SerialRange, storedSerialRange } from "./serial-rules";

const REMEMBER: Statement = {
  name: "inventory-remember-retired",
  text: `
    INSERT INTO registry_retirements
      (mode, serial_number_range, serial_block, serial_first, serial_last, created_at)
    SELECT $1, range, block, first, last, $3::timestamptz
    FROM jsonb_to_recordset($2::jsonb)
      AS row (range text, block text, first numeric, last numeric)
    ON CONFLICT DO NOTHING`,
};

/** Remembers that these serials are retired or cancelled at their registry. */
export async function rememberRetired(
  ctx: Context,
  input: { mode: Mode; ranges: SerialRange[] },
): Promise<void> {
  const { ranges: items } = input;
  for await (const batch of batchesOf(ctx, { items, phase: "Noting what is retired" })) {
    const rows = batch.map((range) => ({ range: range.range, ...serialColumns(range) }));
    await ctx.db.query(REMEMBER, [input.mode, JSON.stringify(rows), ctx.now]);
  }
}

const RECALL: Statement = {
  name: "inventory-recall-retired",
  text: `
    SELECT row.id, retired.serial_number_range AS range,
           (retired.serial_last - retired.serial_first + 1)::float8 AS serials
    FROM jsonb_to_recordset($2::jsonb)
      AS row (id text, range text, block text, first numeric, last numeric)
    JOIN registry_retirements retired ON retired.mode = $1 AND (
      (retired.serial_block = row.block AND retired.serial_first <= row.last
        AND retired.serial_last >= row.first)
      OR retired.serial_number_range = row.range
    )`,
};

/** The remembered serials that lots share: the lot's id → the retired ranges. */
export async function recallRetired(
  ctx: Context,
  input: { mode: Mode; lots: { id: string; range: SerialRange }[] },
): Promise<Map<string, SerialRange[]>> {
  const recalled = new Map<string, SerialRange[]>();
  const { lots: items } = input;
  for await (const batch of batchesOf(ctx, { items, phase: "Comparing with retirements" })) {
    const rows = batch.map(({ id, range }) => ({
      id,
      range: range.range,
      ...serialColumns(range),
    }));
    const found = await ctx.db.query<{ id: string; range: string; serials: number | null }>(
      RECALL,
      [input.mode, JSON.stringify(rows)],
    );
    for (const { id, range, serials } of found) {
      const retired = storedSerialRange({
        serialNumberRange: range,
        quantityKg: (serials ?? 1) * kgPerSerial,
        serialForm: serials === null ? "named" : "numbered",
      });
      recalled.set(id, [...(recalled.get(id) ?? []), retired]);
    }
  }
  return recalled;
}
