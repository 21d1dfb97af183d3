import fc from "fast-check";
import { expect, it } from "vitest";
import { allocate, type CategoryPlan } from "#domain/inventory";
import { maxFillableKg, remainingStock } from "./demand-rules";

const plan: CategoryPlan[] = [
  { id: "c1", weight: 600_000, projects: [{ id: "a", weight: 1 }] },
  { id: "c2", weight: 400_000, projects: ["b", "c"].map((id) => ({ id, weight: 1 })) },
];
const plans = new Map([["pf", plan]]);
const stocks = fc.record({ a: fc.nat(2000), b: fc.nat(2000), c: fc.nat(2000) });
const amounts = fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 8 });
const toDemands = (list: number[]) => list.map((amountKg) => ({ portfolioId: "pf", amountKg }));
const left = (stock: ReadonlyMap<string, number>) => (id: string) => stock.get(id) ?? 0;

it("the available kg can be filled behind all older demands, and never exceed the requested kg", () => {
  fc.assert(
    fc.property(stocks, amounts, fc.integer({ min: 1, max: 5000 }), (kg, older, amountKg) => {
      const stock = new Map(Object.entries(kg));
      const rest = remainingStock(toDemands(older), { plans, stock, allocate });
      for (const value of rest.values()) expect(value).toBeGreaterThanOrEqual(0);
      const most = maxFillableKg({ portfolioId: "pf", amountKg }, { plans, stock: rest, allocate });
      expect(most).toBeLessThanOrEqual(amountKg);
      expect(allocate(most, plan, left(rest))).not.toBeNull();
      // All of it, if all of it fits.
      const fits = allocate(amountKg, plan, left(rest)) !== null;
      expect(most === amountKg).toBe(fits);
    }),
  );
});

it("a demand too large for the stock takes nothing, unless it is a sum of many", () => {
  const stock = new Map([
    ["a", 60],
    ["b", 40],
    ["c", 40],
  ]);
  const large = { portfolioId: "pf", amountKg: 5000 };
  expect(remainingStock([large], { plans, stock, allocate })).toEqual(stock);
  const after = remainingStock([{ ...large, isSum: true }], { plans, stock, allocate });
  expect([...after.values()]).toEqual([0, 0, 0]);
});

it("a portfolio without categories has nothing available", () => {
  const market = { plans, stock: new Map<string, number>(), allocate };
  expect(maxFillableKg({ portfolioId: "none", amountKg: 5 }, market)).toBe(0);
});

it("each demand takes its shares of the remaining stock, and an unknown portfolio takes none", () => {
  const stock = new Map([
    ["a", 100],
    ["b", 100],
    ["c", 100],
  ]);
  const demands = [...toDemands([100, 100, 50]), { portfolioId: "gone", amountKg: 10 }];
  expect(remainingStock(demands, { plans, stock, allocate })).toEqual(
    new Map([
      ["a", 10],
      ["b", 70],
      ["c", 70],
    ]),
  );
});

it("less than the requested kg is the most that can be filled, except for rounding", () => {
  fc.assert(
    fc.property(stocks, fc.integer({ min: 1, max: 5000 }), (kg, amountKg) => {
      const stock = new Map(Object.entries(kg));
      const most = maxFillableKg({ portfolioId: "pf", amountKg }, { plans, stock, allocate });
      const exact = Math.min(amountKg, kg.a / 0.6, (kg.b + kg.c) / 0.4);
      expect(most).toBeGreaterThan(exact - 3);
    }),
  );
});
