import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { insertLots } from "./insert-lots";
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
import { parseSerialRange, type SerialRange, storedSerialRange } from "./serial-rules";
import { blockOf, hasUnsoldSerials, remaindersOf } from "./stock-removal-rules";
import { findDismissed, stopLots } from "./stopped-lots";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface HeldLot extends StockLot, Pick<CreditLot, "retiredKg" | "state"> {}

const overlappedBy = query(
  "inventory-find-overlapped",
  (db, { mode, ranges }: Params<{ mode: Mode; ranges: SerialRow[] }>) =>
    db
      .with("range", (qb) =>
        qb.selectFrom(unnest("row", ranges, { range: "text", ...serialTypes })).selectAll("row"),
      )
      .with("overlapped", (qb) =>
        qb
          .selectFrom("range")
          .innerJoin("creditLots as lot", (join) =>
            join
              .on("lot.mode", "=", mode)
              .onRef("lot.serialBlock", "=", "range.serialBlock")
              .onRef("lot.serialFirst", "<=", "range.serialLast")
              .onRef("lot.serialLast", ">=", "range.serialFirst"),
          )
          .select("lot.id")
          .union(
            qb
              .selectFrom("range")
              .innerJoin("creditLots as lot", (join) =>
                join.on("lot.mode", "=", mode).onRef("lot.serialNumberRange", "=", "range.range"),
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

/** Lots with any serial of the ranges. */
export async function findOverlapped(
  ctx: Context,
  { mode, ranges: items }: { mode: Mode; ranges: SerialRange[] },
): Promise<HeldLot[]> {
  const lots = new Map<string, HeldLot>();
  for await (const batch of batchesOf(ctx, { items, phase: "Finding retired serials" })) {
    const ranges = batch.map((range) => ({ range: range.range, ...serialColumns(range) }));
    for (const lot of await overlappedBy(ctx.db, { mode, ranges })) lots.set(lot.id, lot);
  }
  return [...lots.values()];
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

/** Deletes lots without retirements. */
export async function removeLots(
  ctx: Context,
  input: { mode: Mode; ids: string[] },
): Promise<void> {
  const removed = await remove(ctx.db, input);
  if (removed.length !== input.ids.length) throw new Error("a lot in use cannot be removed");
}

interface RemoveRetiredSerials {
  mode: Mode;
  ranges: SerialRange[];
}

/** A retired range that overlaps unsold serials of a lot in use. */
export interface Conflict {
  /** Index in the list of ranges. */
  index: number;
  lotId: string;
}

export interface StockRemoval {
  /** Lots removed, or replaced by smaller ones. */
  lots: number;
  kg: number;
  conflicts: Conflict[];
  /** Lots in conflict that were on sale until now. */
  stoppedLots: Set<string>;
}

function reasonFor(ranges: SerialRange[]): string {
  const [first, ...others] = ranges;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `The registry lists serials as retired or cancelled that are still for sale: ${first?.range}${more}`;
}

async function findConflicted(ctx: Context, { mode, ranges }: RemoveRetiredSerials) {
  const blocks = Map.groupBy(ranges.entries(), ([, range]) => blockOf(range));
  const overlapped = await findOverlapped(ctx, { mode, ranges });
  return overlapped.flatMap(({ retiredKg, state, serialForm, ...lot }) => {
    if (state === "removed") return [];
    const held = { ...lot, range: storedSerialRange({ ...lot, serialForm }) };
    const retired = (blocks.get(blockOf(held.range)) ?? [])
      .filter(([, range]) => hasUnsoldSerials({ ...held, retiredKg }, range))
      .map(([index, range]) => ({ index, range }));
    return retired.length > 0 ? [{ lot: held, retiredKg, state, retired }] : [];
  });
}

/**
 * Replaces unsold lots by their remaining serials. Lots in use are stopped, unless an operator has
 * decided about these serials before. The caller holds the catalogue's lock.
 */
export async function removeRetiredSerials(
  ctx: Context,
  input: RemoveRetiredSerials,
): Promise<StockRemoval> {
  const { mode } = input;
  const conflicted = await findConflicted(ctx, input);
  const unsold = conflicted.filter(({ retiredKg }) => retiredKg === 0);
  const remainders = unsold.map(({ lot, state, retired }) => ({
    state,
    lots: remaindersOf(
      lot,
      retired.map(({ range }) => range),
    ),
  }));
  const rest = remainders.flatMap(({ lots }) => lots);
  await removeLots(ctx, { mode, ids: unsold.map(({ lot }) => lot.id) });
  const lots = rest.map((lot) => ({
    ...lot,
    range: parseSerialRange(lot.serialNumberRange, lot.quantityKg),
  }));
  await insertLots(ctx, { mode, lots });
  await stopLots(ctx, {
    mode,
    lots: remainders
      .filter(({ state }) => state === "stopped")
      .flatMap(({ lots }) => lots)
      .map(({ id }) => ({ id, reason: "Part of a lot that was stopped" })),
  });
  const sum = (list: { quantityKg: number }[]) =>
    list.reduce((kg, { quantityKg }) => kg + quantityKg, 0);

  const inUse = conflicted.filter(({ retiredKg }) => retiredKg > 0);
  const ranges = inUse.flatMap(({ retired }) => retired.map(({ range }) => range.range));
  const dismissed = await findDismissed(ctx.db, { mode, ranges });
  const disputed = inUse.flatMap(({ lot, retired }) => {
    const open = retired.filter(({ range }) => !dismissed.has(range.range));
    return open.length > 0 ? [{ id: lot.id, open }] : [];
  });
  const stoppedLots = await stopLots(ctx, {
    mode,
    lots: disputed.map(({ id, open }) => ({ id, reason: reasonFor(open.map((one) => one.range)) })),
  });
  return {
    lots: unsold.length,
    kg: sum(unsold.map(({ lot }) => lot)) - sum(rest),
    conflicts: disputed.flatMap(({ id, open }) => open.map(({ index }) => ({ index, lotId: id }))),
    stoppedLots,
  };
}
