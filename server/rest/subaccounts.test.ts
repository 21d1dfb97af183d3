import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

let key: string;
let account: Awaited<ReturnType<typeof makeAccount>>;
let portfolioId: string;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  ({ portfolioId } = await makeStock({ apiPrice: 3 }));
});

const place = (body: unknown, headers?: Record<string, string>) =>
  call("POST", "/orders", { key, body, ...(headers && { headers }) });

describe("subaccounts", () => {
  it("separates orders and lists; a blank header means none", async () => {
    const sub = await call("POST", "/subaccounts", { key, body: { name: "Shop" } });
    expect(sub.status).toBe(201);
    expect(sub.headers.get("location")).toMatch(new RegExp(`/v1/subaccounts/${sub.json.id}$`));
    const headers = { "x-subaccount-id": sub.json.id };
    const order = await place({ amount_kg: 1, portfolio_id: portfolioId }, headers);
    expect(order.json.subaccount_id).toBe(sub.json.id);
    const listed = await call("GET", "/orders", { key, headers });
    expect(listed.json.data.map(({ id }: { id: string }) => id)).toEqual([order.json.id]);
    const blank = await place(
      { amount_kg: 1, portfolio_id: portfolioId },
      { "x-subaccount-id": " " },
    );
    expect(blank.json.subaccount_id).toBeNull();
    const again = await call("GET", `/subaccounts/${sub.json.id}`, { key });
    expect(again.json).toEqual(sub.json);
  });
});

describe("PUT /subaccounts/{id}", () => {
  it("replaces all fields and clears missing ones, except the logo", async () => {
    const first = { name: "First", email: "first@shop.example", default_portfolio_id: portfolioId };
    const created = await call("POST", "/subaccounts", { key, body: first });
    const path = `/subaccounts/${created.json.id}`;
    const renamed = await call("PUT", path, { key, body: { ...first, name: "Second" } });
    expect([renamed.status, renamed.json]).toEqual([200, { ...created.json, name: "Second" }]);
    const bare = await call("PUT", path, { key, body: { name: "Second" } });
    expect(bare.json).toMatchObject({ name: "Second", email: null, default_portfolio_id: null });
    expect((await call("GET", path, { key })).json).toEqual(bare.json);
  });
});

describe("DELETE /subaccounts/{id}", () => {
  const make = async () =>
    (await call("POST", "/subaccounts", { key, body: { name: "X" } })).json.id;

  it("returns 204 without a body, and then it is not found", async () => {
    const id = await make();
    const deleted = await call("DELETE", `/subaccounts/${id}`, { key });
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    for (const method of ["GET", "DELETE"]) {
      const gone = await call(method, `/subaccounts/${id}`, { key });
      expect([gone.status, gone.json.title]).toEqual([404, "Could not find subaccount"]);
    }
  });

  it("leaves pages after it where they were", async () => {
    const { token } = await makeAccount();
    for (const name of ["A", "B", "C", "D", "E"]) {
      await call("POST", "/subaccounts", { key: token, body: { name } });
    }
    const names: string[] = [];
    for (let query = ""; ; ) {
      const { status, json } = await call("GET", `/subaccounts?limit=2${query}`, { key: token });
      expect(status).toBe(200);
      for (const { id, name } of json.data) {
        names.push(name);
        await call("DELETE", `/subaccounts/${id}`, { key: token });
      }
      if (!json.has_more) break;
      query = `&starting_after=${json.data.at(-1).id}`;
    }
    expect(names).toEqual(["E", "D", "C", "B", "A"]);
    for (const cursor of ["nothing", "ord_01kx3v6d0tf9sv4m2c8j5a7b9e"]) {
      const { json } = await call("GET", `/subaccounts?ending_before=${cursor}`, { key: token });
      expect(json.errors).toEqual({ ending_before: ["is not the id of a subaccount"] });
    }
  });

  it("is rejected if it has orders", async () => {
    const id = await make();
    await place({ amount_kg: 1, portfolio_id: portfolioId }, { "x-subaccount-id": id });
    const refused = await call("DELETE", `/subaccounts/${id}`, { key });
    expect(refused.status).toBe(403);
    expect(refused.json.title).toBe("Cannot delete subaccount with orders");
    expect((await call("GET", `/subaccounts/${id}`, { key })).status).toBe(200);
  });

  it("and a concurrent order never both succeed", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const id = await make();
      const [order, deleted] = await Promise.all([
        place({ amount_kg: 1, portfolio_id: portfolioId }, { "x-subaccount-id": id }),
        call("DELETE", `/subaccounts/${id}`, { key }),
      ]);
      outcomes.add(`${order.status} ${deleted.status}`);
    }
    for (const outcome of outcomes) expect(["201 403", "400 204"]).toContain(outcome);
  });

  it("and a session opened at the same time have the responses of one order or the other", async () => {
    const session = {
      amount_kg: 100,
      portfolio_id: portfolioId,
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
    };
    const outcomes = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const headers = { "x-subaccount-id": await make() };
      const [opened, deleted] = await Promise.all([
        call("POST", "/checkout/sessions", { key, body: session, headers }),
        call("DELETE", `/subaccounts/${headers["x-subaccount-id"]}`, { key }),
      ]);
      outcomes.add(`${opened.status} ${deleted.status}`);
    }
    for (const outcome of outcomes) expect(["201 409", "400 204"]).toContain(outcome);
  });
});

describe("POST /quotes", () => {
  it("returns the next whole kg with its price by channel, and nothing else", async () => {
    const body = { amount_kg: 9.2, portfolio_id: portfolioId };
    const api = await call("POST", "/quotes", { key, body });
    expect([api.status, api.json]).toEqual([200, { amount_kg: 10, price_usd_cents: 30 }]);
    const checkout = await call("POST", "/quotes", { key, body: { ...body, source: "checkout" } });
    expect(checkout.json).toEqual({ amount_kg: 10, price_usd_cents: 40 });
  });
});
