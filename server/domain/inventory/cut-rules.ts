import { narrowSerialRange, type StoredSerials } from "./serial-rules";

/** A lot to be cut. Numbered lots have a first serial. */
export interface CuttableLot extends StoredSerials {
  id: string;
  retiredKg: number;
  unitKg: number;
  serialFirst: number | null;
}

/** A piece of a lot, in kg of the lot before the cut. */
export interface LotPiece {
  id: string;
  startKg: number;
  endKg: number;
}

export interface CutPiece extends LotPiece {
  serialNumberRange: string;
  serialFirst: number;
  serialLast: number;
}

/** Returns the end of the last unit that an order has touched. */
export function touchedEndKg({ retiredKg, unitKg }: Pick<CuttableLot, "retiredKg" | "unitKg">) {
  return Math.ceil(retiredKg / unitKg) * unitKg;
}

/** Returns the reason why the lot cannot be cut there; null if it can. */
export function cutFault(lot: CuttableLot, atKg: number): string | null {
  if (lot.serialForm !== "numbered" || lot.serialFirst === null) {
    return "it has no serial numbers to be cut at";
  }
  if (atKg % lot.unitKg !== 0) return `it consists of units of ${lot.unitKg} kg`;
  return atKg < touchedEndKg(lot) ? `its first ${lot.retiredKg} kg are sold` : null;
}

/** Replaces the serials at the end of the lot's id, or adds those of the piece. */
function idOf(lot: CuttableLot, whole: string, numbers: string): string {
  const { id } = lot;
  return id.endsWith(whole) ? id.slice(0, -whole.length) + numbers : `${id}_${numbers}`;
}

/** Pieces between the cuts. The first keeps the lot's id. */
export function piecesOf(lot: CuttableLot, cutsKg: readonly number[]): CutPiece[] {
  const { quantityKg, unitKg, serialFirst } = lot;
  if (serialFirst === null) throw new Error(`lot ${lot.id} has no serial numbers`);
  const inner = cutsKg.filter((kg) => kg > 0 && kg < quantityKg);
  const points = [...new Set([0, ...inner, quantityKg])].sort((a, b) => a - b);
  const whole = `${serialFirst}-${serialFirst + quantityKg / unitKg - 1}`;
  return points.slice(1).map((endKg, index) => {
    const startKg = points[index] ?? 0;
    const first = serialFirst + startKg / unitKg;
    const last = serialFirst + endKg / unitKg - 1;
    return {
      id: index === 0 ? lot.id : idOf(lot, whole, `${first}-${last}`),
      startKg,
      endKg,
      serialNumberRange: narrowSerialRange(lot, startKg, endKg),
      serialFirst: first,
      serialLast: last,
    };
  });
}
