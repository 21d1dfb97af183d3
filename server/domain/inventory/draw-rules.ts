// Order of use within a project: whole tonnes in the order's own name, the odd rest from an opened tonne.
import { touchedEndKg } from "./cut-rules";
import { kgPerSerial, narrowSerialRange, type SerialForm } from "./serial-rules";

/**
 * Kg of a lot's sales, at most, that a cut rewrites: each carries the quantity of its lot. Where more
 * would be sold of it, the lot is cut before.
 */
const CUT_AFTER_KG = 100_000;

/** A lot during a batch. */
export interface OpenLot {
  id: string;
  quantityKg: number;
  /** The first kg that is not retired. */
  nextKg: number;
  /** Kg of one credit. */
  unitKg: number;
  projectId: string;
  vintageYear: number;
  serialNumberRange: string;
  serialForm: SerialForm;
  /** Value of `nextKg` when the lot was read. */
  readKg: number;
  /** Ends of the last kg that the registry has retired, or was asked to retire. */
  evidenceEndKg: number;
  requestEndKg: number;
  /** Kg of the stored lot before this piece, which the batch cuts off; 0 if it stays. */
  cutAtKg: number;
}

export interface Draw {
  lot: OpenLot;
  startKg: number;
  endKg: number;
}

export function leftKg(lots: readonly OpenLot[] | undefined): number {
  return lots?.reduce((kg, lot) => kg + lot.quantityKg - lot.nextKg, 0) ?? 0;
}

/** End of the credit that the next kg belongs to. */
const openedEndKg = ({ nextKg }: OpenLot) =>
  touchedEndKg({ retiredKg: nextKg, unitKg: kgPerSerial });

/** Kg that whole credits are a multiple of; a lot without serial numbers of tonnes has none. */
const stepKg = ({ unitKg }: OpenLot) => (unitKg === kgPerSerial ? kgPerSerial : 1);

/** Returns whether the lot's next kg is within a tonne of which another order has a part. */
const isOpened = (lot: OpenLot) => lot.nextKg % stepKg(lot) !== 0;

/** Registry records stay whole, and only numbers can be cut. */
function canCut(lot: OpenLot, atKg: number): boolean {
  const hasRecord = lot.evidenceEndKg > atKg || lot.requestEndKg > atKg;
  return (
    lot.serialForm === "numbered" &&
    !hasRecord &&
    lot.readKg < CUT_AFTER_KG &&
    atKg < lot.quantityKg
  );
}

/** Shortens the lot and returns the rest, of which nothing is sold. */
function cutOff(lot: OpenLot, atKg: number): OpenLot {
  const { quantityKg } = lot;
  const rest = {
    ...lot,
    cutAtKg: lot.cutAtKg + atKg,
    quantityKg: quantityKg - atKg,
    serialNumberRange: narrowSerialRange(lot, atKg, quantityKg),
    nextKg: 0,
    readKg: 0,
    evidenceEndKg: 0,
    requestEndKg: 0,
  };
  lot.serialNumberRange = narrowSerialRange(lot, 0, atKg);
  lot.quantityKg = atKg;
  return rest;
}

class Drawing {
  readonly #draws = new Map<OpenLot, Draw>();
  readonly #lots: OpenLot[];
  missingKg: number;

  constructor(kg: number, lots: OpenLot[]) {
    this.missingKg = kg;
    this.#lots = lots;
  }

  /** Cuts the lot there, where it can be cut; the rest becomes the next lot. */
  cut(lot: OpenLot, atKg: number): boolean {
    if (!canCut(lot, atKg)) return false;
    this.#lots.splice(this.#lots.indexOf(lot) + 1, 0, cutOff(lot, atKg));
    return true;
  }

  /** Takes the next kg of the lot, at most those that are missing. */
  take(lot: OpenLot, kg: number) {
    const takenKg = Math.min(kg, this.missingKg);
    if (takenKg <= 0) return;
    const startKg = this.#draws.get(lot)?.startKg ?? lot.nextKg;
    lot.nextKg += takenKg;
    this.missingKg -= takenKg;
    this.#draws.set(lot, { lot, startKg, endKg: lot.nextKg });
  }

  get draws(): Draw[] {
    return [...this.#draws.values()];
  }
}

/** Takes whole credits. A lot with an opened tonne is cut behind it, where it can be cut. */
function takeWhole(drawing: Drawing, lots: readonly OpenLot[], oddKg: number) {
  // Pieces that are cut off follow their lot in the list, and are next.
  for (const lot of lots) {
    if (drawing.missingKg <= oddKg) return;
    if (isOpened(lot)) {
      const endKg = openedEndKg(lot);
      if (endKg >= lot.quantityKg || drawing.cut(lot, endKg)) continue;
    }
    const kg = Math.min(drawing.missingKg - oddKg, lot.quantityKg - lot.nextKg);
    drawing.take(lot, kg - (kg % stepKg(lot)));
    if (lot.nextKg >= CUT_AFTER_KG && !isOpened(lot)) drawing.cut(lot, lot.nextKg);
  }
}

/** Takes kg from the tonne that is open, then from a new one, of the first vintage that has any. */
function takeOdd(drawing: Drawing, lots: readonly OpenLot[]) {
  for (const year of new Set(lots.map(({ vintageYear }) => vintageYear))) {
    const vintage = lots.filter(({ vintageYear }) => vintageYear === year);
    for (const lot of vintage.filter(isOpened)) drawing.take(lot, openedEndKg(lot) - lot.nextKg);
    for (const lot of vintage) {
      if (drawing.missingKg === 0) return;
      const isLarge = lot.quantityKg - lot.nextKg > CUT_AFTER_KG;
      if (isLarge && !isOpened(lot)) drawing.cut(lot, lot.nextKg + CUT_AFTER_KG);
      drawing.take(lot, lot.quantityKg - lot.nextKg);
    }
  }
}

/**
 * Takes the next `kg` of a project's lots, which are in their order of use, and advances them: every
 * full tonne as one credit of its own, the rest from the first vintage that has any, there from the
 * tonne that is open, then from a new one. Only where nothing but opened tonnes is left do full
 * tonnes come from them, too. Adds the rests of lots that have to be cut for it to `lots`, with the
 * id of the lot that is cut.
 * @throws RangeError if the lots have less
 */
export function drawFromLots(kg: number, lots: OpenLot[]): Draw[] {
  const drawing = new Drawing(kg, lots);
  takeWhole(drawing, lots, kg % kgPerSerial);
  takeOdd(drawing, lots);
  const { draws, missingKg } = drawing;
  if (missingKg > 0)
    throw new RangeError(`the lots are ${missingKg} kg short of what was allocated`);
  return draws;
}
