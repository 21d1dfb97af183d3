import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { splitByLargestRemainder } from "#domain/inventory";
import { retryWaitingOrders } from "#domain/matching";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { shortagesOf } from "./demand-rules";
import { listMissingCredits, listWaitingOrders } from "./index";

const one = { weight: 1 };

test("a project in two categories counts its stock once, and nothing is missing without demand", () => {
  const plan = ["a", "b"].map((id) => ({ id, ...one, projects: [{ id: "shared", ...one }] }));
  const demands = [{ portfolioId: "pf", orders: 2, kg: 1000, plan }];
  const [first, second] = shortagesOf(demands, new Map([["shared", 700]]), splitByLargestRemainder);
  expect(first).toMatchObject({ neededKg: 500, stockKg: 700, missingKg: 0 });
  expect(second).toMatchObject({ neededKg: 500, stockKg: 200, missingKg: 300 });
});

test("missing kg are needed kg less the stock, over all categories", () => {
  const kg = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(kg, kg, fc.integer({ min: 1, max: 9 }), (needed, left, weight) => {
      const plan = [
        { id: "a", weight, projects: [{ id: "p", ...one }] },
        { id: "b", weight: 10 - weight, projects: [{ id: "p", ...one }] },
      ];
      const shortages = shortagesOf(
        [{ portfolioId: "pf", orders: 1, kg: needed, plan }],
        new Map([["p", left]]),
        splitByLargestRemainder,
      );
      const missing = shortages.reduce((sum, shortage) => sum + shortage.missingKg, 0);
      expect(missing).toBe(Math.max(0, needed - left));
    }),
  );
});

describe("waiting orders", () => {
  test("are listed with their accounts, oldest first, and with the missing kg of their category", async () => {
    const stock = await makeStock({ tonnes: 2 });
    const accounts = [await makeAccount(), await makeAccount()];
    const ids: string[] = [];
    for (const { account } of accounts) {
      const input = { amount_kg: 5000, portfolio_id: stock.portfolioId, subaccountId: null };
      ids.push((await placeOrder(contextOf(account), input)).id);
    }
    await matchAll();
    const page = { mode: "test", portfolioId: stock.portfolioId, limit: 1 } as const;
    const first = await listWaitingOrders(systemContext(), page);
    const next = await listWaitingOrders(systemContext(), {
      ...page,
      starting_after: ids[0] ?? "",
    });
    expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(ids);
    expect([first.hasMore, next.hasMore]).toEqual([true, false]);
    expect(first.data[0]).toMatchObject({ slug: accounts[0]?.live.slug, isTried: true });
    const back = await listWaitingOrders(systemContext(), {
      ...page,
      ending_before: ids[1] ?? "",
    });
    expect(back.data).toEqual(first.data);
    expect((await listWaitingOrders(systemContext(), { ...page, mode: "live" })).data).toEqual([]);

    const shortages = await listMissingCredits(systemContext(), { mode: "test" });
    const shortage = shortages.find(({ category }) => category.id === `cat_${stock.tag}`);
    expect(shortage).toMatchObject({ orders: 2, neededKg: 10_000, stockKg: 2000, missingKg: 8000 });
    expect(shortage?.projects).toEqual([{ id: `prj_${stock.tag}_a`, name: "a", leftKg: 2000 }]);

    await database().transaction((db) =>
      retryWaitingOrders({ ...systemContext(), db }, { mode: "test" }),
    );
    expect((await listWaitingOrders(systemContext(), page)).data[0]?.isTried).toBe(false);
  });
});
