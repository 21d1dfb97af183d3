// The door itself: keys, scopes, modes, methods and paths.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeKey, makeStock } from "#testing/factories";

let key: string;
let account: Awaited<ReturnType<typeof makeAccount>>;
let portfolioId: string;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  ({ portfolioId } = await makeStock({ apiCents: 3 }));
});

const place = (body: unknown, headers?: Record<string, string>) =>
  call("POST", "/orders", { key, body, ...(headers && { headers }) });

describe("keys", () => {
  it("answers 401 without a key, with a bad, a mistyped and a revoked one, and says no more", async () => {
    const revoked = await makeKey(account.test);
    await database().transaction((db) =>
      revokeApiKey({ ...contextOf(account.test), db }, { id: revoked.id }),
    );
    const mistyped = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    for (const bad of [null, "nonsense", mistyped, revoked.token]) {
      const response = await call("GET", "/orders", { key: bad });
      expect([response.status, response.json]).toEqual([
        401,
        { title: "Unauthorized", status: 401 },
      ]);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
  });

  it("lets a read key read and quote, and refuses it every change", async () => {
    const { token } = await makeKey(account.test, "read");
    const body = { amount_kg: 1, portfolio_id: portfolioId };
    expect((await call("GET", "/orders", { key: token })).status).toBe(200);
    expect((await call("POST", "/quotes", { key: token, body })).status).toBe(200);
    expect((await call("POST", "/orders", { key: token, body })).status).toBe(403);
    expect((await call("POST", "/subaccounts", { key: token, body: { name: "x" } })).status).toBe(
      403,
    );
  });

  it("keeps the twins apart: a live key reaches nothing of the test twin", async () => {
    const live = (await makeKey(account.live)).token;
    const { json } = await place({ amount_kg: 1, portfolio_id: portfolioId });
    expect((await call("GET", `/orders/${json.id}`, { key: live })).status).toBe(404);
    expect((await call("GET", `/portfolios/${portfolioId}`, { key: live })).status).toBe(404);
    const body = { amount_kg: 1, portfolio_id: portfolioId };
    expect((await call("POST", "/orders", { key: live, body })).json.errors).toHaveProperty(
      "portfolio_id",
    );
  });
});

describe("the door", () => {
  it("answers 405 with Allow for a method that a path does not have, 404 for no path", async () => {
    const wrong = await call("DELETE", "/orders", { key });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, GET, HEAD, OPTIONS"]);
    const nowhere = await call("GET", "/nowhere", { key });
    expect([nowhere.status, nowhere.json.type]).toEqual([404, expect.stringMatching(/not-found$/)]);
  });

  it("answers HEAD as GET without the body, and OPTIONS with what there is", async () => {
    const head = await call("HEAD", "/orders", { key });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await call("HEAD", "/quotes", { key })).status).toBe(405);
    const options = await call("OPTIONS", "/quotes");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect((await call("PURGE", "/orders", { key })).status).toBe(405);
  });

  it("refuses a query that an endpoint does not know", async () => {
    const response = await call("GET", "/portfolios?limit=3", { key });
    expect(Object.keys(response.json.errors)).toEqual(["limit"]);
  });
});
