// Takes serials out of the stock that the registry says are retired or cancelled.
import type { Context, Mode } from "#core/context";
import { findDismissed } from "./lot-state-store";
import { insertLots } from "./lot-store";
import { parseSerialRange, type SerialRange, storedSerialRange } from "./serial-rules";
import { stopLots } from "./stop-lots";
import { blockOf, offersStill, remaindersOf } from "./withdrawal-rules";
import { findOverlapped, removeLots } from "./withdrawal-store";

interface WithdrawSerials {
  mode: Mode;
  ranges: SerialRange[];
}

/** A range of which a lot in use still has serials to sell. */
export interface Conflict {
  /** In the list of the ranges. */
  index: number;
  lotId: string;
}

export interface Withdrawal {
  /** Lots that were taken out, or replaced by lots of what is left of them. */
  lots: number;
  kg: number;
  conflicts: Conflict[];
  /** Of the lots in conflict, those that were on sale until now. */
  stoppedLots: Set<string>;
}

function reasonFor(ranges: SerialRange[]): string {
  const [first, ...others] = ranges;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `The registry names serials as retired or cancelled that are still for sale: ${first?.range}${more}`;
}

async function findConflicted(ctx: Context, { mode, ranges }: WithdrawSerials) {
  const blocks = Map.groupBy(ranges.entries(), ([, range]) => blockOf(range));
  const overlapped = await findOverlapped(ctx, { mode, ranges });
  return overlapped.flatMap(({ retiredKg, state, serialForm, ...lot }) => {
    if (state === "removed") return [];
    const held = { ...lot, range: storedSerialRange({ ...lot, serialForm }) };
    const gone = (blocks.get(blockOf(held.range)) ?? [])
      .filter(([, range]) => offersStill({ ...held, retiredKg }, range))
      .map(([index, range]) => ({ index, range }));
    return gone.length > 0 ? [{ lot: held, retiredKg, state, gone }] : [];
  });
}

/**
 * Replaces lots from which nothing was sold by what is left of them. Lots in use are stopped, unless
 * an operator has decided about these serials before. The caller holds the catalogue's lock.
 */
export async function withdrawSerials(ctx: Context, input: WithdrawSerials): Promise<Withdrawal> {
  const { mode } = input;
  const found = await findConflicted(ctx, input);
  const unsold = found.filter(({ retiredKg }) => retiredKg === 0);
  const remainders = unsold.map(({ lot, state, gone }) => ({
    state,
    lots: remaindersOf(
      lot,
      gone.map(({ range }) => range),
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
      .map(({ id }) => ({ id, reason: "It is a part of a lot that was stopped" })),
  });
  const sum = (list: { quantityKg: number }[]) =>
    list.reduce((kg, { quantityKg }) => kg + quantityKg, 0);

  const inUse = found.filter(({ retiredKg }) => retiredKg > 0);
  const ranges = inUse.flatMap(({ gone }) => gone.map(({ range }) => range.range));
  const dismissed = await findDismissed(ctx.db, { mode, ranges });
  const disputed = inUse.flatMap(({ lot, gone }) => {
    const open = gone.filter(({ range }) => !dismissed.has(range.range));
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
