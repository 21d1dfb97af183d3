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
import { findTaken, removeStretches } from "./remove-stretches";
import { isNumbered, type SerialRange, storedSerialRange } from "./serial-rules";
import { blockOf, hasUnsoldSerials, unsoldStretches, without } from "./stock-removal-rules";
import { findDismissed, stopLots } from "./stopped-lots";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

const heldColumns = [
  "retiredKg",
  "state",
  "holding",
  "evidenceEndKg",
  "requestEndKg",
] as const satisfies (keyof CreditLot)[];

interface HeldLot extends StockLot, Pick<CreditLot, (typeof heldColumns)[number]> {}

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
      .select([...newLotColumns, serialFormOf, ...heldColumns])
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
  /** Lots of which something was removed. */
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

interface Affected {
  lot: HeldLot & { range: SerialRange };
  retired: { index: number; range: SerialRange }[];
}

/** Lots with unsold serials in the ranges that an operator has not dismissed. */
async function findAffected(
  ctx: Context,
  { mode, ranges }: RemoveRetiredSerials,
): Promise<Affected[]> {
  const blocks = Map.groupBy(ranges.entries(), ([, range]) => blockOf(range));
  const overlapped = await findOverlapped(ctx, { mode, ranges });
  const dismissed = await findDismissed(ctx.db, { mode, ranges: ranges.map((one) => one.range) });
  return overlapped.flatMap((held) => {
    // Lots that were retired before their sale are retired by us.
    if (held.state === "removed" || held.holding === "retired") return [];
    const lot = { ...held, range: storedSerialRange(held) };
    const retired = (blocks.get(blockOf(lot.range)) ?? [])
      .filter(([, range]) => hasUnsoldSerials(lot, range) && !dismissed.has(range.range))
      .map(([index, range]) => ({ index, range }));
    return retired.length > 0 ? [{ lot, retired }] : [];
  });
}

const REMOVED = "Retired or cancelled at the registry";

/**
 * Removes unsold serials that the registry lists as retired. Lots without serial numbers cannot be
 * cut: those in use are stopped, unless an operator has decided about them before. The caller holds
 * the catalogue's lock.
 */
export async function removeRetiredSerials(
  ctx: Context,
  input: RemoveRetiredSerials,
): Promise<StockRemoval> {
  const { mode } = input;
  const affected = await findAffected(ctx, input);
  const isRemovable = ({ lot }: Affected) => isNumbered(lot.range) || lot.retiredKg === 0;
  const removable = affected.filter(isRemovable);
  const withRecords = removable.filter(
    ({ lot }) => lot.evidenceEndKg > lot.retiredKg || lot.requestEndKg > lot.retiredKg,
  );
  const taken = await findTaken(ctx, { mode, ids: withRecords.map(({ lot }) => lot.id) });
  const removals = removable.flatMap(({ lot, retired }) => {
    const stretches = unsoldStretches(
      lot,
      retired.map(({ range }) => range),
    );
    return without(stretches, taken.get(lot.id) ?? []).map((stretch) => ({
      ...stretch,
      lotId: lot.id,
      reason: REMOVED,
    }));
  });
  const kg = await removeStretches(ctx, { mode, removals });
  const inUse = affected.filter((one) => !isRemovable(one));
  const stoppedLots = await stopLots(ctx, {
    mode,
    lots: inUse.map(({ lot, retired }) => ({
      id: lot.id,
      reason: reasonFor(retired.map(({ range }) => range)),
    })),
  });
  return {
    lots: new Set(removals.map(({ lotId }) => lotId)).size,
    kg,
    conflicts: inUse.flatMap(({ lot, retired }) =>
      retired.map(({ index }) => ({ index, lotId: lot.id })),
    ),
    stoppedLots,
  };
}
