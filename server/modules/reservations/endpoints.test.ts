import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { setAccountPrices } from "#domain/catalogue";
import { call } from "#testing/api";
import { cards, pay } from "#testing/checkout";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { holdsOf, sweep } from "#testing/holds";

/** A shop with a tonne of stock, of which its account may reserve all. */
async function makeShop(holdSharePercent = 100) {
  const { account, token: key } = await makeAccount();
  await database().prisma.account.update({ where: { id: account.id }, data: { holdSharePercent } });
  const stock = await makeStock({ tonnes: 1 });
  const { portfolioId: portfolio_id } = stock;
  const post = (path: string, body: object = {}) => call("POST", path, { key, body });
  const reserve = (amount_kg: number, more: object = {}) =>
    post("/reservations", { amount_kg, portfolio_id, ...more });
  const order = (body: object) => post("/orders", { ...body });
  const session = (body: object) =>
    post("/checkout/sessions", {
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
      ...body,
    });
  const get = (id: string) => call("GET", `/reservations/${id}`, { key });
  return { account, key, portfolio_id, ...stock, post, reserve, order, session, get };
}

const stateOf = async (orderId: string) =>
  (await database().prisma.order.findFirstOrThrow({ where: { id: orderId } })).state;

it("a reservation keeps its credits from other orders, and its order gets them at its price", async () => {
  const shop = await makeShop();
  const { status, json: reservation } = await shop.reserve(800);
  expect(status).toBe(201);
  expect(reservation).toMatchObject({ amount_kg: 800, price_usd_cents: 1600, state: "held" });
  const other = await shop.order({ amount_kg: 500, portfolio_id: shop.portfolio_id });
  const categories = shop.file.project_categories.map((category) => ({
    ...category,
    api_price_per_kg_usd_cents: 3,
    checkout_price_per_kg_usd_cents: 4,
  }));
  await importFile({ ...shop.file, project_categories: categories });
  await matchAll();
  expect(await stateOf(other.json.id)).toBe("placed");
  const own = await shop.order({ reservation_id: reservation.id });
  expect(own.json).toMatchObject({ amount_kg: 800, price_usd_cents: 1600 });
  expect((await shop.get(reservation.id)).json).toMatchObject({
    state: "used",
    order_id: own.json.id,
  });
  await matchAll();
  expect(await stateOf(own.json.id)).toBe("fulfilled");
  expect(await holdsOf({ orderId: own.json.id })).toMatchObject([{ state: "used" }]);
});

it("a checkout session uses a reservation's price and credits", async () => {
  const shop = await makeShop();
  const { json: reservation } = await shop.reserve(1000, { channel: "checkout" });
  const rejected = await shop.session({ amount_kg: 20, portfolio_id: shop.portfolio_id });
  expect(rejected.json).toMatchObject({ code: "insufficient-stock" });
  const { json: session } = await shop.session({ reservation_id: reservation.id });
  expect(session).toMatchObject({ amount_kg: 1000, price_usd_cents: 3000 });
  expect(await pay(session.id, cards.declined)).toBe("started");
  // The card was declined, and the reservation lives on.
  expect((await shop.get(reservation.id)).json).toMatchObject({ state: "held" });
  expect(await pay(session.id)).toBe("started");
  await matchAll();
  expect((await shop.get(reservation.id)).json).toMatchObject({ state: "used" });
  expect(await holdsOf({ checkoutSessionId: session.id })).toMatchObject([{ state: "used" }]);
});

describe("a reservation ends", () => {
  it("by itself at its time, and orders that waited for its credits get them", async () => {
    const shop = await makeShop();
    const { json } = await shop.reserve(1000, { expires_in_seconds: 60 });
    const waiting = await shop.order({ amount_kg: 1000, portfolio_id: shop.portfolio_id });
    await matchAll();
    await sweep(new Date(Date.now() + 61_000));
    await matchAll();
    expect((await shop.get(json.id)).json).toMatchObject({ state: "expired" });
    expect(await stateOf(waiting.json.id)).toBe("fulfilled");
    expect((await shop.order({ reservation_id: json.id })).json).toMatchObject({
      status: 409,
      code: "conflict",
    });
  });

  it("when it is released, once", async () => {
    const shop = await makeShop();
    const { json } = await shop.reserve(1000);
    expect((await shop.post(`/reservations/${json.id}/release`)).json).toMatchObject({
      state: "released",
    });
    expect((await shop.post(`/reservations/${json.id}/release`)).status).toBe(409);
    expect((await shop.reserve(1000)).status).toBe(201);
  });

  it("when its order is cancelled", async () => {
    const shop = await makeShop();
    const { json } = await shop.reserve(1000);
    const { json: order } = await shop.order({ reservation_id: json.id });
    await shop.post(`/orders/${order.id}/cancel`);
    expect((await shop.get(json.id)).json).toMatchObject({ state: "released" });
    expect((await shop.reserve(1000)).status).toBe(201);
  });
});

it("of two orders at once for a reservation, one gets it and the other is not placed", async () => {
  const shop = await makeShop();
  const { json } = await shop.reserve(10);
  const orders = await Promise.all([1, 2, 3].map(() => shop.order({ reservation_id: json.id })));
  expect(orders.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  const where = { accountId: shop.account.id };
  expect(await database().prisma.order.count({ where })).toBe(1);
});

it("of reservations at once for the last credits, only as many succeed as there are credits", async () => {
  const shop = await makeShop();
  const all = await Promise.all(Array.from({ length: 5 }, () => shop.reserve(300)));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(all.find(({ status }) => status === 409)?.json).toMatchObject({
    code: "insufficient-stock",
    available_kg: 100,
  });
});

it("older orders come first, and an account holds no more than its share", async () => {
  const shop = await makeShop(25);
  expect((await shop.reserve(251)).json).toMatchObject({ available_kg: 250 });
  expect((await shop.reserve(200)).status).toBe(201);
  expect((await shop.reserve(51)).json).toMatchObject({ available_kg: 50 });
  await shop.order({ amount_kg: 790, portfolio_id: shop.portfolio_id });
  expect((await shop.reserve(11)).json).toMatchObject({ available_kg: 10 });
});

it("an amount, price or portfolio that contradicts the reservation is rejected by its field", async () => {
  const shop = await makeShop();
  const { json } = await shop.reserve(10);
  const errorsOf = async (body: object) =>
    (await shop.order({ reservation_id: json.id, ...body })).json.errors;
  expect(await errorsOf({ amount_kg: 11 })).toHaveProperty("amount_kg");
  expect(await errorsOf({ total_price_usd_cents: 11 })).toHaveProperty("total_price_usd_cents");
  expect(await errorsOf({ portfolio_id: "pf_other" })).toHaveProperty("portfolio_id");
  expect((await shop.session({})).json.errors).toHaveProperty("amount_kg");
  expect((await shop.order({ reservation_id: json.id, amount_kg: 10 })).status).toBe(201);
});

it("keeps its price, which is the account's own, when that price changes", async () => {
  const shop = await makeShop();
  const change = (api: number, from: number | null) =>
    database().transaction((db) =>
      setAccountPrices(
        { ...contextOf(shop.account), db },
        {
          ...{ portfolio_id: shop.portfolio_id, checkout_price_per_tonne: null },
          ...{ api_price_per_tonne: api, confirmed: true },
          expected: { api: from, checkout: null },
        },
      ),
    );
  await change(1500, null);
  const { json } = await shop.reserve(1000);
  expect(json.price_usd_cents).toBe(1500);
  await change(2500, 1500);
  expect((await shop.order({ reservation_id: json.id })).json.price_usd_cents).toBe(1500);
});

it("of an archived subaccount, reservations are refused, and orders of earlier ones", async () => {
  const shop = await makeShop();
  const body = { name: "Shop" };
  const { json: subaccount } = await call("POST", "/subaccounts", { key: shop.key, body });
  const headers = { "x-subaccount-id": subaccount.id };
  const post = (path: string, sent: object) =>
    call("POST", path, { key: shop.key, headers, body: sent });
  const amount = { amount_kg: 1, portfolio_id: shop.portfolio_id };
  const { json: reserved } = await post("/reservations", amount);
  const archived = { ...body, archived: true };
  await call("PUT", `/subaccounts/${subaccount.id}`, { key: shop.key, body: archived });
  for (const refused of [
    await post("/reservations", amount),
    await post("/orders", { reservation_id: reserved.id }),
  ]) {
    expect([refused.status, refused.json.title]).toEqual([400, "The subaccount is archived"]);
  }
});
