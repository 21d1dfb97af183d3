import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageCost } from "./cost-rules";

const costs = fc.record({
  amount: fc.integer({ min: 0, max: 1_000_000_000 }),
  isComplete: fc.boolean(),
});
const parts = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 1_000_000 }),
    cost: fc.option(costs, { nil: null }),
  }),
);

describe("the average cost of credits", () => {
  it("is weighted, and leaves out what is not known", () => {
    const cost = (amount: number) => ({ amount, isComplete: true });
    expect(averageCost([])).toBeNull();
    expect(averageCost([{ weight: 1, cost: null }])).toBeNull();
    const known = [
      { weight: 1, cost: cost(400) },
      { weight: 2, cost: cost(700) },
    ];
    expect(averageCost(known)).toEqual({ amount: 600, isComplete: true });
    expect(averageCost([...known, { weight: 9, cost: null }])).toEqual({
      amount: 600,
      isComplete: false,
    });
  });

  it("is between the lowest and the highest known cost, and complete only if all parts are", () => {
    fc.assert(
      fc.property(parts, (list) => {
        const known = list.flatMap(({ cost }) => cost ?? []);
        const average = averageCost(list);
        expect(average === null).toBe(known.length === 0);
        if (average === null) return;
        const amount = known.map((cost) => cost.amount);
        expect(average.amount).toBeGreaterThanOrEqual(Math.min(...amount));
        expect(average.amount).toBeLessThanOrEqual(Math.max(...amount));
        const isComplete = known.length === list.length && known.every((cost) => cost.isComplete);
        expect(average.isComplete).toBe(isComplete);
      }),
    );
  });
});
