// Orders of accounts in other currencies than US dollars.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { currencies } from "#core/money";
import { setCategoryPrices } from "#domain/catalogue";
import { call } from "#testing/api";
import { makeAccount, makeKey, makeStock, matchAll, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { trpcContextOf } from "#testing/procedures";
import { openReceiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { bodiesOf, deliver } from "#testing/webhook-account";
import { exportsRouter } from "#trpc/exports";
import { createCallerFactory } from "#trpc/procedures";

withPrivateNetwork();

type Owner = Awaited<ReturnType<typeof makeAccount>>;

/** Returns the id of a portfolio that costs 3000 minor units per tonne. */
async function makeStockIn(currency: string): Promise<string> {
  const { tag, portfolioId } = await makeStock();
  await database().transaction((db) =>
    setCategoryPrices(
      { ...systemContext(), db },
      {
        ...{ mode: "test", id: `cat_${tag}`, currency, confirmed: true },
        ...{ api_price_per_tonne: 3000, checkout_price_per_tonne: 4000 },
        expected: { api: null, checkout: null },
      },
    ),
  );
  return portfolioId;
}

describe.each([
  { currency: "eur", spent: "€0.99", limit: "€1.00", major: "0.75", perTonne: "30.00" },
  { currency: "jpy", spent: "¥99", limit: "¥100", major: "75", perTonne: "3000" },
])("an account in $currency", ({ currency, spent, limit, major, perTonne }) => {
  let owner: Owner;
  let portfolio_id: string;

  beforeAll(async () => {
    owner = await makeAccount("write", "test", currency);
    portfolio_id = await makeStockIn(currency);
  });

  const post = (path: string, body: object, key = owner.token) =>
    call("POST", path, { key, body: { portfolio_id, ...body } });
  const get = async (path: string) => (await call("GET", path, { key: owner.token })).json;
  const priced = (price: number) => ({
    ...{ currency, price, price_per_tonne: 3000 },
    ...{ price_usd_cents: null, price_per_tonne_usd_cents: null },
  });

  it("orders by kg and by total price, and reads them as it placed them", async () => {
    const byKg = await post("/orders", { amount_kg: 25 });
    const notRefunded = { refunded: 0, refunded_usd_cents: null };
    expect(byKg.json).toMatchObject({ amount_kg: 25, ...priced(75), ...notRefunded });
    const byTotal = await post("/orders", { total_price: 101 });
    expect(byTotal.json).toMatchObject({ amount_kg: 33, ...priced(99), ...notRefunded });
    expect(await get(`/orders/${byTotal.json.id}`)).toEqual(byTotal.json);
    const listed = await get("/orders?limit=2");
    expect(listed.data).toMatchObject([priced(99), priced(75)]);
  });

  it("gets events whose order has its currency", async () => {
    const receiver = await openReceiver();
    const notification_config = { url: receiver.url };
    const { json } = await post("/orders", { amount_kg: 25, notification_config });
    await matchAll();
    await deliver();
    receiver.close();
    expect(bodiesOf(receiver)).toEqual([
      expect.objectContaining({
        type: "order.fulfilled",
        order: expect.objectContaining({ id: json.id, refunded: 0, ...priced(75) }),
      }),
    ]);
  });

  it("is refused a total price in US cents by its field", async () => {
    const field = "total_price_usd_cents";
    for (const path of ["/orders", "/reservations"]) {
      const { status, json } = await post(path, { [field]: 500 });
      expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
    }
    const both = await post("/orders", { [field]: 500, total_price: 500 });
    expect([both.status, both.json.error_codes]).toEqual([400, { [field]: "exclusive" }]);
    const little = await post("/orders", { total_price: 2 });
    expect([little.status, little.json.error_codes]).toEqual([400, { total_price: "too-small" }]);
  });

  it("reserves at a price in its currency, and orders what it reserved", async () => {
    const reservation = (await post("/reservations", { total_price: 75 })).json;
    expect(reservation).toMatchObject({ amount_kg: 25, ...priced(75) });
    const wrong = await post("/orders", { reservation_id: reservation.id, total_price: 75 });
    expect([wrong.status, wrong.json.error_codes]).toEqual([400, { total_price: "exclusive" }]);
    const order = await post("/orders", { reservation_id: reservation.id });
    expect(order.json).toMatchObject({ amount_kg: 25, ...priced(75) });
  });

  it("limits what a key spends in its currency", async () => {
    const { token } = await makeKey(owner.account, "write", 100);
    expect((await post("/orders", { amount_kg: 33 }, token)).status).toBe(201);
    const { status, json } = await post("/orders", { amount_kg: 33 }, token);
    expect([status, json.code]).toEqual([402, "spending-limit-exceeded"]);
    expect(json.detail).toContain(`The order costs ${spent};`);
    expect(json.detail).toContain(` of ${limit} are left`);
  });

  it("has both units of each amount in the CSV of orders", async () => {
    const { json } = await post("/orders", { amount_kg: 25 });
    const person = await makePerson({ accountId: owner.live.id, role: "viewer" });
    const context = await trpcContextOf(person, { slug: owner.live.slug });
    const { head, rows } = await createCallerFactory(exportsRouter)(context).orders({});
    const row = rows.find(([id]) => id === json.id) ?? [];
    expect(Object.fromEntries(head.map((name, at) => [name, row[at]]))).toMatchObject({
      ...{ currency: currency.toUpperCase(), price: major, price_minor_units: 75 },
      ...{ price_per_tonne: perTonne, price_per_tonne_minor_units: 3000 },
    });
  });
});

describe("a currency whose amounts are multiples of a step", () => {
  beforeAll(() => {
    currencies["kwd"] = { digits: 3, providerDigits: 3, step: 10, smallestCharge: 100 };
  });
  afterAll(() => {
    delete currencies["kwd"];
  });

  it("rounds a price up to it, and never above the total price", async () => {
    const { token: key } = await makeAccount("write", "test", "kwd");
    const portfolio_id = await makeStockIn("kwd");
    const place = async (body: object) =>
      (await call("POST", "/orders", { key, body: { portfolio_id, ...body } })).json;
    expect(await place({ amount_kg: 25 })).toMatchObject({ amount_kg: 25, price: 80 });
    expect(await place({ total_price: 80 })).toMatchObject({ amount_kg: 26, price: 80 });
    const between = await place({ total_price: 75 });
    expect(between.errors).toEqual({ total_price: ["must be a multiple of 10"] });
  });
});
