// Older installations stored every format that they could not read as an opaque name. Such a lot
// may in fact be a range, or overlap another lot.
import type { Context, Mode } from "#core/context";
import { findHolders, findNamedLots, type NewLot } from "./lot-store";
import { isometricIssuance } from "./serial-format-rules";
import {
  misreadRange,
  type NumberedSerialRange,
  overlappingPairs,
  readNumbers,
  type SerialRange,
} from "./serial-rules";

export const SERIAL_NAMES_CHECK =
  "a lot whose serials are a name has no range of serials, and no other lot's";

type NamedLot = Pick<NewLot, "id" | "serialNumberRange" | "quantityKg">;

export interface NameFault {
  mode: Mode;
  lot_id: string;
  serial_number_range: string;
  quantity_kg: number;
  reason: string;
}

function asName({ serialNumberRange: range }: NamedLot): SerialRange {
  return { kind: isometricIssuance.test(range.trim()) ? "isometric" : "opaque", range, tonnes: 0 };
}

function reasonFor(lot: NamedLot, numbers: NumberedSerialRange | null): string | null {
  const misread = misreadRange(lot.serialNumberRange, lot.quantityKg);
  if (misread !== null) return misread;
  return numbers && "its serials are a range, but it is sold from as a name";
}

/** Lots of the mode with a name that is a range, or that overlap another lot. */
async function checkMode(ctx: Context, mode: Mode): Promise<NameFault[]> {
  const written = await findNamedLots(ctx, { mode, withIsometric: false });
  if (written.length === 0) return [];
  const all = await findNamedLots(ctx, { mode, withIsometric: true });
  const fault = (lot: NamedLot, reason: string): NameFault => ({
    mode,
    lot_id: lot.id,
    serial_number_range: lot.serialNumberRange,
    quantity_kg: lot.quantityKg,
    reason,
  });
  const readable = written.map((lot) => ({ lot, numbers: readNumbers(lot.serialNumberRange) }));
  const ranges = readable.flatMap(({ lot, numbers }) => (numbers ? [{ lot, range: numbers }] : []));
  const byNumber = await findHolders(ctx, {
    mode,
    // Without its text, which would match the lot itself.
    ranges: ranges.map(({ range }, index) => ({ index, range: { ...range, range: "" } })),
  });
  const overlaps = [
    ...overlappingPairs(all.map((lot) => ({ lot, range: asName(lot) }))),
    ...overlappingPairs(ranges),
  ];
  return [
    ...readable.flatMap(({ lot, numbers }) => {
      const reason = reasonFor(lot, numbers);
      return reason === null ? [] : [fault(lot, reason)];
    }),
    ...[...byNumber].flatMap(([index, holder]) => {
      const lot = ranges[index]?.lot;
      return lot && holder !== lot.id ? [fault(lot, `shares serials with lot "${holder}"`)] : [];
    }),
    ...overlaps.map(([one, other]) => fault(one.lot, `shares serials with lot "${other.lot.id}"`)),
  ];
}

/** Finds all lots of both modes whose serials were stored as a name by mistake. */
export async function checkSerialNames(ctx: Context): Promise<NameFault[]> {
  return [...(await checkMode(ctx, "live")), ...(await checkMode(ctx, "test"))];
}
