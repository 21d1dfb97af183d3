// The SQL of withdrawing credit lots, for many at once.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import {
  batchesOf,
  type CreditLot,
  newLotColumns,
  type SerialRow,
  type StockLot,
  serialColumns,
  serialFormOf,
  serialTypes,
} from "./lot-store";
import type { SerialRange } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface HeldLot extends StockLot, Pick<CreditLot, "retiredKg" | "state"> {}

const overlappedBy = query(
  "inventory-find-overlapped",
  (db, { mode, ranges }: Params<{ mode: Mode; ranges: SerialRow[] }>) =>
    db
      .with("asked", (qb) =>
        qb.selectFrom(unnest("row", ranges, { range: "text", ...serialTypes })).selectAll("row"),
      )
      .with("overlapped", (qb) =>
        qb
          .selectFrom("asked")
          .innerJoin("creditLots as lot", (join) =>
            join
              .on("lot.mode", "=", mode)
              .onRef("lot.serialBlock", "=", "asked.serialBlock")
              .onRef("lot.serialFirst", "<=", "asked.serialLast")
              .onRef("lot.serialLast", ">=", "asked.serialFirst"),
          )
          .select("lot.id")
          .union(
            qb
              .selectFrom("asked")
              .innerJoin("creditLots as lot", (join) =>
                join.on("lot.mode", "=", mode).onRef("lot.serialNumberRange", "=", "asked.range"),
              )
              .select("lot.id"),
          ),
      )
      .selectFrom("creditLots")
      .select([...newLotColumns, serialFormOf, "retiredKg", "state"])
      .where("mode", "=", mode)
      .where("id", "in", (from) => from.selectFrom("overlapped").select("overlapped.id"))
      .orderBy("id"),
);

/** The lots that hold any serial of the ranges. */
export async function findOverlapped(
  ctx: Context,
  { mode, ranges: items }: { mode: Mode; ranges: SerialRange[] },
): Promise<HeldLot[]> {
  const found = new Map<string, HeldLot>();
  for await (const batch of batchesOf(ctx, { items, phase: "Looking for what is retired" })) {
    const ranges = batch.map((range) => ({ range: range.range, ...serialColumns(range) }));
    for (const lot of await overlappedBy(ctx.db, { mode, ranges })) found.set(lot.id, lot);
  }
  return [...found.values()];
}

const remove = query(
  "inventory-remove-lots",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .with("removed", (qb) =>
        qb
          .deleteFrom("creditLots")
          .where("mode", "=", mode)
          .where("id", "=", sql<string>`any (${ids}::text[])`)
          .where("retiredKg", "=", 0)
          .returning(["id", "projectId", "vintageYear", "quantityKg"]),
      )
      .with("less", (qb) =>
        qb
          .updateTable("stockTotals as total")
          .from((from) =>
            from
              .selectFrom("removed")
              .select((eb) => [
                "projectId",
                "vintageYear",
                eb.fn.countAll<number>().as("lots"),
                eb.fn.sum<number>("quantityKg").as("quantityKg"),
              ])
              .groupBy(["projectId", "vintageYear"])
              .as("gone"),
          )
          .set((eb) => ({
            lots: eb("total.lots", "-", eb.ref("gone.lots")),
            quantityKg: eb("total.quantityKg", "-", eb.ref("gone.quantityKg")),
          }))
          .where("total.mode", "=", mode)
          .whereRef("total.projectId", "=", "gone.projectId")
          .whereRef("total.vintageYear", "=", "gone.vintageYear"),
      )
      .selectFrom("removed")
      .select("id"),
);

/** Takes lots out of the stock from which nothing was ever retired. */
export async function removeLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<void> {
  const removed = await remove(ctx.db, input);
  if (removed.length !== input.ids.length) throw new Error("a lot in use cannot be removed");
}
