import { beforeAll, describe, expect, it } from "vitest";
import type { Account, Context } from "#core/context";
import { database } from "#core/db";
import { listOfferedPortfolios } from "#domain/catalogue";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import {
  listEmissionFactors,
  listPriceChanges,
  quoteActivity,
  quoteMass,
  resetEmissionFactors,
  setCatalogueDefault,
  setCategoryPrices,
  setEmissionFactor,
  setPortfolioPrices,
} from "./index";

const mode = "test";
let account: Account;

beforeAll(async () => {
  ({ test: account } = await makeAccount());
});

const inside = <T>(work: (ctx: Context) => Promise<T>) =>
  database().transaction((db) => work({ ...systemContext(), db }));

async function quote(portfolioId: string, source: "api" | "checkout" = "api") {
  const query = { amount_kg: 100, portfolio_id: portfolioId, source, subaccountId: null };
  const price = await quoteMass(contextOf(account), query);
  return price.price_usd_cents;
}

const latestAudit = async (subjectId: string) =>
  database().prisma.auditEntry.findFirst({ where: { subjectId }, orderBy: { id: "desc" } });

/** Prices for a category that costs $20 (api) and $30 (checkout), as makeStock creates it. */
const prices = (api: number, checkout: number, expected = { api: 2000, checkout: 3000 }) => ({
  currency: "usd",
  api_price_per_tonne: api,
  checkout_price_per_tonne: checkout,
  expected,
  confirmed: true,
});

describe("a category's prices", () => {
  it("apply to new quotes, as predicted, and not to earlier orders", async () => {
    const { tag, portfolioId } = await makeStock();
    const order = { amount_kg: 100, portfolio_id: portfolioId, subaccountId: null };
    const placed = await placeOrder(contextOf(account), order);
    const { expected: _, confirmed: __, ...newPrices } = prices(7000, 9000);
    const id = `cat_${tag}`;
    const { portfolios } = await listPriceChanges(systemContext(), { mode, id, ...newPrices });
    expect(portfolios).toEqual([
      {
        id: portfolioId,
        name: "Portfolio",
        api: { before: 2000, after: 7000, isDerived: true },
        checkout: { before: 3000, after: 9000, isDerived: true },
      },
    ]);
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...prices(7000, 9000) }));
    expect([await quote(portfolioId), await quote(portfolioId, "checkout")]).toEqual([700, 900]);
    const stored = await database().prisma.order.findFirst({ where: { id: placed.id } });
    expect(Number(stored?.price)).toBe(200);
    const entry = await latestAudit(id);
    expect(entry).toMatchObject({
      action: "category.prices_set",
      accountId: null,
      data: { mode, api: 7000, checkout: 9000, api_before: 2000, checkout_before: 3000 },
    });
  });

  it("are not overwritten by a change based on older prices, even at the same time", async () => {
    const { tag, portfolioId } = await makeStock();
    const set = (api: number) =>
      inside((ctx) => setCategoryPrices(ctx, { mode, id: `cat_${tag}`, ...prices(api, 9000) }));
    const outcomes = await Promise.allSettled([set(4000), set(5000)]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(failed?.reason).toMatchObject({
      title: "The prices have changed since you opened this page",
    });
    expect([400, 500]).toContain(await quote(portfolioId));
  });

  it("change by more than a factor of two only if that is confirmed", async () => {
    const { tag, portfolioId } = await makeStock();
    const id = `cat_${tag}`;
    const set = (api: number, checkout: number) =>
      inside((ctx) =>
        setCategoryPrices(ctx, { mode, id, ...prices(api, checkout), confirmed: false }),
      );
    const sentence = "The checkout price changes from $30.00 to $60.01 per tonne.";
    await expect(set(4000, 6001)).rejects.toMatchObject({ errors: { confirmed: [sentence] } });
    await expect(set(999, 3000)).rejects.toMatchObject({
      errors: { confirmed: expect.anything() },
    });
    expect(await quote(portfolioId)).toBe(200);
    await set(4000, 6000);
    expect(await quote(portfolioId)).toBe(400);
  });

  it("of one mode cannot be changed from the other", async () => {
    const { tag } = await makeStock({ mode: "live" });
    const id = `cat_${tag}`;
    const set = inside((ctx) => setCategoryPrices(ctx, { mode, id, ...prices(7000, 9000) }));
    await expect(set).rejects.toMatchObject({ code: "not-found" });
  });

  it("are those of the file again after an import", async () => {
    const { tag, portfolioId, file } = await makeStock();
    await inside((ctx) =>
      setCategoryPrices(ctx, { mode, id: `cat_${tag}`, ...prices(7000, 9000) }),
    );
    await importFile(file);
    expect(await quote(portfolioId)).toBe(200);
  });
});

describe("a portfolio's own price", () => {
  it("stays until it is derived again, each channel separately", async () => {
    const { portfolioId: id, tag } = await makeStock();
    const own = {
      currency: "usd",
      api_price_per_tonne: 5000,
      checkout_price_per_tonne: null,
      confirmed: true,
    };
    const none = { api: null, checkout: null };
    await inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...own, expected: none }));
    expect([await quote(id), await quote(id, "checkout")]).toEqual([500, 300]);
    const { expected: _, confirmed: __, ...newPrices } = prices(8000, 9000);
    const preview = await listPriceChanges(systemContext(), {
      mode,
      id: `cat_${tag}`,
      ...newPrices,
    });
    expect(preview.portfolios[0]).toMatchObject({
      api: { before: 5000, after: 5000, isDerived: false },
      checkout: { before: 3000, after: 9000, isDerived: true },
    });
    const derived = {
      currency: "usd",
      api_price_per_tonne: null,
      checkout_price_per_tonne: null,
      confirmed: true,
    };
    const expected = { api: 5000, checkout: null };
    await inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...derived, expected }));
    expect(await quote(id)).toBe(200);
    const late = inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...own, expected }));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });

  it("is compared with the price in effect before it changes by more than a factor of two", async () => {
    const { portfolioId: id } = await makeStock();
    const set = (api: number | null, confirmed: boolean, before: number | null) =>
      inside((ctx) =>
        setPortfolioPrices(ctx, {
          mode,
          id,
          currency: "usd",
          api_price_per_tonne: api,
          checkout_price_per_tonne: null,
          expected: { api: before, checkout: null },
          confirmed,
        }),
      );
    const refusal = { errors: { confirmed: [expect.stringContaining("The API price")] } };
    await expect(set(750, false, null)).rejects.toMatchObject(refusal);
    await set(750, true, null);
    expect(await quote(id)).toBe(75);
    await expect(set(null, false, 750)).rejects.toMatchObject(refusal);
  });

  it("and the default require a portfolio that is offered to all", async () => {
    const { portfolioId: id } = await makeStock();
    const data = { accountId: account.id };
    await database().prisma.portfolio.update({ where: { mode_id: { mode, id } }, data });
    const change = inside((ctx) => setCatalogueDefault(ctx, { mode, id }));
    await expect(change).rejects.toMatchObject({ code: "not-found" });
  });
});

it("the default applies to accounts without a choice, and its change is in the audit log", async () => {
  const [first, second] = [await makeStock(), await makeStock()];
  for (const { portfolioId: id } of [first, second, second]) {
    await inside((ctx) => setCatalogueDefault(ctx, { mode, id }));
  }
  const { defaultPortfolioId } = await listOfferedPortfolios(systemContext(), { mode });
  expect(defaultPortfolioId).toBe(second.portfolioId);
  const where = { action: "catalogue.default_set", subjectId: second.portfolioId };
  const entries = await database().prisma.auditEntry.findMany({ where });
  expect(entries.map(({ data }) => data)).toEqual([{ mode, before: first.portfolioId }]);
});

describe("an emission factor", () => {
  const flight = async () => {
    const factors = await listEmissionFactors(contextOf(account));
    return factors.filter(({ activity }) => activity === "flight");
  };
  const details = { source: "Ours", edition: "2026", url: null };
  const quoteOf = async (distance_km: number) => {
    const query = { activity: "flight", distance_km, subaccountId: null, source: "api" } as const;
    const { portfolioId } = await makeStock();
    return (await quoteActivity(contextOf(account), { ...query, portfolio_id: portfolioId }))
      .amount_kg;
  };

  it("changes in one step, the other steps stay, and a reset restores the product's", async () => {
    const before = await flight();
    const step = { activity: "flight", from_distance_km: 3700, kg_co2e_per_unit: 0.5 };
    await inside((ctx) => setEmissionFactor(ctx, { mode, ...step, ...details }));
    expect(await quoteOf(4000)).toBe(2000);
    expect((await flight()).map(({ kgCo2ePerUnit, origin }) => [kgCo2ePerUnit, origin])).toEqual([
      [before[0]?.kgCo2ePerUnit, "imported"],
      [0.5, "imported"],
    ]);
    await inside((ctx) => resetEmissionFactors(ctx, { mode, activity: "flight" }));
    expect(await flight()).toEqual(before);
  });

  it("of an unknown step is not created", async () => {
    const step = { activity: "flight", from_distance_km: 12, kg_co2e_per_unit: 0.5 };
    const set = inside((ctx) => setEmissionFactor(ctx, { mode, ...step, ...details }));
    await expect(set).rejects.toMatchObject({ code: "not-found" });
    const reset = inside((ctx) => resetEmissionFactors(ctx, { mode, activity: "train" }));
    await expect(reset).rejects.toMatchObject({ code: "not-found" });
  });
});
