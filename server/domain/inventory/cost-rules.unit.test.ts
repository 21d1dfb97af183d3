import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageCosts } from "./cost-rules";

const cost = fc.record({
  currency: fc.constantFrom("usd", "eur"),
  amount: fc.integer({ min: 0, max: 1_000_000_000 }),
  isComplete: fc.boolean(),
});
const parts = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 1_000_000 }),
    costs: fc.uniqueArray(cost, { selector: ({ currency }) => currency, maxLength: 2 }),
  }),
);

describe("the average cost of credits", () => {
  it("is weighted in each currency, and leaves out what is not known", () => {
    const usd = (amount: number) => [{ currency: "usd", amount, isComplete: true }];
    expect(averageCosts([])).toEqual([]);
    expect(averageCosts([{ weight: 1, costs: [] }])).toEqual([]);
    const known = [
      { weight: 1, costs: usd(400) },
      { weight: 2, costs: usd(700) },
    ];
    expect(averageCosts(known)).toEqual(usd(600));
    const incomplete = { currency: "usd", amount: 600, isComplete: false };
    expect(averageCosts([...known, { weight: 9, costs: [] }])).toEqual([incomplete]);
    const euros = { currency: "eur", amount: 9, isComplete: true };
    expect(averageCosts([...known, { weight: 9, costs: [euros] }])).toEqual([
      incomplete,
      { ...euros, isComplete: false },
    ]);
  });

  it("is between the lowest and the highest known cost, and complete only if all parts are", () => {
    fc.assert(
      fc.property(parts, (list) => {
        const averages = averageCosts(list);
        const currencies = new Set(list.flatMap(({ costs }) => costs.map((one) => one.currency)));
        expect(new Set(averages.map(({ currency }) => currency))).toEqual(currencies);
        for (const average of averages) {
          const known = list.flatMap(({ costs }) =>
            costs.filter(({ currency }) => currency === average.currency),
          );
          const amount = known.map((one) => one.amount);
          expect(average.amount).toBeGreaterThanOrEqual(Math.min(...amount));
          expect(average.amount).toBeLessThanOrEqual(Math.max(...amount));
          const isComplete = known.length === list.length && known.every((one) => one.isComplete);
          expect(average.isComplete).toBe(isComplete);
        }
      }),
    );
  });
});
