// A portfolio at $7.50 per tonne, through the API and the checkout.
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { importFile, makeAccount, makeStock } from "#testing/factories";

let key: string;
let portfolio_id: string;

beforeAll(async () => {
  ({ token: key } = await makeAccount());
  const stock = await makeStock();
  const [category] = stock.file.project_categories;
  const {
    api_price_per_kg_usd_cents: _,
    checkout_price_per_kg_usd_cents: __,
    ...rest
  } = category ?? {};
  const prices = { api_price_per_tonne_usd_cents: 750, checkout_price_per_tonne_usd_cents: 750 };
  await importFile({ ...stock.file, project_categories: [{ ...rest, ...prices }] });
  portfolio_id = stock.portfolioId;
});

const post = async (path: string, body: object) =>
  (await call("POST", path, { key, body: { portfolio_id, ...body } })).json;

const urls = {
  success_url: "https://shop.example/thanks",
  cancel_url: "https://shop.example/basket",
};

describe("a portfolio at $7.50 per tonne", () => {
  it("has both prices per tonne, and a price per kg that is an upper bound", async () => {
    const { json } = await call("GET", `/portfolios/${portfolio_id}`, { key });
    expect(json).toMatchObject({
      api_price_per_tonne_usd_cents: 750,
      checkout_price_per_tonne_usd_cents: 750,
      api_price_per_kg_usd_cents: 1,
      checkout_price_per_kg_usd_cents: 1,
      category_allocations: [{ category: { api_price_per_tonne_usd_cents: 750 } }],
    });
  });

  it("costs $0.19 for 25 kg in a quote, an order by kg and an order by total price", async () => {
    const expected = { amount_kg: 25, price_usd_cents: 19 };
    expect(await post("/quotes", { amount_kg: 25 })).toEqual(expected);
    const order = { ...expected, price_per_tonne_usd_cents: 750 };
    expect(await post("/orders", { amount_kg: 25 })).toMatchObject(order);
    expect(await post("/orders", { total_price_usd_cents: 19 })).toMatchObject(order);
    const cent = await post("/orders", { total_price_usd_cents: 1 });
    expect(cent).toMatchObject({ amount_kg: 1, price_usd_cents: 1 });
    expect(await post("/orders", { amount_kg: 4000 })).toMatchObject({ price_usd_cents: 3000 });
  });

  it("costs $0.51 for 67 kg at the checkout, and 25 kg are below the minimum", async () => {
    const session = await post("/checkout/sessions", { amount_kg: 67, ...urls });
    expect(session).toMatchObject({ price_usd_cents: 51, price_per_tonne_usd_cents: 750 });
    expect((await post("/checkout/sessions", { amount_kg: 25, ...urls })).errors).toEqual({
      amount_kg: ["costs $0.19 at $7.50 per tonne; the minimum is $0.50: 66 kg"],
    });
  });
});
