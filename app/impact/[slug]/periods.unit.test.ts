import fc from "fast-check";
import { expect, test } from "vitest";
import { chaptersOf, endOfScale, periodsOf } from "./periods";

const monthsFrom = (kgs: number[], first = new Date("2026-02-01T00:00:00Z")) =>
  kgs.map((kg, index) => ({
    startsAt: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)),
    kg,
    registryRetiredKg: kg - (kg % 2),
  }));

test("a chart begins with the first month that has credits", () => {
  const periods = periodsOf(monthsFrom([5, 7]));
  expect(periods).toEqual([
    { label: "Feb 2026", short: "Feb", kg: 5, retiredKg: 4 },
    { label: "Mar 2026", short: "Mar", kg: 7, retiredKg: 6 },
  ]);
  expect(periodsOf([])).toEqual([]);
});

test("many months are grouped by quarter, and more by year", () => {
  const quarters = periodsOf(monthsFrom(Array(37).fill(1)));
  expect(quarters.slice(0, 2)).toEqual([
    { label: "Q1 2026", short: "", kg: 2, retiredKg: 0 },
    { label: "Q2 2026", short: "", kg: 3, retiredKg: 0 },
  ]);
  const years = periodsOf(monthsFrom(Array(120).fill(1)));
  expect(years.slice(0, 2)).toEqual([
    { label: "2026", short: "", kg: 11, retiredKg: 0 },
    { label: "2027", short: "", kg: 12, retiredKg: 0 },
  ]);
});

test("the bars add up to all kilograms and have unique labels", () => {
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

test("years are chapters, newest first, whose sums are those of their months", () => {
  const chapters = chaptersOf(monthsFrom([5, 7, 1], new Date("2025-11-01T00:00:00Z")));
  expect(chapters.map(({ year, kg, retiredKg }) => [year, kg, retiredKg])).toEqual([
    [2026, 1, 0],
    [2025, 12, 10],
  ]);
});

test("the scale covers the highest bar and is less than twice as high", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1e12 }), (kg) => {
      expect(endOfScale(kg)).toBeGreaterThanOrEqual(kg);
      expect(endOfScale(kg)).toBeLessThanOrEqual(2 * kg);
    }),
  );
});
