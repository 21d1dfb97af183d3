import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { appUrl } from "#core/env";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let key: string;
let body: object;

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  const { portfolioId } = await makeStock();
  const url = "https://shop.example/{CHECKOUT_SESSION_ID}";
  body = { amount_kg: 20, portfolio_id: portfolioId, success_url: url, cancel_url: url };
});

function create(change: object = {}, headers: Record<string, string> = {}) {
  return call("POST", "/orders/checkout-session", { key, body: { ...body, ...change }, headers });
}

async function emailOf(id: string): Promise<string | null | undefined> {
  const where = { accountId: account.id, id };
  return (await database().prisma.checkoutSession.findFirst({ where }))?.customerEmail;
}

describe("/orders/checkout-session", () => {
  it("creates a session like any other, returns its state as status too, and names its successor", async () => {
    const created = await create();
    const { status, ...session } = created.json;
    expect([created.status, status, session.state]).toEqual([201, "open", "open"]);
    expect((await create({ amount_kg: 16 })).json.errors).toHaveProperty("amount_kg");
    expect(created.headers.get("location")).toMatch(
      new RegExp(`/v1/checkout/sessions/${session.id}$`),
    );
    const read = await call("GET", `/orders/checkout-session/${session.id}`, { key });
    expect([read.status, read.text]).toEqual([200, created.text]);
    expect((await call("GET", `/checkout/sessions/${session.id}`, { key })).json).toEqual(session);
    for (const { headers } of [created, read]) {
      expect(headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(headers.get("link")).toContain(
        `<${appUrl()}/v1/checkout/sessions>; rel="successor-version"`,
      );
    }
  });

  it("returns the session's final state under both names", async () => {
    const { id } = (await create()).json;
    await call("POST", `/checkout/sessions/${id}/expire`, { key });
    const read = await call("GET", `/orders/checkout-session/${id}`, { key });
    expect(read.json).toMatchObject({ state: "expired", status: "expired" });
  });

  it("stores the customer's email address for the payment page, and returns it to the account", async () => {
    const email = "first.last+tag@mail.shop.example";
    const created = await create({ email });
    expect(created.json.customer_email).toBe(email);
    expect(await emailOf(created.json.id)).toBe(email);
    expect(await emailOf((await create({ email: null })).json.id)).toBeNull();
    expect(await emailOf((await create()).json.id)).toBeNull();
    const longest = `${"a".repeat(60)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.de`;
    expect(longest).toHaveLength(255);
    expect(await emailOf((await create({ email: longest.slice(1) })).json.id)).toHaveLength(254);
    expect(Object.keys((await create({ email: longest })).json.errors)).toEqual(["email"]);
  });

  it("doesn't shadow the paths of orders", async () => {
    const read = await call("GET", "/orders/checkout-session", { key });
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await call("GET", "/orders/checkout-sessions", { key })).json.title).toBe(
      "Could not find order",
    );
  });
});
