import fc from "fast-check";
import { expect, test } from "vitest";
import { unknownAttributes } from "./schema";
import { parseSerialRange } from "./serial-rules";
import { blockOf, hasUnsoldSerials, unsoldStretches, without } from "./stock-removal-rules";

const lotOf = (first: number, tonnes: number) => ({
  ...unknownAttributes,
  id: `lot_TST-${first}-${first + tonnes - 1}`,
  projectId: "prj",
  vintageYear: 2022,
  quantityKg: tonnes * 1000,
  serialNumberRange: `TST-${first}-${first + tonnes - 1}`,
  opaqueSerials: false,
  retirementUrl: null,
  range: parseSerialRange(`TST-${first}-${first + tonnes - 1}`, tonnes * 1000),
});
const rangeOf = (first: number, last: number) =>
  parseSerialRange(`TST-${first}-${last}`, (last - first + 1) * 1000);

/** A lot, and ranges within, across or next to it. */
const cases = fc.record({
  first: fc.integer({ min: 1, max: 50 }),
  tonnes: fc.integer({ min: 1, max: 50 }),
  retired: fc.array(fc.tuple(fc.integer({ min: 1, max: 110 }), fc.integer({ min: 0, max: 20 })), {
    maxLength: 6,
  }),
});

test("each untouched serial that the registry names is unsold stock to remove, once", () => {
  fc.assert(
    fc.property(cases, fc.nat(50_000), ({ first, tonnes, retired }, soldKg) => {
      const retiredKg = Math.min(soldKg, tonnes * 1000);
      const lot = { ...lotOf(first, tonnes), retiredKg };
      const ranges = retired.map(([start, length]) => rangeOf(start, start + length));
      const named = unsoldStretches(lot, ranges).flatMap(({ startKg, endKg }) =>
        Array.from({ length: (endKg - startKg) / 1000 }, (_, n) => first + startKg / 1000 + n),
      );
      const isNamed = (serial: number) =>
        retired.some(([start, length]) => serial >= start && serial <= start + length);
      const serials = Array.from({ length: tonnes }, (_, index) => first + index);
      expect(named).toEqual(
        serials.filter((serial, index) => isNamed(serial) && index * 1000 >= retiredKg),
      );
    }),
  );
});

test("unsold stretches have kg each, and do not touch", () => {
  fc.assert(
    fc.property(cases, ({ first, tonnes, retired }) => {
      const lot = { ...lotOf(first, tonnes), retiredKg: 0 };
      const ranges = retired.map(([start, length]) => rangeOf(start, start + length));
      let free = -1;
      for (const { startKg, endKg } of unsoldStretches(lot, ranges)) {
        expect(startKg).toBeGreaterThan(free);
        expect(endKg).toBeGreaterThan(startKg);
        free = endKg;
      }
    }),
  );
});

test("stretches are kept without the kg of others", () => {
  const stretches = [
    { startKg: 0, endKg: 10 },
    { startKg: 20, endKg: 30 },
  ];
  expect(without(stretches, [])).toEqual(stretches);
  expect(without(stretches, [{ startKg: 5, endKg: 25 }])).toEqual([
    { startKg: 0, endKg: 5 },
    { startKg: 25, endKg: 30 },
  ]);
  expect(
    without(stretches, [
      { startKg: 22, endKg: 24 },
      { startKg: 0, endKg: 10 },
    ]),
  ).toEqual([
    { startKg: 20, endKg: 22 },
    { startKg: 24, endKg: 30 },
  ]);
});

test("serials that orders have touched are not for sale", () => {
  const lot = { ...lotOf(1, 10), retiredKg: 2500 };
  expect(hasUnsoldSerials(lot, rangeOf(1, 3))).toBe(false);
  expect(hasUnsoldSerials(lot, rangeOf(3, 4))).toBe(true);
  expect(hasUnsoldSerials(lot, rangeOf(11, 12))).toBe(false);
  expect(hasUnsoldSerials({ ...lot, retiredKg: 10_000 }, rangeOf(1, 10))).toBe(false);
});

test("a lot is compared with all its serials, up to the last, and with every name", () => {
  const lot = { ...lotOf(1, 10), retiredKg: 0 };
  expect(hasUnsoldSerials(lot, rangeOf(10, 12))).toBe(true);
  expect(hasUnsoldSerials(lot, rangeOf(11, 12))).toBe(false);
  expect(hasUnsoldSerials({ ...lot, retiredKg: 9001 }, rangeOf(10, 10))).toBe(false);
  expect(hasUnsoldSerials({ ...lot, retiredKg: 9000 }, rangeOf(10, 10))).toBe(true);
  const name = parseSerialRange("Batch 7", 5000, { isOpaque: true });
  const named = { range: name, quantityKg: 5000, retiredKg: 0 };
  expect(hasUnsoldSerials(named, name)).toBe(true);
  expect(hasUnsoldSerials(named, rangeOf(1, 3))).toBe(true);
  expect(hasUnsoldSerials(lot, name)).toBe(true);
  expect(hasUnsoldSerials({ ...named, retiredKg: 4999 }, name)).toBe(true);
  expect(hasUnsoldSerials({ ...named, retiredKg: 5000 }, name)).toBe(false);
});

test("ranges share their block or their name", () => {
  const name = (text: string) => parseSerialRange(text, 5000, { isOpaque: true });
  expect(blockOf(rangeOf(1, 3))).toBe(blockOf(rangeOf(7, 9)));
  expect(blockOf(rangeOf(1, 3))).not.toBe(blockOf(parseSerialRange("XYZ-1-3", 3000)));
  expect(blockOf(name("Batch 7"))).toBe(blockOf(name("Batch 7")));
  expect(blockOf(name("Batch 7"))).not.toBe(blockOf(name("Batch 8")));
});

test("a lot without numbers is removed whole, and a name removes no numbers", () => {
  const range = parseSerialRange("Batch 7", 5000, { isOpaque: true });
  const named = { ...lotOf(1, 5), retiredKg: 0, serialNumberRange: "Batch 7", range };
  expect(unsoldStretches(named, [range])).toEqual([{ startKg: 0, endKg: 5000 }]);
  expect(unsoldStretches({ ...lotOf(1, 5), retiredKg: 0 }, [range])).toEqual([]);
});
