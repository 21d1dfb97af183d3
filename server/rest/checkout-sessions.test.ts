import { beforeAll, describe, expect, it } from "vitest";
import { appUrl } from "#core/env";
import { call } from "#testing/api";
import { importFile, makeAccount, makeStock } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>;
let key: string;
let stock: Awaited<ReturnType<typeof makeStock>>;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  stock = await makeStock({ apiPrice: 4 });
});

const urls = {
  success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/basket",
};

function create(body: object = {}, headers: Record<string, string> = {}, token = key) {
  const whole = { amount_kg: 20, portfolio_id: stock.portfolioId, ...urls, ...body };
  return call("POST", "/checkout/sessions", { key: token, body: whole, headers });
}

describe("POST /checkout/sessions", () => {
  it("opens a session for 24 hours at the checkout price, and returns all of it", async () => {
    const response = await create();
    const { id, created_on } = response.json;
    expect(response.status).toBe(201);
    expect(id).toMatch(/^cs_[0-9a-z]{26}$/);
    expect(response.json).toEqual({
      id,
      amount_kg: 20,
      currency: "usd",
      ...{ price_per_tonne: 5000, price_per_tonne_usd_cents: 5000 },
      ...{ price: 100, price_usd_cents: 100 },
      ...urls,
      checkout_url: `${appUrl()}/checkout/${id}`,
      state: "open",
      created_on,
      expires_on: new Date(Date.parse(created_on) + 24 * 3_600_000).toISOString(),
      completed_on: null,
      order_id: null,
      portfolio_id: stock.portfolioId,
      subaccount_id: null,
      payment_link_id: null,
      order_description: null,
      metadata: null,
      customer_email: null,
      beneficiary: null,
      order_webhook_url: null,
      credits_expected_by: null,
    });
    expect(Math.abs(Date.now() - Date.parse(created_on))).toBeLessThan(60_000);
    expect(response.headers.get("location")).toMatch(new RegExp(`/v1/checkout/sessions/${id}$`));
    const read = await call("GET", `/checkout/sessions/${id}`, { key });
    expect([read.status, read.text]).toEqual([200, response.text]);
  });

  it("stores what the order will get: description and callback URL", async () => {
    const { json } = await create({
      description: "For you",
      notification_config: { url: "https://93.184.215.14/hook" },
    });
    expect(json).toMatchObject({
      order_description: "For you",
      order_webhook_url: "https://93.184.215.14/hook",
    });
    const nothing = { description: null, notification_config: null };
    expect((await create(nothing)).json).toMatchObject({
      order_description: null,
      order_webhook_url: null,
    });
  });

  it("fixes the price: later changes of the catalogue don't affect the session", async () => {
    const own = await makeStock({ apiPrice: 4 });
    const { json } = await create({ portfolio_id: own.portfolioId });
    const [category] = own.file.project_categories;
    const repriced = { ...category, checkout_price_per_kg_usd_cents: 9 };
    await importFile({ ...own.file, project_categories: [repriced] });
    const read = await call("GET", `/checkout/sessions/${json.id}`, { key });
    expect(read.json.price_usd_cents).toBe(100);
    expect((await create({ portfolio_id: own.portfolioId })).json.price_usd_cents).toBe(180);
  });

  it("charges at least 50 cents, and reports the minimum and the price per tonne", async () => {
    const least = await create({ amount_kg: 10 });
    expect([least.status, least.json.price_usd_cents]).toEqual([201, 50]);
    const response = await create({ amount_kg: 9 });
    expect([response.status, response.json.errors]).toEqual([
      400,
      { amount_kg: ["costs $0.45 at $50.00 per tonne; the minimum is $0.50: 10 kg"] },
    ]);
  });

  it("is rejected for a live account if no provider can take live payments", async () => {
    const { token } = await makeAccount("write", "live");
    const response = await create({}, {}, token);
    expect([response.status, response.json.title]).toEqual([
      403,
      "Cannot create a live checkout session",
    ]);
    expect(response.json.detail).toMatch(/STRIPE_SECRET_KEY/);
  });

  it("uses the subaccount's default portfolio, or the request's own", async () => {
    const cheap = await makeStock({ apiPrice: 1 });
    const body = { name: "Cheap", default_portfolio_id: cheap.portfolioId };
    const sub = (await call("POST", "/subaccounts", { key, body })).json;
    const headers = { "x-subaccount-id": sub.id };
    const byDefault = await create({ portfolio_id: null, amount_kg: 30 }, headers);
    expect(byDefault.json).toMatchObject({
      price_usd_cents: 60,
      portfolio_id: cheap.portfolioId,
      subaccount_id: sub.id,
    });
    const explicit = await create({ amount_kg: 30 }, headers);
    expect(explicit.json).toMatchObject({
      price_usd_cents: 150,
      portfolio_id: stock.portfolioId,
      subaccount_id: sub.id,
    });
    const belowMinimum = await create({ portfolio_id: null, amount_kg: 20 }, headers);
    expect([belowMinimum.status, Object.keys(belowMinimum.json.errors)]).toEqual([
      400,
      ["amount_kg"],
    ]);
    const blank = await create({}, { "x-subaccount-id": " " });
    expect(blank.json.subaccount_id).toBeNull();
  });
});

describe("a session", () => {
  it("expires once by request: of two concurrent requests, one gets 200 and one 409", async () => {
    const created = (await create()).json;
    const path = `/checkout/sessions/${created.id}/expire`;
    const responses = await Promise.all([call("POST", path, { key }), call("POST", path, { key })]);
    responses.sort((a, b) => a.status - b.status);
    expect(responses.map(({ status }) => status)).toEqual([200, 409]);
    expect(responses[0]?.json).toEqual({ ...created, state: "expired" });
    expect(responses[1]?.json).toMatchObject({
      title: "Cannot expire an expired checkout session",
      type: expect.stringMatching(/\/errors\/conflict$/),
      code: "conflict",
    });
    const read = await call("GET", `/checkout/sessions/${created.id}`, { key });
    expect(read.json).toEqual({ ...created, state: "expired" });
  });
});
