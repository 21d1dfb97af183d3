// Prices that an operator has set for one account.
import { beforeEach, describe, expect, it } from "vitest";
import type { Account, AccountContext } from "#core/context";
import { database } from "#core/db";
import { findPublicPortfolio, listAccountPrices, setAccountPrices } from "#domain/catalogue";
import { call } from "#testing/api";
import { booksOf, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";

type Owner = Awaited<ReturnType<typeof makeAccount>>;
type Price = number | null;

let [owner, other] = [{} as Owner, {} as Owner];
let portfolio_id: string;

/** Offered to all at $20 through the API and $30 at checkout. */
beforeEach(async () => {
  [owner, other] = [await makeAccount(), await makeAccount()];
  portfolio_id = (await makeStock({ tonnes: 100 })).portfolioId;
});

const change = (account: Account, [api, checkout]: Price[], more = {}) =>
  database().transaction((db) =>
    setAccountPrices({ ...contextOf(account), db } satisfies AccountContext, {
      portfolio_id,
      api_price_per_tonne: api ?? null,
      checkout_price_per_tonne: checkout ?? null,
      expected: { api: null, checkout: null },
      confirmed: false,
      ...more,
    }),
  );

const send = async ({ token }: Owner, path: string, body: object) =>
  (await call("POST", path, { key: token, body: { portfolio_id, ...body } })).json;
const quote = async (from: Owner, source = "api") =>
  (await send(from, "/quotes", { amount_kg: 1000, source })).price_usd_cents;
const quotes = async (from: Owner) => [await quote(from), await quote(from, "checkout")];
const ofTonne = { amount_kg: 1000 };
const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };

async function detail({ token }: Owner) {
  const { json } = await call("GET", `/portfolios/${portfolio_id}`, { key: token });
  return [json.api_price_per_tonne_usd_cents, json.checkout_price_per_tonne_usd_cents];
}

describe("an account with prices of its own", () => {
  it("pays them in quotes, orders and sessions; no other account sees or pays them", async () => {
    await change(owner.account, [1500, 2500]);
    for (const [from, [api, checkout]] of [
      [owner, [1500, 2500]],
      [other, [2000, 3000]],
    ] as const) {
      expect(await quotes(from)).toEqual([api, checkout]);
      expect(await detail(from)).toEqual([api, checkout]);
      const order = { price_usd_cents: api, price_per_tonne_usd_cents: api };
      expect(await send(from, "/orders", ofTonne)).toMatchObject(order);
      const total = { total_price_usd_cents: 6000 };
      expect(await send(from, "/orders", total)).toMatchObject({ amount_kg: 6_000_000 / api });
      const session = await send(from, "/checkout/sessions", { ...ofTonne, ...urls });
      expect(session).toMatchObject({ price_per_tonne_usd_cents: checkout });
    }
  });

  it("pays them in its test or live mode only, and the catalogue's where it has none", async () => {
    await change(owner.account, [null, 2500]);
    expect(await quotes(owner)).toEqual([2000, 2500]);
    const { prisma } = database();
    expect(await prisma.accountPrice.findMany({ where: { accountId: owner.live.id } })).toEqual([]);
    const rows = await listAccountPrices(contextOf(owner.account));
    expect(rows.find((row) => row.portfolioId === portfolio_id)).toMatchObject({
      offered: { api: 2000, checkout: 3000 },
      own: { api: null, checkout: 2500 },
    });
    const change404 = change(owner.live, [1500, 2500]);
    await expect(change404).rejects.toMatchObject({ code: "not-found" });
  });

  it("sees them alone: public pages show the catalogue's", async () => {
    await change(owner.account, [1500, 2500]);
    const query = { id: portfolio_id, mode: "test" } as const;
    const page = JSON.stringify(await findPublicPortfolio(systemContext(), query), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(page).toContain("3000");
    expect(page).not.toMatch(/1500|2500/);
  });
});

describe("a change of an account's prices", () => {
  it("leaves orders and sessions at their prices, also while they are paid", async () => {
    const order = await send(owner, "/orders", ofTonne);
    const { id } = await openSession({ account: owner.account, portfolioId: portfolio_id });
    await change(owner.account, [1500, 2500]);
    expect(await pageOf(id)).toMatchObject({ price: 300 });
    expect(await pay(id)).toBe("started");
    const { orders, provider } = await booksOf(id);
    expect(orders.map((row) => Number(row.price))).toEqual([300]);
    expect(provider).toMatchObject([{ amount: 300n }]);
    const { json } = await call("GET", `/orders/${order.id}`, { key: owner.token });
    expect(json.price_per_tonne_usd_cents).toBe(2000);
  });

  it("is refused if someone else changed them first, even at the same moment", async () => {
    const outcomes = await Promise.allSettled([
      change(owner.account, [1500, null]),
      change(owner.account, [1600, null]),
      change(owner.account, [1700, null]),
    ]);
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(failed.map(({ reason }) => reason.code)).toEqual(["conflict", "conflict"]);
    const [amount = 0] = await quotes(owner);
    const expected = { api: amount, checkout: null };
    const former = { expected: { api: amount + 1, checkout: null } };
    for (const prices of [
      [1800, null],
      [null, null],
    ]) {
      const late = change(owner.account, prices, former);
      await expect(late).rejects.toMatchObject({ code: "conflict" });
    }
    const second = await Promise.allSettled([
      change(owner.account, [null, null], { expected }),
      change(owner.account, [1900, 2900], { expected }),
    ]);
    expect(second.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([
      [2000, 3000],
      [1900, 2900],
    ]).toContainEqual(await quotes(owner));
    const stale = change(owner.account, [null, null], { expected });
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
  });

  it("by more than a factor of two is made only if it is confirmed, as is its removal", async () => {
    const low = [900, 3000];
    await expect(change(owner.account, low)).rejects.toMatchObject({
      errors: { confirmed: ["The API price changes from $20.00 to $9.00 per tonne."] },
    });
    expect(await quotes(owner)).toEqual([2000, 3000]);
    await change(owner.account, low, { confirmed: true });
    expect(await quotes(owner)).toEqual([900, 3000]);
    const expected = { api: 900, checkout: 3000 };
    await expect(change(owner.account, [null, null], { expected })).rejects.toMatchObject({
      errors: { confirmed: ["The API price changes from $9.00 to $20.00 per tonne."] },
    });
    await change(owner.account, [null, null], { expected, confirmed: true });
    expect(await quotes(owner)).toEqual([2000, 3000]);
    const where = { accountId: owner.account.id, action: "portfolio.account_prices_set" };
    const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
    const common = { mode: "test", name: "Portfolio", unit: "tonne", currency: "usd" };
    const [before, after] = [
      { api_before: null, checkout_before: null },
      { api_before: 900, checkout_before: 3000 },
    ];
    expect(entries.map(({ subjectId, data }) => [subjectId, data])).toEqual([
      [portfolio_id, { ...common, api: 900, checkout: 3000, ...before }],
      [portfolio_id, { ...common, api: null, checkout: null, ...after }],
    ]);
  });

  it("among orders prices each order as before or after, never in between", async () => {
    const orders = Array.from({ length: 12 }, () => send(owner, "/orders", ofTonne));
    await Promise.all([...orders.slice(0, 6), change(owner.account, [1500, 2500])]);
    for (const order of await Promise.all(orders)) {
      expect([1500, 2000]).toContain(order.price_usd_cents);
      expect(order.price_per_tonne_usd_cents).toBe(order.price_usd_cents);
    }
    expect((await send(owner, "/orders", ofTonne)).price_usd_cents).toBe(1500);
  });
});
