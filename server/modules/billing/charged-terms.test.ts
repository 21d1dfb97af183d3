// Orders of live accounts are charged by their terms.
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { type BillingTerms, createAccount, setTerms } from "#domain/accounts";
import { matchOrders } from "#domain/matching";
import { call } from "#testing/api";
import { placeCharged } from "#testing/billing";
import { contextOf, makeKey, makeStock, systemContext } from "#testing/factories";
import { listEntries } from "./balances/balances";
import { port } from "./port";
import { listUnbilledSales } from "./unbilled-sales";

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

const setLimit = (account: Account, terms: BillingTerms, amount: number | null = null) =>
  database().transaction((db) =>
    setTerms({ ...contextOf(account), db }, { terms, credit_limit: amount, limits: port }),
  );

const ordersOf = ({ id: accountId }: Account) =>
  database().prisma.order.count({ where: { accountId } });

it("an order is charged within the limit of its terms, and on no terms billed elsewhere", async () => {
  const { live, token } = await makeLiveAccount(null);
  await setLimit(live, "invoice", 20);
  expect((await order(token)).status).toBe(201);
  expect((await order(token)).json.title).toMatch(/balance or credit limit/);
  await setLimit(live, "billed_elsewhere");
  expect((await order(token, 1_000)).status).toBe(201);
  expect(await listEntries(contextOf(live), { limit: 10 })).toHaveLength(1);
});

it("an account from before is listed with what it bought until its terms are chosen", async () => {
  const { live, token } = await makeLiveAccount("undecided");
  expect((await order(token, 50)).status).toBe(201);
  await matchOrders(systemContext(), { database: database() });
  const listed = async () =>
    (await listUnbilledSales(systemContext())).filter(({ accountId }) => accountId === live.id);
  expect(await listed()).toMatchObject([{ terms: "undecided", orders: 1, price: 100 }]);
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
