import { describe, expect, it } from "vitest";
import { type Context, newContext } from "#core/context";
import { database } from "#core/db";
import { getProjectCategory } from "#domain/catalogue";
import { call } from "#testing/api";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { findCategoryCosts, getLot, setLotCost } from "./index";

const mode = "test";
const inside = <T>(work: (ctx: Context) => Promise<T>) =>
  database().transaction((db) => work({ ...newContext(systemContext().actor), db }));

/** Two projects with a lot of 10 t each. */
async function makeLots() {
  const stock = await makeStock({ tonnes: 10, projects: ["a", "b"] });
  const { account } = await makeAccount();
  const id = `cat_${stock.tag}`;
  const setCost = (lotId: string | undefined, amount: number | null, currency = "usd") =>
    inside((ctx) =>
      setLotCost(ctx, {
        ...{ mode, id: lotId ?? "" },
        ...{ cost_per_tonne: amount, cost_currency: currency },
      }),
    );
  const costOf = async () => {
    const category = await getProjectCategory(contextOf(account), { id });
    const costs = await findCategoryCosts(systemContext(), { mode, categories: [category] });
    return costs.get(id);
  };
  return { ...stock, setCost, costOf };
}

describe("the cost of a lot", () => {
  it("is averaged over the stock of a category, as far as it is known", async () => {
    const { lotIds, setCost, costOf } = await makeLots();
    const currency = "usd";
    expect(await costOf()).toEqual([]);
    await setCost(lotIds[0], 400);
    expect(await costOf()).toEqual([{ currency, amount: 400, isComplete: false }]);
    await setCost(lotIds[1], 701);
    expect(await costOf()).toEqual([{ currency, amount: 551, isComplete: true }]);
    await setCost(lotIds[0], null);
    expect(await costOf()).toEqual([{ currency, amount: 701, isComplete: false }]);
  });

  it("is averaged in each currency apart", async () => {
    const { lotIds, setCost, costOf } = await makeLots();
    await setCost(lotIds[0], 400, "jpy");
    await setCost(lotIds[1], 700, "eur");
    expect(await costOf()).toEqual([
      { currency: "eur", amount: 700, isComplete: false },
      { currency: "jpy", amount: 400, isComplete: false },
    ]);
    await setCost(lotIds[0], 500, "eur");
    expect(await costOf()).toEqual([{ currency: "eur", amount: 600, isComplete: true }]);
  });

  it("comes in with the catalogue file, stays if it is left out, and its changes are in the audit log", async () => {
    const { file, lotIds, setCost } = await makeLots();
    const [lot] = file.credit_lots;
    const costOf = async () =>
      (await getLot(systemContext(), { mode, id: lotIds[0] ?? "" })).costPerTonne;
    const importCost = (cost: object) => importFile({ mode, credit_lots: [{ ...lot, ...cost }] });
    await importCost({ cost_per_tonne_usd_cents: 0 });
    expect(await costOf()).toBe(0);
    await importCost({});
    expect(await costOf()).toBe(0);
    await setCost(lotIds[0], 950);
    await setCost(lotIds[0], 950);
    await importCost({ cost_per_tonne_usd_cents: null });
    expect(await costOf()).toBeNull();
    const entries = await database().prisma.auditEntry.findMany({
      where: { subjectId: lotIds[0] ?? "" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ action, data }) => [action, data])).toMatchObject([
      ["credit_lot.attributes_changed", { cost_per_tonne: "0.00 USD" }],
      ["credit_lot.cost_set", { mode, cost: 950, cost_before: 0 }],
      ["credit_lot.attributes_changed", { cost_per_tonne_before: "9.50 USD" }],
    ]);
    await expect(setCost("lot_nowhere", 1)).rejects.toMatchObject({ code: "not-found" });
  });

  it("comes in with the catalogue file in a currency that it names", async () => {
    const { file, lotIds } = await makeLots();
    const [lot] = file.credit_lots;
    const importCost = (cost: object) => importFile({ mode, credit_lots: [{ ...lot, ...cost }] });
    await importCost({ cost_per_tonne: 1200, cost_currency: "jpy" });
    const stored = () => getLot(systemContext(), { mode, id: lotIds[0] ?? "" });
    expect(await stored()).toMatchObject({ costPerTonne: 1200, costCurrency: "jpy" });
    await expect(importCost({ cost_per_tonne: 1200 })).rejects.toMatchObject({
      errors: { "credit_lots[0].cost_currency": [expect.stringContaining("is required")] },
    });
    const both = { cost_per_tonne: 1, cost_per_tonne_usd_cents: 1, cost_currency: "usd" };
    await expect(importCost(both)).rejects.toMatchObject({
      errors: { "credit_lots[0].cost_per_tonne": [expect.stringContaining("together")] },
    });
  });

  it("is in no response of the API", async () => {
    const { lotIds, setCost, portfolioId, tag } = await makeLots();
    for (const id of lotIds) await setCost(id, 98_765);
    const { token: key } = await makeAccount();
    const body = { amount_kg: 20_000, portfolio_id: portfolioId };
    const { json } = await call("POST", "/orders", { key, body });
    await matchAll();
    const paths = [
      `/orders/${json.id}`,
      "/retirements",
      `/portfolios/${portfolioId}`,
      `/project-categories/cat_${tag}`,
      `/projects/prj_${tag}_a`,
      "/events",
    ];
    for (const path of paths) {
      const response = await call("GET", path, { key });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.text).not.toMatch(/98.?765|cost/i);
    }
  });
});
