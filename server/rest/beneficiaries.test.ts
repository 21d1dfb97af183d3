import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock({ apiPrice: 3 }));
});

const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
const endpoints: [path: string, body: object][] = [
  ["/orders", { amount_kg: 25 }],
  ["/orders/ride", { distance_km: 100 }],
  ["/checkout/sessions", { amount_kg: 25, ...urls }],
  ["/orders/checkout-session", { amount_kg: 25, ...urls }],
];

const whole = {
  name: "Harbor Street Bakery",
  message: "For our first 10,000 loaves.\nThank you!",
  url: "https://harborstreet.example/about?from=till#us",
};

describe.each(endpoints)("POST %s", (path, base) => {
  const post = (beneficiary: unknown, headers: Record<string, string> = {}) =>
    call("POST", path, {
      key,
      headers,
      body: { ...base, portfolio_id: portfolioId, beneficiary },
    });

  it("stores a beneficiary as it was given, and returns it with the object", async () => {
    const created = await post(whole);
    expect([created.status, created.json.beneficiary]).toEqual([201, whole]);
    const read = await call("GET", `${path.replace("/ride", "")}/${created.json.id}`, { key });
    expect(read.json.beneficiary).toEqual(whole);
    const list = path.startsWith("/orders") ? "/orders?limit=1" : "/checkout/sessions?limit=1";
    if (path === "/orders/checkout-session") return;
    const { json } = await call("GET", list, { key });
    expect(json.data).toMatchObject([{ id: created.json.id, beneficiary: whole }]);
  });

  const long = "x".repeat(512);
  it.each<[string, unknown, unknown]>([
    ["null", null, null],
    ["a name alone", { name: "Ada" }, { name: "Ada", message: null, url: null }],
    ["nulls", { name: "Ada", message: null, url: null }, { name: "Ada", message: null, url: null }],
    [
      "white space around",
      { name: "\n Ada ", message: " \t ", url: " https://a.example " },
      {
        name: "Ada",
        message: null,
        url: "https://a.example",
      },
    ],
    [
      "the longest texts",
      { name: ` ${long} `, message: long, url: `https://${long.slice(8)}` },
      {
        name: long,
        message: long,
        url: `https://${long.slice(8)}`,
      },
    ],
    [
      "other scripts and code",
      { name: "שלום <b>", message: "日本語 👩‍🚀 '; --" },
      {
        name: "שלום <b>",
        message: "日本語 👩‍🚀 '; --",
        url: null,
      },
    ],
    [
      "http, a port and a host in any letters",
      { name: "A", url: "HTTP://müller.example:8080/ü" },
      {
        name: "A",
        message: null,
        url: "HTTP://müller.example:8080/ü",
      },
    ],
  ])("takes %s", async (_name, given, expected) => {
    const response = await post(given);
    expect([response.status, response.json.beneficiary]).toEqual([201, expected]);
  });

  it("names all invalid fields at once", async () => {
    const response = await post({ name: "", message: 5, url: "x" });
    expect(Object.keys(response.json.errors)).toEqual(
      ["name", "message", "url"].map((field) => `beneficiary.${field}`),
    );
  });
});

describe("an order's beneficiary", () => {
  it("is still there once the order is fulfilled", async () => {
    const body = { amount_kg: 5, portfolio_id: portfolioId, beneficiary: whole };
    const { json } = await call("POST", "/orders", { key, body });
    await matchAll();
    const read = await call("GET", `/orders/${json.id}`, { key });
    expect(read.json).toMatchObject({ state: "fulfilled", beneficiary: whole });
  });
});
