// Takes serials out of the stock that the registry says are retired or cancelled.
import type { Context, Mode } from "#core/context";
import { findOverlapped, insertLots, removeLots } from "./lot-store";
import { parseSerialRange, type SerialRange } from "./serial-rules";
import { blockOf, offersStill, remaindersOf } from "./withdrawal-rules";

interface WithdrawSerials {
  mode: Mode;
  ranges: SerialRange[];
}

export interface Withdrawal {
  /** Lots that were taken out, or replaced by lots of what is left of them. */
  lots: number;
  kg: number;
  /** Indexes of `ranges` that a lot in use still offers: nothing was done about them. */
  conflicts: { index: number; lotId: string }[];
}

/** Leaves lots alone from which orders were filled. The caller holds the catalogue's lock. */
export async function withdrawSerials(ctx: Context, input: WithdrawSerials): Promise<Withdrawal> {
  const { mode, ranges } = input;
  const placed = ranges.map((range, index) => ({ range, index }));
  const blocks = Map.groupBy(placed, (other) => blockOf(other.range));
  const overlapped = await findOverlapped(ctx, { mode, ranges });
  const result: Withdrawal = { lots: 0, kg: 0, conflicts: [] };
  const removed: string[] = [];
  const remainders = [];
  for (const { retired_kg, ...lot } of overlapped) {
    const range = parseSerialRange(lot.serial_number_range, lot.quantity_kg);
    const held = { ...lot, range };
    const gone = (blocks.get(blockOf(range)) ?? []).filter((other) =>
      offersStill({ ...held, retired_kg }, other.range),
    );
    if (gone.length === 0) continue;
    if (retired_kg > 0) {
      result.conflicts.push(...gone.map(({ index }) => ({ index, lotId: lot.id })));
      continue;
    }
    const rest = remaindersOf(
      held,
      gone.map((other) => other.range),
    );
    removed.push(lot.id);
    remainders.push(...rest);
    result.kg += rest.reduce((kg, { quantity_kg }) => kg - quantity_kg, lot.quantity_kg);
  }
  await removeLots(ctx, { mode, ids: removed });
  const lots = remainders.map((lot) => ({
    ...lot,
    range: parseSerialRange(lot.serial_number_range, lot.quantity_kg),
  }));
  await insertLots(ctx, { mode, lots });
  return { ...result, lots: removed.length };
}
