import fc from "fast-check";
import { expect, test } from "vitest";
import { unknownAttributes } from "./lot-attributes";
import { isNumbered, parseSerialRange } from "./serial-rules";
import { blockOf, hasUnsoldSerials, remaindersOf } from "./stock-removal-rules";

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

test("the remaining lots have every serial that is not retired, once, and no other", () => {
  fc.assert(
    fc.property(cases, ({ first, tonnes, retired }) => {
      const lot = lotOf(first, tonnes);
      const ranges = retired.map(([start, length]) => rangeOf(start, start + length));
      const left = remaindersOf(lot, ranges).flatMap((rest) => {
        const range = parseSerialRange(rest.serialNumberRange, rest.quantityKg);
        if (!isNumbered(range)) throw new Error("numbers are expected");
        expect((range.last - range.first + 1) * 1000).toBe(rest.quantityKg);
        return Array.from({ length: range.last - range.first + 1 }, (_, n) => range.first + n);
      });
      const isGone = (serial: number) =>
        retired.some(([start, length]) => serial >= start && serial <= start + length);
      const serials = Array.from({ length: tonnes }, (_, index) => first + index);
      expect(left).toEqual(serials.filter((serial) => !isGone(serial)));
    }),
  );
});

test("a remaining lot has the id that the registry's export would give it", () => {
  const rest = remaindersOf(lotOf(1, 10), [rangeOf(4, 6)]);
  expect(rest.map(({ id }) => id)).toEqual(["lot_TST-1-3", "lot_TST-7-10"]);
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

test("nothing remains of a lot without numbers, and a name removes no numbers", () => {
  const range = parseSerialRange("Batch 7", 5000, { isOpaque: true });
  const named = { ...lotOf(1, 5), serialNumberRange: "Batch 7", range };
  expect(remaindersOf(named, [rangeOf(1, 2)])).toEqual([]);
  const whole = lotOf(1, 5);
  const { range: _, ...entry } = whole;
  expect(remaindersOf(whole, [range])).toEqual([entry]);
});
