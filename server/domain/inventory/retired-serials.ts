import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { bumpStockVersion } from "#domain/catalogue";
import { cutLots } from "./cut-lots";
import { batchesOf, type SerialRow, serialColumns, serialTypes } from "./lot-store";
import { kgPerSerial, type SerialRange, storedSerialRange } from "./serial-rules";
import type { Stretch } from "./stock-removal-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

const remember = query(
  "inventory-record-retired-serials",
  (db, { mode, ranges, now }: Params<{ mode: Mode; ranges: SerialRow[]; now: Date }>) =>
    db
      .insertInto("retiredSerials")
      .columns([
        "mode",
        "serialNumberRange",
        "serialBlock",
        "serialFirst",
        "serialLast",
        "createdAt",
      ])
      .expression((from) =>
        from
          .selectFrom(unnest("row", ranges, { range: "text", ...serialTypes }))
          .select([
            sql<Mode>`${mode}::text`.as("mode"),
            "range",
            "serialBlock",
            "serialFirst",
            "serialLast",
            sql<Date>`${now}::timestamptz`.as("createdAt"),
          ]),
      )
      .onConflict((conflict) => conflict.doNothing()),
);

/** Records serials as retired or cancelled at their registry, so that they never become stock. */
export async function recordRetiredSerials(
  ctx: Context,
  { mode, ranges: items }: { mode: Mode; ranges: SerialRange[] },
): Promise<void> {
  for await (const batch of batchesOf(ctx, { items, phase: "Storing retirements" })) {
    const ranges = batch.map((range) => ({ range: range.range, ...serialColumns(range) }));
    await remember(ctx.db, { mode, ranges, now: ctx.now });
  }
}

type Recalled = { id: string; range: string; serials: number | null };

// Two joins: PostgreSQL compares all pairs to join by either.
const recall = query(
  "inventory-find-retired-serials",
  (db, { mode, lots }: Params<{ mode: Mode; lots: (SerialRow & { id: string })[] }>) =>
    db
      .selectFrom(
        sql<Recalled>`(
          WITH lot AS MATERIALIZED (
            SELECT * FROM ${unnest("given", lots, { id: "text", range: "text", ...serialTypes })})
          SELECT lot.id, retired.serial_number_range AS range,
            (retired.serial_last - retired.serial_first + 1)::float8 AS serials
          FROM lot JOIN retired_serials retired ON retired.mode = ${mode}
            AND retired.serial_block = lot.serial_block
            AND retired.serial_first <= lot.serial_last AND retired.serial_last >= lot.serial_first
          UNION
          SELECT lot.id, retired.serial_number_range,
            (retired.serial_last - retired.serial_first + 1)::float8
          FROM lot JOIN retired_serials retired ON retired.mode = ${mode}
            AND retired.serial_number_range = lot.range
        )`.as("recalled"),
      )
      .selectAll(),
);

/** Finds recorded serials that the lots share: the lot's id → the retired ranges. */
export async function findRetiredRanges(
  ctx: Context,
  { mode, lots: items }: { mode: Mode; lots: { id: string; range: SerialRange }[] },
): Promise<Map<string, SerialRange[]>> {
  const recalled = new Map<string, SerialRange[]>();
  for await (const batch of batchesOf(ctx, { items, phase: "Comparing with retirements" })) {
    const lots = batch.map(({ id, range }) => ({
      id,
      range: range.range,
      ...serialColumns(range),
    }));
    for (const { id, range, serials } of await recall(ctx.db, { mode, lots })) {
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

type LotStretch = Stretch & { lotId: string };

const unsoldAmong = query(
  "inventory-find-unsold-stretches",
  (db, { mode, stretches }: Params<{ mode: Mode; stretches: readonly LotStretch[] }>) =>
    db
      .selectFrom(unnest("part", stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" }))
      .innerJoin("creditLots as lot", (join) =>
        join.on("lot.mode", "=", mode).onRef("lot.id", "=", "part.lotId"),
      )
      .select(["part.lotId", "part.startKg", "part.endKg"])
      .where("lot.serialBlock", "is not", null)
      .whereRef("lot.retiredKg", "<=", "part.startKg"),
);

/**
 * Cuts unsold kg that the registry has retired out of their lots, so that registries which retire
 * before the sale can sell them. The caller has recorded the retirements under the catalogue's lock.
 */
export async function separateRetired(
  ctx: Context,
  { mode, stretches }: { mode: Mode; stretches: readonly LotStretch[] },
): Promise<void> {
  if (stretches.length === 0) return;
  const unsold = await unsoldAmong(ctx.db, { mode, stretches });
  if (unsold.length === 0) return;
  const byLot = Map.groupBy(unsold, ({ lotId }) => lotId);
  const cuts = [...byLot].map(([lotId, list]) => ({
    lotId,
    atKg: list.flatMap(({ startKg, endKg }) => [startKg, endKg]),
  }));
  await cutLots(ctx, { mode, cuts });
  await bumpStockVersion(ctx, mode);
}
