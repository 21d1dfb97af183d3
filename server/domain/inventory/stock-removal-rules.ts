import { isNumbered, kgPerSerial, type SerialRange } from "./serial-rules";

interface HeldLot {
  range: SerialRange;
  quantityKg: number;
  retiredKg: number;
}

/** Key that ranges must share to overlap. */
export function blockOf(range: SerialRange): string {
  return isNumbered(range) ? `numbered ${range.blockKey}` : `named ${range.range}`;
}

/**
 * Returns whether the lot has unsold serials in the retired range. Tonnes that orders have touched
 * do not count: they are retired at the registry by us.
 */
export function hasUnsoldSerials(lot: HeldLot, retired: SerialRange): boolean {
  if (lot.retiredKg >= lot.quantityKg) return false;
  if (!isNumbered(lot.range) || !isNumbered(retired)) return true;
  const touched = Math.ceil(lot.retiredKg / kgPerSerial);
  const last = Math.min(retired.last, lot.range.last);
  return last >= Math.max(retired.first, lot.range.first + touched);
}

export interface Stretch {
  startKg: number;
  endKg: number;
}

/**
 * Kg of the lot's untouched serials that the ranges name, in ascending order, each once. A lot
 * without numbers is named as a whole.
 */
export function unsoldStretches(lot: HeldLot, retired: readonly SerialRange[]): Stretch[] {
  const { range, quantityKg, retiredKg } = lot;
  if (!isNumbered(range)) return [{ startKg: 0, endKg: quantityKg }];
  const touchedKg = Math.ceil(retiredKg / kgPerSerial) * kgPerSerial;
  const inKg = retired.filter(isNumbered).map(({ first, last }) => ({
    startKg: Math.max((first - range.first) * kgPerSerial, touchedKg),
    endKg: Math.min((last - range.first + 1) * kgPerSerial, quantityKg),
  }));
  const stretches: Stretch[] = [];
  for (const { startKg, endKg } of inKg.sort((a, b) => a.startKg - b.startKg)) {
    if (startKg >= endKg) continue;
    const last = stretches.at(-1);
    if (last && startKg <= last.endKg) last.endKg = Math.max(last.endKg, endKg);
    else stretches.push({ startKg, endKg });
  }
  return stretches;
}

/** Parts of the stretches outside the others. */
export function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return others.reduce<readonly Stretch[]>(
    (left, other) =>
      left.flatMap(({ startKg, endKg }) =>
        [
          { startKg, endKg: Math.min(endKg, other.startKg) },
          { startKg: Math.max(startKg, other.endKg), endKg },
        ].filter((part) => part.startKg < part.endKg),
      ),
    stretches,
  ) as Stretch[];
}
