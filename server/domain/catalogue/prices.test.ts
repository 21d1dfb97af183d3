// What an operator changes of prices and factors: seen before, true afterwards, and written down.
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
  const asked = { amount_kg: 100, portfolio_id: portfolioId, source, subaccountId: null };
  return (await quoteMass(contextOf(account), asked)).price_usd_cents;
}

const latestAudit = async (subjectId: string) =>
  database().prisma.auditEntry.findFirst({ where: { subjectId }, orderBy: { id: "desc" } });

/** Prices for a category of api 2 and checkout 3, as makeStock makes it. */
const prices = (api: number, checkout: number, seen = { api: 2, checkout: 3 }) => ({
  api_price_per_kg_usd_cents: api,
  checkout_price_per_kg_usd_cents: checkout,
  seen,
});

describe("a category's prices", () => {
  it("are those of quotes from then on, as foretold, and an order placed before keeps its own", async () => {
    const { tag, portfolioId } = await makeStock();
    const order = { amount_kg: 100, portfolio_id: portfolioId, subaccountId: null };
    const placed = await placeOrder(contextOf(account), order);
    const { seen: _, ...wanted } = prices(7, 9);
    const id = `cat_${tag}`;
    const { portfolios } = await listPriceChanges(systemContext(), { mode, id, ...wanted });
    expect(portfolios).toEqual([
      {
        id: portfolioId,
        name: "Portfolio",
        api: { before: 2, after: 7, isDerived: true },
        checkout: { before: 3, after: 9, isDerived: true },
      },
    ]);
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...prices(7, 9) }));
    expect([await quote(portfolioId), await quote(portfolioId, "checkout")]).toEqual([700, 900]);
    const kept = await database().prisma.order.findFirst({ where: { id: placed.id } });
    expect(Number(kept?.priceUsdCents)).toBe(200);
    const entry = await latestAudit(id);
    expect(entry).toMatchObject({
      action: "category.prices_set",
      accountId: null,
      data: { mode, api: 7, checkout: 9, api_before: 2, checkout_before: 3 },
    });
  });

  it("are not overwritten by whoever did not see them, not even at the same moment", async () => {
    const { tag, portfolioId } = await makeStock();
    const set = (api: number) =>
      inside((ctx) => setCategoryPrices(ctx, { mode, id: `cat_${tag}`, ...prices(api, 9) }));
    const outcomes = await Promise.allSettled([set(4), set(5)]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(failed?.reason).toMatchObject({ title: "The prices were changed meanwhile" });
    expect([400, 500]).toContain(await quote(portfolioId));
  });

  it("of one mode are out of reach from the other", async () => {
    const { tag } = await makeStock({ mode: "live" });
    const id = `cat_${tag}`;
    const set = inside((ctx) => setCategoryPrices(ctx, { mode, id, ...prices(7, 9) }));
    await expect(set).rejects.toMatchObject({ code: "not-found" });
  });

  it("are those of the file again after it is imported again", async () => {
    const { tag, portfolioId, file } = await makeStock();
    await inside((ctx) => setCategoryPrices(ctx, { mode, id: `cat_${tag}`, ...prices(7, 9) }));
    await importFile(file);
    expect(await quote(portfolioId)).toBe(200);
  });
});

describe("a portfolio's own price", () => {
  it("holds until it is derived again, each channel by itself", async () => {
    const { portfolioId: id, tag } = await makeStock();
    const own = { api_price_per_kg_usd_cents: 5, checkout_price_per_kg_usd_cents: null };
    const none = { api: null, checkout: null };
    await inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...own, seen: none }));
    expect([await quote(id), await quote(id, "checkout")]).toEqual([500, 300]);
    const { seen: _, ...wanted } = prices(8, 9);
    const foretold = await listPriceChanges(systemContext(), { mode, id: `cat_${tag}`, ...wanted });
    expect(foretold.portfolios[0]).toMatchObject({
      api: { before: 5, after: 5, isDerived: false },
      checkout: { before: 3, after: 9, isDerived: true },
    });
    const derived = { api_price_per_kg_usd_cents: null, checkout_price_per_kg_usd_cents: null };
    const seen = { api: 5, checkout: null };
    await inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...derived, seen }));
    expect(await quote(id)).toBe(200);
    const late = inside((ctx) => setPortfolioPrices(ctx, { mode, id, ...own, seen }));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });

  it("and the default are only for portfolios that are offered to everyone", async () => {
    const { portfolioId: id } = await makeStock();
    const data = { accountId: account.id };
    await database().prisma.portfolio.update({ where: { mode_id: { mode, id } }, data });
    const change = inside((ctx) => setCatalogueDefault(ctx, { mode, id }));
    await expect(change).rejects.toMatchObject({ code: "not-found" });
  });
});

it("the default is whose accounts have not chosen their own, and is written down with the former", async () => {
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
  const words = { source: "Ours", edition: "2026", url: null };
  const quoteOf = async (distance_km: number) => {
    const asked = { activity: "flight", distance_km, subaccountId: null, source: "api" } as const;
    const { portfolioId } = await makeStock();
    return (await quoteActivity(contextOf(account), { ...asked, portfolio_id: portfolioId }))
      .amount_kg;
  };

  it("of one step is changed, the others stay, and the product's come back", async () => {
    const before = await flight();
    const step = { activity: "flight", from_distance_km: 3700, kg_co2e_per_unit: 0.5 };
    await inside((ctx) => setEmissionFactor(ctx, { mode, ...step, ...words }));
    expect(await quoteOf(4000)).toBe(2000);
    expect((await flight()).map(({ kgCo2ePerUnit, origin }) => [kgCo2ePerUnit, origin])).toEqual([
      [before[0]?.kgCo2ePerUnit, "imported"],
      [0.5, "imported"],
    ]);
    await inside((ctx) => resetEmissionFactors(ctx, { mode, activity: "flight" }));
    expect(await flight()).toEqual(before);
  });

  it("that is no step of anything is not made up", async () => {
    const step = { activity: "flight", from_distance_km: 12, kg_co2e_per_unit: 0.5 };
    const set = inside((ctx) => setEmissionFactor(ctx, { mode, ...step, ...words }));
    await expect(set).rejects.toMatchObject({ code: "not-found" });
    const reset = inside((ctx) => resetEmissionFactors(ctx, { mode, activity: "train" }));
    await expect(reset).rejects.toMatchObject({ code: "not-found" });
  });
});
