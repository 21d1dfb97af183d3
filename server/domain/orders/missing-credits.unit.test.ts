import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CategoryPlan, splitByLargestRemainder } from "#domain/inventory";
import { shortagesOf, type WaitingDemand } from "./demand-rules";

const category = (id: string, weight: number, ...projects: string[]): CategoryPlan => ({
  id,
  weight,
  projects: projects.map((project) => ({ id: project, weight: 1 })),
});
const plans: Record<string, CategoryPlan[]> = {
  forest: [category("c2", 1, "a", "b")],
  mixed: [category("c3", 300, "b", "c"), category("c1", 700, "a")],
};
const demand = (portfolioId: string, orders: number, kg: number): WaitingDemand => ({
  portfolioId,
  orders,
  kg,
  plan: plans[portfolioId] ?? [],
});

const demands = fc.array(
  fc.record({
    portfolioId: fc.constantFrom(...Object.keys(plans)),
    orders: fc.integer({ min: 1, max: 50 }),
    kg: fc.nat(5000),
  }),
  { maxLength: 6 },
);
const stocks = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.nat(4000));

describe("missing credits", () => {
  it("are none where no order waits", () => {
    expect(shortagesOf([], new Map([["a", 5]]), splitByLargestRemainder)).toEqual([]);
  });

  it("are listed by category id, with the stock that earlier ones leave", () => {
    const stock = new Map(Object.entries({ a: 1000, b: 200 }));
    const all = [demand("mixed", 2, 1000), demand("forest", 3, 600), demand("mixed", 1, 1000)];
    expect(shortagesOf(all, stock, splitByLargestRemainder)).toEqual([
      {
        categoryId: "c1",
        orders: 3,
        neededKg: 1400,
        stockKg: 1000,
        missingKg: 400,
        projects: [{ id: "a", leftKg: 1000 }],
      },
      {
        categoryId: "c2",
        orders: 3,
        neededKg: 600,
        stockKg: 200,
        missingKg: 400,
        projects: [
          { id: "a", leftKg: 0 },
          { id: "b", leftKg: 200 },
        ],
      },
      {
        categoryId: "c3",
        orders: 3,
        neededKg: 600,
        stockKg: 0,
        missingKg: 600,
        projects: [
          { id: "b", leftKg: 0 },
          { id: "c", leftKg: 0 },
        ],
      },
    ]);
  });

  it("of later categories count the stock that earlier ones do not need", () => {
    const stock = new Map(Object.entries({ a: 1000, b: 500, c: 40 }));
    const all = [demand("mixed", 1, 1000), demand("forest", 1, 400), demand("mixed", 1, 0)];
    const shortages = shortagesOf(all, stock, splitByLargestRemainder);
    expect(shortages.map(({ categoryId, projects }) => [categoryId, projects])).toEqual([
      ["c1", [{ id: "a", leftKg: 1000 }]],
      [
        "c2",
        [
          { id: "a", leftKg: 300 },
          { id: "b", leftKg: 500 },
        ],
      ],
      [
        "c3",
        [
          { id: "b", leftKg: 400 },
          { id: "c", leftKg: 40 },
        ],
      ],
    ]);
  });

  it("add up with the stock to the needed kg, and no stock is counted twice", () => {
    fc.assert(
      fc.property(demands, stocks, (list, kg) => {
        const all = list.map((it) => demand(it.portfolioId, it.orders, it.kg));
        const stock = new Map(Object.entries(kg));
        const shortages = shortagesOf(all, stock, splitByLargestRemainder);
        const ids = shortages.map(({ categoryId }) => categoryId);
        expect(ids).toEqual([...new Set(ids)].sort());
        const needed = shortages.reduce((sum, { neededKg }) => sum + neededKg, 0);
        expect(needed).toBe(all.reduce((sum, it) => sum + it.kg, 0));
        let served = 0;
        for (const { neededKg, stockKg, missingKg, projects } of shortages) {
          expect(stockKg).toBe(projects.reduce((sum, { leftKg }) => sum + leftKg, 0));
          expect(missingKg).toBe(Math.max(0, neededKg - stockKg));
          served += neededKg - missingKg;
        }
        expect(served).toBeLessThanOrEqual([...stock.values()].reduce((sum, it) => sum + it, 0));
        expect(stock).toEqual(new Map(Object.entries(kg)));
      }),
    );
  });
});
