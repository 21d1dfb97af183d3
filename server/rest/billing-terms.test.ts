// A live account orders only on terms; test mode needs none.
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { type BillingTerms, createAccount } from "#domain/accounts";
import { listEntries, setTerms } from "#domain/balances";
import { quoteOrder } from "#domain/holds";
import { listUnbilledSales } from "#domain/orders";
import { call } from "#testing/api";
import { placeCharged } from "#testing/billing";
import {
  contextOf,
  makeAccount,
  makeKey,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ mode: "live", tonnes: 1_000 }));
});

async function makeLiveAccount(terms: "undecided" | null) {
  const { live } = await database().transaction((db) =>
    createAccount({ ...systemContext(), db }, { name: `Buyer ${crypto.randomUUID()}` }),
  );
  await database().prisma.account.update({ where: { id: live.id }, data: { terms } });
  const { token } = await makeKey(live);
  return { live: { ...live, terms }, token };
}

const order = (key: string, kg = 10) =>
  call("POST", "/orders", { key, body: { amount_kg: kg, portfolio_id: portfolioId } });

const setLimit = (account: Account, terms: BillingTerms, cents: number | null = null) =>
  database().transaction((db) =>
    setTerms({ ...contextOf(account), db }, { terms, credit_limit_usd_cents: cents }),
  );

const ordersOf = ({ id: accountId }: Account) =>
  database().prisma.order.count({ where: { accountId } });

it("a live account without terms orders nothing, through no entry point, until it has terms", async () => {
  const { live, token } = await makeLiveAccount(null);
  expect(await order(token)).toMatchObject({
    status: 402,
    json: {
      code: "payment-required",
      title: "This account has no billing terms yet",
      detail: expect.stringContaining("billed elsewhere"),
    },
  });
  const ride = { distance_km: 10, portfolio_id: portfolioId };
  expect((await call("POST", "/orders/ride", { key: token, body: ride })).status).toBe(402);
  const quote = quoteOrder(contextOf(live), {
    amount_kg: 1,
    portfolio_id: portfolioId,
    subaccountId: null,
  });
  await expect(quote).rejects.toMatchObject({ code: "payment-required" });
  expect(await ordersOf(live)).toBe(0);
  await setLimit(live, "invoice", 20);
  expect((await order(token)).status).toBe(201);
  expect((await order(token)).json.title).toMatch(/balance or credit limit/);
  await setLimit(live, "billed_elsewhere");
  expect((await order(token, 1_000)).status).toBe(201);
  expect(await listEntries(contextOf(live), { limit: 10 })).toHaveLength(1);
  expect(await order((await makeAccount()).token, 1)).toMatchObject({ status: 400 });
});

it("a live account can't give its terms back", async () => {
  const { live } = await makeLiveAccount(null);
  await setLimit(live, "prepaid");
  const none = database().transaction((db) =>
    setTerms({ ...contextOf(live), db }, { terms: null, credit_limit_usd_cents: null }),
  );
  await expect(none).rejects.toMatchObject({ errors: { terms: ["must be chosen"] } });
});

it("an account from before goes on, and is listed with what it bought until its terms are chosen", async () => {
  const { live, token } = await makeLiveAccount("undecided");
  expect((await order(token, 50)).status).toBe(201);
  await matchAll();
  const listed = async () =>
    (await listUnbilledSales(systemContext())).filter(({ accountId }) => accountId === live.id);
  expect(await listed()).toMatchObject([{ terms: "undecided", orders: 1, priceUsdCents: 100 }]);
  await setLimit(live, "invoice");
  expect(await listed()).toEqual([]);
});

it("orders that race with a change of terms are charged within the limit of one of them", async () => {
  const { live, token } = await makeLiveAccount(null);
  await setLimit(live, "invoice", 100);
  const place = () => Promise.all(Array.from({ length: 10 }, () => order(token, 10)));
  const [first, , second] = await Promise.all([place(), setLimit(live, "invoice", 200), place()]);
  const statuses = [...first, ...second].map(({ status }) => status);
  const placed = statuses.filter((status) => status === 201).length;
  expect(statuses.filter((status) => status === 402)).toHaveLength(20 - placed);
  expect(placed).toBeLessThanOrEqual(10);
  const entries = await listEntries(contextOf(live), { limit: 100 });
  expect(entries).toHaveLength(placed);
  expect(await ordersOf(live)).toBe(placed);
  // Its request was authenticated under the former terms.
  await setLimit(live, "billed_elsewhere");
  await placeCharged(contextOf({ ...live, terms: "invoice" }), { portfolioId, kg: 10_000 });
  expect(await listEntries(contextOf(live), { limit: 100 })).toHaveLength(placed);
});
