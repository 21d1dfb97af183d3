import fc from "fast-check";
import { expect, test } from "vitest";
import { type CuttableLot, cutFault, piecesOf, touchedEndKg } from "./cut-rules";

const lotOf = (first: number, tonnes: number, more: Partial<CuttableLot> = {}): CuttableLot => ({
  id: `lot_TST-${first}-${first + tonnes - 1}`,
  serialNumberRange: `TST-${first}-${first + tonnes - 1}`,
  serialForm: "numbered",
  serialFirst: first,
  quantityKg: tonnes * 1000,
  retiredKg: 0,
  unitKg: 1000,
  ...more,
});

test("the pieces of a lot follow each other, end at the cuts, and have each serial once", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: -2, max: 45 }), { maxLength: 6 }),
      (first, tonnes, cuts) => {
        const lot = lotOf(first, tonnes);
        const cutsKg = cuts.map((cut) => cut * 1000);
        const pieces = piecesOf(lot, cutsKg);
        const inner = cutsKg.filter((kg) => kg > 0 && kg < lot.quantityKg);
        const ends = [...new Set([...inner, lot.quantityKg])].sort((a, b) => a - b);
        expect(pieces.map(({ endKg }) => endKg)).toEqual(ends);
        expect(pieces.map(({ startKg }) => startKg)).toEqual([0, ...ends.slice(0, -1)]);
        for (const { startKg, endKg, serialFirst, serialLast, ...piece } of pieces) {
          expect([serialFirst, serialLast]).toEqual([
            first + startKg / 1000,
            first + endKg / 1000 - 1,
          ]);
          if (pieces.length > 1)
            expect(piece.serialNumberRange).toMatch(
              serialFirst === serialLast
                ? new RegExp(`^TST-${serialFirst}(-${serialLast})?$`)
                : new RegExp(`^TST-${serialFirst}-${serialLast}$`),
            );
        }
        expect(new Set(pieces.map(({ id }) => id)).size).toBe(pieces.length);
      },
    ),
  );
});

test("the first piece keeps the lot's id, and the others' ids name their serials", () => {
  const idsOf = (lot: CuttableLot, cutsKg: number[]) => piecesOf(lot, cutsKg).map(({ id }) => id);
  const lot = lotOf(11, 10);
  expect(idsOf(lot, [])).toEqual(["lot_TST-11-20"]);
  expect(idsOf(lot, [7000, 2000])).toEqual(["lot_TST-11-20", "lot_TST-13-17", "lot_TST-18-20"]);
  expect(idsOf({ ...lot, id: "lot_7" }, [2000])).toEqual(["lot_7", "lot_7_13-20"]);
});

test("a lot is cut at the end of a unit, behind what is sold, and only where it has numbers", () => {
  const lot = lotOf(1, 10, { retiredKg: 2500 });
  expect(cutFault(lot, 3000)).toBeNull();
  expect(cutFault(lot, 9000)).toBeNull();
  expect(cutFault(lot, 2000)).toContain("2500 kg are sold");
  expect(cutFault(lot, 3500)).toContain("units of 1000 kg");
  const named = { serialForm: "opaque" as const, serialFirst: null };
  for (const without of [named, { serialFirst: null }, { serialForm: named.serialForm }])
    expect(cutFault({ ...lot, ...without }, 3000)).toContain("no serial numbers");
  expect(() => piecesOf({ ...lot, ...named }, [3000])).toThrow(lot.id);
});

test("a unit of which a kg is sold is touched as a whole", () => {
  expect(touchedEndKg({ retiredKg: 0, unitKg: 1000 })).toBe(0);
  expect(touchedEndKg({ retiredKg: 1, unitKg: 1000 })).toBe(1000);
  expect(touchedEndKg({ retiredKg: 1000, unitKg: 1000 })).toBe(1000);
  expect(touchedEndKg({ retiredKg: 26, unitKg: 25 })).toBe(50);
});
