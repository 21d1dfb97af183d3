import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawFromLots, leftKg, type OpenLot } from "./draw-rules";

const makeLot = (id: string, tonnes: number, changes: Partial<OpenLot> = {}): OpenLot => ({
  id,
  projectId: "prj",
  vintageYear: 2024,
  quantityKg: tonnes * 1000,
  nextKg: changes.readKg ?? 0,
  readKg: 0,
  unitKg: 1000,
  serialNumberRange: `${id}-1-${tonnes}`,
  serialForm: "numbered",
  evidenceEndKg: 0,
  requestEndKg: 0,
  cutAtKg: 0,
  ...changes,
});
const draw = (kg: number, lots: OpenLot[]) =>
  drawFromLots(kg, lots).map(({ lot, startKg, endKg }) => [lot.serialNumberRange, startKg, endKg]);

const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });
const amounts = fc.array(fc.integer({ min: 1, max: 4500 }), { maxLength: 12 });

describe("drawFromLots", () => {
  it("takes each full 1,000 kg of an order as a tonne in its own name, and opens one at a time", () => {
    fc.assert(
      fc.property(sizes, amounts, (tonnes, orders) => {
        const lots = tonnes.map((size, index) => makeLot(`L${index}`, size));
        for (const kg of orders) {
          const left = leftKg(lots);
          if (kg > left) continue;
          const openedKg = lots.reduce(
            (sum, lot) => sum + ((lot.quantityKg - lot.nextKg) % 1000),
            0,
          );
          const draws = drawFromLots(kg, lots);
          expect(draws.reduce((sum, { startKg, endKg }) => sum + endKg - startKg, 0)).toBe(kg);
          expect(leftKg(lots)).toBe(left - kg);
          const whole = draws.reduce(
            (sum, { startKg, endKg }) =>
              sum + Math.max(0, Math.floor(endKg / 1000) - Math.ceil(startKg / 1000)),
            0,
          );
          // No more than all tonnes that no order has a part of.
          expect(whole).toBe(Math.min(Math.floor(kg / 1000), (left - openedKg) / 1000));
          expect(lots.filter(({ nextKg }) => nextKg % 1000 > 0).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("takes contiguous kg from each lot, none twice, and cuts lots without gaps", () => {
    fc.assert(
      fc.property(sizes, amounts, (tonnes, orders) => {
        const lots = tonnes.map((size, index) => makeLot(`L${index}`, size));
        const ends = new Map<OpenLot, number>();
        for (const kg of orders) {
          if (kg > leftKg(lots)) continue;
          for (const { lot, startKg, endKg } of drawFromLots(kg, lots)) {
            expect(startKg).toBe(ends.get(lot) ?? 0);
            ends.set(lot, endKg);
          }
        }
        for (const [id, pieces] of Map.groupBy(lots, (lot) => lot.id)) {
          const size = tonnes[Number(id.slice(1))] ?? 0;
          let atKg = 0;
          for (const piece of pieces) {
            expect(piece.cutAtKg).toBe(atKg);
            atKg += piece.quantityKg;
            expect(piece.serialNumberRange).toBe(
              `${id}-${piece.cutAtKg / 1000 + 1}-${atKg / 1000}`,
            );
          }
          expect(atKg).toBe(size * 1000);
        }
      }),
    );
  });

  it("takes the odd rest from the opened tonne first, then from a new one", () => {
    const lots = [makeLot("A", 5)];
    expect(draw(250, lots)).toEqual([["A-1-5", 0, 250]]);
    expect(draw(2000, lots)).toEqual([["A-2-5", 0, 2000]]);
    expect(draw(1900, lots)).toEqual([
      ["A-2-5", 2000, 3150],
      ["A-1-1", 250, 1000],
    ]);
    // Nothing but an opened tonne is left.
    expect(draw(850, lots)).toEqual([["A-2-5", 3150, 4000]]);
    expect(() => draw(1, lots)).toThrow(
      new RangeError("the lots are 1 kg short of what was allocated"),
    );
  });

  it("takes full tonnes from opened ones where no other is left", () => {
    const lots = [makeLot("A", 1, { readKg: 400 }), makeLot("B", 1, { readKg: 600 })];
    expect(draw(1000, lots)).toEqual([
      ["A-1-1", 400, 1000],
      ["B-1-1", 600, 1000],
    ]);
  });

  it("cuts large lots before much is sold of them, so that no later cut rewrites many sales", () => {
    const lots = [makeLot("A", 500)];
    expect(draw(99_300, lots)).toEqual([["A-1-199", 0, 99_300]]);
    expect(draw(800, lots)).toEqual([["A-1-199", 99_300, 100_100]]);
    expect(draw(200_000, lots)).toEqual([
      ["A-102-199", 0, 98_000],
      ["A-200-301", 0, 102_000],
    ]);
    expect(lots.map((lot) => lot.quantityKg)).toEqual([101_000, 98_000, 102_000, 199_000]);
    const before = [makeLot("B", 500, { readKg: 100_400 })];
    expect(draw(2000, before)).toEqual([["B-1-500", 100_400, 102_400]]);
  });

  it("keeps to the order of use where a lot can't be cut", () => {
    const uncut: Partial<OpenLot>[] = [
      { evidenceEndKg: 3000 },
      { requestEndKg: 3000 },
      { serialForm: "opaque" },
      { unitKg: 1 },
      { serialForm: "opaque", unitKg: 3000 },
    ];
    for (const changes of uncut) {
      const lots = [makeLot("A", 3, { readKg: 400, ...changes }), makeLot("B", 3)];
      expect(draw(2000, lots)).toEqual([["A-1-3", 400, 2400]]);
      expect(lots).toHaveLength(2);
    }
  });
});
