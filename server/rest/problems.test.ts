// Every error is machine-readable: a stable code, and a code for each field.
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { env } from "#core/env";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { endpoints } from "./registry";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  const { token } = await makeAccount();
  key = token;
  ({ portfolioId } = await makeStock());
});

afterEach(() => {
  env.CT_PROBLEM_TYPE_BASE = undefined;
});

describe("a problem", () => {
  it("has its name as code, and links to its page by default", async () => {
    const { json } = await call("GET", "/orders/ord_nowhere", { key });
    expect(json.code).toBe("not-found");
    expect(json.type).toMatch(/^http:\/\/localhost:\d+\/v1\/errors\/not-found$/);
  });

  it("has the type base that the installation sets, and the same code", async () => {
    env.CT_PROBLEM_TYPE_BASE = "https://api.example/v1/errors";
    const { json } = await call("GET", "/orders/ord_nowhere", { key });
    expect(json.code).toBe("not-found");
    expect(json.type).toBe("https://api.example/v1/errors/not-found");
  });

  it("names its fields in detail, or says what it means", async () => {
    const body = { amount_kg: 0, color: "red" };
    const { json } = await call("POST", "/orders", { key, body });
    expect(json.detail).toBe("amount_kg must be at least 1; color is not a known field.");
    const missing = await call("GET", "/orders/ord_nowhere", { key });
    expect(missing.json.detail).toMatch(/^The path does not exist, or your account has no such/);
    const method = await call("PUT", "/orders", { key, body });
    expect(method.json.detail).toBe("This path takes POST, GET, HEAD, OPTIONS.");
  });

  it("of a path that does not exist says what is wrong with it", async () => {
    const detailOf = async (path: string) => (await call("GET", path, { key })).json.detail;
    expect(await detailOf("/orders/")).toBe("Use /v1/orders, without the slash at the end.");
    expect(await detailOf("/order?x=1")).toMatch(
      /^No operation has the path \/v1\/order\. http\S+\/docs\/reference lists them all\.$/,
    );
  });

  it.each<[string, object, Record<string, string>]>([
    ["a missing field", { description: "x" }, { amount_kg: "required" }],
    [
      "two that exclude each other",
      { amount_kg: 1, total_price_usd_cents: 50 },
      { amount_kg: "exclusive" },
    ],
    ["a small number", { amount_kg: 0 }, { amount_kg: "too-small" }],
    ["a large number", { amount_kg: 10 ** 12 }, { amount_kg: "too-large" }],
    ["another type", { amount_kg: "1" }, { amount_kg: "wrong-type" }],
    ["a long text", { amount_kg: 1, description: "x".repeat(513) }, { description: "too-long" }],
    ["a NUL", { amount_kg: 1, metadata: "\0" }, { metadata: "malformed" }],
    [
      "an unknown field",
      { amount_kg: 1, color: "red", __proto: 1 },
      { color: "unknown-field", __proto: "unknown-field" },
    ],
    ["an unknown id", { amount_kg: 1, portfolio_id: "pf_no" }, { portfolio_id: "unknown-id" }],
    [
      "a field inside",
      { amount_kg: 1, notification_config: {} },
      { "notification_config.url": "required" },
    ],
  ])("has a code for %s", async (_what, body, codes) => {
    const { status, json } = await call("POST", "/orders", { key, body });
    expect([status, json.error_codes]).toEqual([400, codes]);
    expect(Object.keys(json.errors).sort()).toEqual(Object.keys(codes).sort());
  });

  it("has a code for a value that is not allowed", async () => {
    const body = { amount_kg: 1, source: "phone", portfolio_id: portfolioId };
    const { json } = await call("POST", "/quotes", { key, body });
    expect(json.error_codes).toEqual({ source: "not-allowed" });
  });
});

describe("an operation that requires exactly one of some fields", () => {
  const values: Record<string, unknown> = {
    amount_kg: 5,
    total_price_usd_cents: 500,
    reservation_id: "rsv_nowhere",
    serial: "SBX-1-1",
    order_number: "0".repeat(32),
    certificate_url: `https://till.example/certificates/ord_${"0".repeat(26)}`,
  };
  const choosing = endpoints.filter(({ exactlyOneOf }) => exactlyOneOf);

  it.each(choosing.map((one) => [one.operationId, one] as const))(
    "%s rejects none of them, and two",
    async (_id, { method, path, exactlyOneOf = [] }) => {
      const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
      const send = (names: readonly string[]) => {
        const given = Object.fromEntries(names.map((name) => [name, values[name]]));
        if (method === "GET") {
          const query = new URLSearchParams(given as Record<string, string>);
          return call("GET", `${path}?${query}`);
        }
        const body = path.startsWith("/checkout") ? { ...urls, ...given } : given;
        return call("POST", path, { key, body });
      };
      const [first = "", second = ""] = exactlyOneOf;
      expect((await send([])).json).toMatchObject({ error_codes: { [first]: "required" } });
      const both = (await send([first, second])).json;
      expect([both.status, Object.keys(both.errors)[0]]).toEqual([
        400,
        expect.stringMatching(exactlyOneOf.join("|")),
      ]);
    },
  );

  it("is described so in the document", async () => {
    const { json } = await call("GET", "/openapi.json");
    expect(json.paths["/orders"].post["x-exactly-one-of"]).toContain("amount_kg");
    expect(choosing.length).toBeGreaterThan(2);
  });
});
