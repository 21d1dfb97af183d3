import { beforeAll, describe, expect, it } from "vitest";
import { appUrl } from "#core/env";
import { call } from "#testing/api";
import { importFile, makeAccount, makeKey, makeStock } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>;
let key: string;
let stock: Awaited<ReturnType<typeof makeStock>>;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  stock = await makeStock({ apiCents: 4 });
});

const urls = {
  success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://shop.example/basket",
};

function create(body: object = {}, headers: Record<string, string> = {}, token = key) {
  const whole = { amount_kg: 20, portfolio_id: stock.portfolioId, ...urls, ...body };
  return call("POST", "/checkout/sessions", { key: token, body: whole, headers });
}

const ids = (response: { json: { data: { id: string }[] } }) =>
  response.json.data.map(({ id }) => id);

describe("POST /checkout/sessions", () => {
  it("opens a session for 24 hours at the checkout price, and returns all of it", async () => {
    const response = await create();
    const { id, created_on } = response.json;
    expect(response.status).toBe(201);
    expect(id).toMatch(/^cs_[0-9a-z]{26}$/);
    expect(response.json).toEqual({
      id,
      amount_kg: 20,
      price_per_tonne_usd_cents: 5000,
      price_usd_cents: 100,
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
    const own = await makeStock({ apiCents: 4 });
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
      { amount_kg: ["costs 45 cents at 5000 cents per tonne; the minimum is 50 cents: 10 kg"] },
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
    const cheap = await makeStock({ apiCents: 1 });
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

  const tooLong = "x".repeat(513);
  const refused: [name: string, change: object, field: string][] = [
    ["no amount", { amount_kg: undefined }, "amount_kg"],
    ["a null amount", { amount_kg: null }, "amount_kg"],
    ["an amount that is a string", { amount_kg: "20" }, "amount_kg"],
    ["a fractional amount", { amount_kg: 20.5 }, "amount_kg"],
    ["a zero amount", { amount_kg: 0 }, "amount_kg"],
    ["a negative amount", { amount_kg: -20 }, "amount_kg"],
    ["a huge amount", { amount_kg: 1_000_000_001 }, "amount_kg"],
    ["no success URL", { success_url: undefined }, "success_url"],
    ["a null success URL", { success_url: null }, "success_url"],
    ["a success URL that is not a string", { success_url: 5 }, "success_url"],
    ["no cancel URL", { cancel_url: undefined }, "cancel_url"],
    ["a null cancel URL", { cancel_url: null }, "cancel_url"],
    ["an unknown portfolio", { portfolio_id: "pf_nowhere" }, "portfolio_id"],
    ["a portfolio id of the wrong type", { portfolio_id: 7 }, "portfolio_id"],
    ["a description that is too long", { description: tooLong }, "description"],
    ["a description with a NUL", { description: "a\0b" }, "description"],
    ["a half surrogate pair", { description: "\ud800" }, "description"],
    ["a callback without URL", { notification_config: {} }, "notification_config.url"],
    [
      "a callback over http",
      { notification_config: { url: "http://93.184.215.14/" } },
      "notification_config.url",
    ],
    [
      "a callback to a private address",
      { notification_config: { url: "https://169.254.169.254/" } },
      "notification_config.url",
    ],
    ["a total price", { total_price_usd_cents: 100 }, "total_price_usd_cents"],
    ["an email address, which only the older form accepts", { email: "a@b.example" }, "email"],
  ];
  it.each(refused)("rejects %s and names the field", async (_name, change, field) => {
    const response = await create(change);
    expect([response.status, Object.keys(response.json.errors)]).toEqual([400, [field]]);
    expect(response.json.type).toMatch(/\/v1\/errors\/invalid-parameters$/);
  });

  it("names all invalid fields at once", async () => {
    const response = await create({ amount_kg: 0, success_url: "x", cancel_url: "y" });
    expect(Object.keys(response.json.errors)).toEqual(["amount_kg", "success_url", "cancel_url"]);
  });

  it("rejects an unknown, a foreign and the counterpart's subaccount with the same response", async () => {
    const other = (await makeAccount()).token;
    const live = (await makeKey(account.live)).token;
    const created = await Promise.all(
      [other, live].map((token) =>
        call("POST", "/subaccounts", { key: token, body: { name: "Theirs" } }),
      ),
    );
    for (const id of ["sub_nowhere", ...created.map(({ json }) => json.id)]) {
      const headers = { "x-subaccount-id": id };
      const list = await call("GET", "/checkout/sessions", { key, headers });
      for (const response of [await create({}, headers), list]) {
        expect([response.status, response.json.title]).toEqual([
          400,
          "Could not find subaccount with the given id",
        ]);
      }
    }
  });
});

describe("a session", () => {
  it("is visible only to the keys of its account, and not to its counterpart's", async () => {
    const { id } = (await create()).json;
    const others = [(await makeAccount()).token, (await makeKey(account.live)).token];
    for (const token of others) {
      for (const response of [
        await call("GET", `/checkout/sessions/${id}`, { key: token }),
        await call("GET", `/orders/checkout-session/${id}`, { key: token }),
        await call("POST", `/checkout/sessions/${id}/expire`, { key: token }),
      ]) {
        expect([response.status, response.json.title]).toEqual([
          404,
          "Could not find checkout session",
        ]);
      }
      expect(ids(await call("GET", "/checkout/sessions", { key: token }))).toEqual([]);
    }
    expect((await call("GET", `/checkout/sessions/${id}`, { key })).json.state).toBe("open");
  });

  it("can be read with a read key, but neither created nor expired", async () => {
    const { token } = await makeKey(account.account, "read");
    const { id } = (await create()).json;
    expect((await call("GET", `/checkout/sessions/${id}`, { key: token })).status).toBe(200);
    expect(ids(await call("GET", "/checkout/sessions?limit=1", { key: token }))).toEqual([id]);
    const path = `/checkout/sessions/${id}/expire`;
    expect((await call("POST", path, { key: token })).status).toBe(403);
    expect((await create({}, {}, token)).status).toBe(403);
    expect(ids(await call("GET", "/checkout/sessions?limit=1", { key }))).toEqual([id]);
    expect((await call("GET", `/checkout/sessions/${id}`)).status).toBe(401);
  });

  it.each(["cs_nowhere", "%00", "%E0%A4%A"])("returns 404 for the id %s", async (id) => {
    for (const response of [
      await call("GET", `/checkout/sessions/${id}`, { key }),
      await call("POST", `/checkout/sessions/${id}/expire`, { key }),
      await call("GET", `/orders/checkout-session/${id}`, { key }),
    ]) {
      expect([response.status, response.json.title]).toEqual([
        404,
        "Could not find checkout session",
      ]);
    }
  });

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

describe("an Idempotency-Key", () => {
  it("repeats the first response byte by byte, and creates one session for 20 concurrent requests", async () => {
    const { token } = await makeAccount();
    const headers = { "idempotency-key": "session-1" };
    const bodies = new Set<string>();
    const locations = new Set<string | null>();
    const first = Array.from({ length: 20 }, () => create({}, headers, token));
    for (const response of await Promise.all(first)) {
      const settled = response.status === 409 ? await create({}, headers, token) : response;
      expect(settled.status).toBe(201);
      bodies.add(settled.text);
      locations.add(settled.headers.get("location"));
    }
    expect([bodies.size, locations.size]).toEqual([1, 1]);
    const again = await create({}, headers, token);
    expect([again.text, again.headers.get("x-idempotent-replay")]).toEqual([...bodies, "true"]);
    expect(ids(await call("GET", "/checkout/sessions", { key: token }))).toHaveLength(1);
    expect((await create({ amount_kg: 21 }, headers, token)).status).toBe(422);
  });

  it("repeats an expiration too", async () => {
    const { id } = (await create()).json;
    const headers = { "idempotency-key": "expiry-1" };
    const path = `/checkout/sessions/${id}/expire`;
    const first = await call("POST", path, { key, headers });
    const again = await call("POST", path, { key, headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});
