import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import {
  getPortfolio,
  listPortfolios,
  quoteMass,
  setAccountPrices,
  setCategoryPrices,
  setPortfolioPrices,
  toPortfolioDetailResource,
} from "./index";

const inside = <T>(work: (ctx: ReturnType<typeof systemContext>) => Promise<T>) =>
  database().transaction((db) => work({ ...systemContext(), db }));

const none = { api: null, checkout: null };
const pair = (currency: string, api: number | null, checkout: number | null) => ({
  ...{ currency, api_price_per_tonne: api, checkout_price_per_tonne: checkout },
  ...{ expected: none, confirmed: true },
});

const ofAccount = async (currency: string) =>
  contextOf((await makeAccount("write", "test", currency)).account);

type Account = Awaited<ReturnType<typeof ofAccount>>;
const quote = (ctx: Account, portfolioId: string) =>
  quoteMass(ctx, { amount_kg: 15, portfolio_id: portfolioId, source: "api", subaccountId: null });
const listed = async (ctx: Account, portfolioId: string) =>
  (await listPortfolios(ctx)).some(({ id }) => id === portfolioId);

const mode = "test";

describe("a portfolio without a price in an account's currency", () => {
  it("is not listed for it, and is refused by name until its categories have one", async () => {
    const { tag, portfolioId } = await makeStock();
    const yen = await ofAccount("jpy");
    expect(await listed(yen, portfolioId)).toBe(false);
    await expect(quote(yen, portfolioId)).rejects.toMatchObject({
      status: 400,
      errors: { portfolio_id: ["has no price in JPY"] },
    });
    const id = `cat_${tag}`;
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...pair("jpy", 3001, 4500) }));
    expect(await listed(yen, portfolioId)).toBe(true);
    expect(await quote(yen, portfolioId)).toEqual({ amount_kg: 15, currency: "jpy", price: 46 });
    const ended = { ...pair("jpy", null, null), expected: { api: 3001, checkout: 4500 } };
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...ended }));
    await expect(quote(yen, portfolioId)).rejects.toMatchObject({ status: 400 });
  });

  it("still sells in the currencies that it has, at the same price", async () => {
    const { tag, portfolioId } = await makeStock({ apiPrice: 2 });
    const dollars = await ofAccount("usd");
    const id = `cat_${tag}`;
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...pair("eur", 1800, 1900) }));
    expect(await quote(dollars, portfolioId)).toEqual({ amount_kg: 15, price_usd_cents: 30 });
  });
});

describe("prices in a currency", () => {
  it("of a portfolio and of an account come before those of its categories", async () => {
    const { portfolioId, tag } = await makeStock();
    const euros = await ofAccount("eur");
    const id = `cat_${tag}`;
    await inside((ctx) => setCategoryPrices(ctx, { mode, id, ...pair("eur", 1000, 1100) }));
    await inside((ctx) =>
      setPortfolioPrices(ctx, { mode, id: portfolioId, ...pair("eur", 2000, null) }),
    );
    expect(await quote(euros, portfolioId)).toMatchObject({ price: 30 });
    const { currency: _, ...own } = pair("eur", 4000, null);
    await database().transaction((db) =>
      setAccountPrices({ ...euros, db }, { portfolio_id: portfolioId, ...own }),
    );
    expect(await quote(euros, portfolioId)).toMatchObject({ price: 60 });
    const row = await getPortfolio(euros, { id: portfolioId });
    expect(toPortfolioDetailResource(row, "eur")).toMatchObject({
      currency: "eur",
      api_price_per_tonne: 4000,
      api_price_per_tonne_usd_cents: null,
      api_price_per_kg_usd_cents: null,
      checkout_price_per_tonne: 1100,
      category_allocations: [{ category: { currency: "eur", api_price_per_tonne: 1000 } }],
    });
  });

  it("are listed in a catalogue file; one without a list leaves other currencies alone", async () => {
    const { portfolioId, file } = await makeStock({ apiPrice: 2 });
    const [category] = file.project_categories;
    const eur = { currency: "eur", api_price_per_tonne: 1000, checkout_price_per_tonne: 1100 };
    const withPrices = (prices: object[]) =>
      importFile({ mode, project_categories: [{ ...category, prices }] });
    await withPrices([eur]);
    const [euros, dollars] = [await ofAccount("eur"), await ofAccount("usd")];
    expect(await quote(euros, portfolioId)).toMatchObject({ price: 15 });
    expect(await quote(dollars, portfolioId)).toEqual({ amount_kg: 15, price_usd_cents: 30 });
    await importFile(file);
    expect(await quote(euros, portfolioId)).toMatchObject({ price: 15 });
    await withPrices([]);
    await expect(quote(euros, portfolioId)).rejects.toMatchObject({ status: 400 });
    await expect(withPrices([eur, eur])).rejects.toMatchObject({
      errors: { "project_categories[0].prices[1].currency": [expect.stringContaining("second")] },
    });
    const half = { currency: "eur", api_price_per_tonne: 1000 };
    await expect(withPrices([half])).rejects.toMatchObject({ status: 400 });
  });
});
