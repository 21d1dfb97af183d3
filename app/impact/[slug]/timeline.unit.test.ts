// The chart's bars: as many as can be told apart, and not a kilogram fewer than the months have.
import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfScale, periodsOf } from "./timeline";

const monthsFrom = (kgs: number[], first = new Date("2026-02-01T00:00:00Z")) =>
  kgs.map((kg, index) => ({
    startsAt: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)),
    kg,
  }));

test("few months are shown with the rest of a year before them", () => {
  const periods = periodsOf(monthsFrom([5, 7]));
  expect(periods).toHaveLength(12);
  expect(periods[0]).toEqual({ label: "Apr 2025", kg: 0 });
  expect(periods.slice(-2)).toEqual([
    { label: "Feb 2026", kg: 5 },
    { label: "Mar 2026", kg: 7 },
  ]);
  expect(periodsOf([])).toEqual([]);
});

test("many months become quarters, and very many years", () => {
  const quarters = periodsOf(monthsFrom(Array(37).fill(1)));
  expect(quarters.slice(0, 2)).toEqual([
    { label: "Q1 2026", kg: 2 },
    { label: "Q2 2026", kg: 3 },
  ]);
  const years = periodsOf(monthsFrom(Array(120).fill(1)));
  expect(years.slice(0, 2)).toEqual([
    { label: "2026", kg: 11 },
    { label: "2027", kg: 12 },
  ]);
});

test("the bars hold every kilogram, and have names of their own", () => {
  const kgs = fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(kgs, (all) => {
      const periods = periodsOf(monthsFrom(all));
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(periods.map(({ kg }) => kg))).toBe(sum(all));
      expect(new Set(periods.map(({ label }) => label)).size).toBe(periods.length);
      expect(periods.length).toBeLessThanOrEqual(38);
    }),
  );
});

test("a scale ends at or above the highest bar, and less than twice as high", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1e12 }), (kg) => {
      expect(endOfScale(kg)).toBeGreaterThanOrEqual(kg);
      expect(endOfScale(kg)).toBeLessThanOrEqual(2 * kg);
    }),
  );
});
