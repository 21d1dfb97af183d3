import { beforeAll, describe, expect, it } from "vitest";
import { checksumBase62, randomBase62 } from "#core/crypto";
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { call } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
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
  it("returns 401 without a key, and with a bad, a mistyped or a revoked one, with no details", async () => {
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

  it("looks a made-up key up once in a few seconds", async () => {
    const body = `ct_test_${randomBase62(32)}`;
    const unknownKey = body + checksumBase62(body);
    const attempt = () => call("GET", "/orders", { key: unknownKey });
    expect((await attempt()).status).toBe(401);
    const statements = await recordStatements(attempt);
    expect(statements.map(({ name }) => name)).toEqual([]);
    expect((await call("GET", "/orders", { key })).status).toBe(200);
  });

  it("lets a read key read and quote, and rejects all its changes", async () => {
    const { token } = await makeKey(account.test, "read");
    const body = { amount_kg: 1, portfolio_id: portfolioId };
    expect((await call("GET", "/orders", { key: token })).status).toBe(200);
    expect((await call("POST", "/quotes", { key: token, body })).status).toBe(200);
    expect((await call("POST", "/orders", { key: token, body })).status).toBe(403);
    expect((await call("POST", "/subaccounts", { key: token, body: { name: "x" } })).status).toBe(
      403,
    );
  });

  it("keeps modes apart: a live key reaches nothing of the test account", async () => {
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

describe("the API", () => {
  it("returns 405 with Allow for an unsupported method, and 404 for an unknown path", async () => {
    const wrong = await call("DELETE", "/orders", { key });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, GET, HEAD, OPTIONS"]);
    const nowhere = await call("GET", "/nowhere", { key });
    expect([nowhere.status, nowhere.json.type]).toEqual([404, expect.stringMatching(/not-found$/)]);
  });

  it("returns the same for HEAD as for GET without the body, and the methods for OPTIONS", async () => {
    const head = await call("HEAD", "/orders", { key });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await call("HEAD", "/quotes", { key })).status).toBe(405);
    const options = await call("OPTIONS", "/quotes");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
    expect((await call("PURGE", "/orders", { key })).status).toBe(405);
  });

  it("rejects unknown query parameters", async () => {
    const response = await call("GET", "/portfolios?limit=3", { key });
    expect(Object.keys(response.json.errors)).toEqual(["limit"]);
  });
});
