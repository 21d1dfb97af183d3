import { beforeEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { reopenAccount, suspendAccount } from "#domain/accounts";
import { call } from "#testing/api";
import { booksOf, cards, confirm, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeKey, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf } from "#testing/procedures";

let [live, test] = [{} as Account, {} as Account];
let portfolioId: string;
let token: string;

beforeEach(async () => {
  ({ live, test } = await makeAccount());
  ({ portfolioId } = await makeStock());
  ({ token } = await makeKey(test));
});

const inside = <T>(work: (ctx: ReturnType<typeof contextOf>) => Promise<T>) =>
  database().transaction((db) => work({ ...contextOf(live), db }));
const suspend = () => inside((ctx) => suspendAccount(ctx, { reason: "Invoices are overdue" }));
const reopen = () => inside((ctx) => reopenAccount(ctx));
const order = () =>
  call("POST", "/orders", { key: token, body: { amount_kg: 10, portfolio_id: portfolioId } });

it("a suspended account's keys are refused until it is reopened", async () => {
  await suspend();
  for (const response of [await order(), await call("GET", "/orders", { key: token })]) {
    expect(response.status).toBe(403);
    expect(response.json).toMatchObject({ code: "account-suspended" });
  }
  expect(await database().prisma.order.count({ where: { accountId: test.id } })).toBe(0);
  await expect(suspend()).rejects.toMatchObject({ code: "conflict" });
  await reopen();
  expect((await order()).status).toBe(201);
  await expect(reopen()).rejects.toMatchObject({ code: "conflict" });
  const audit = await database().prisma.auditEntry.findMany({
    where: { accountId: live.id, action: { in: ["account.suspended", "account.reopened"] } },
    orderBy: { id: "asc" },
  });
  expect(audit.map(({ action, data }) => [action, data])).toEqual([
    ["account.suspended", { reason: "Invoices are overdue" }],
    ["account.reopened", {}],
  ]);
});

it("its dashboard can be read, and changes nothing", async () => {
  const owner = await makePerson({ accountId: live.id, role: "owner" });
  await suspend();
  const caller = await dashboardOf(owner, { slug: live.slug });
  expect((await caller.orders.list({})).data).toEqual([]);
  const terms = { amount_kg: 10, portfolio_id: portfolioId, key: "k".repeat(32) };
  await expect(caller.orders.place({ ...terms, confirmed_price: 20 })).rejects.toMatchObject({
    cause: { code: "account-suspended" },
  });
  await expect(caller.subaccounts.create({ name: "Harbor" })).rejects.toMatchObject({
    cause: { code: "account-suspended" },
  });
});

it("its open sessions can't be paid, without a reason on their pages, and no charge", async () => {
  const { id } = await openSession({ account: test, portfolioId });
  await suspend();
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: "no_provider" });
  expect(JSON.stringify(await pageOf(id))).not.toContain("overdue");
  expect(await pay(id)).toBe("no_provider");
  expect((await booksOf(id)).provider).toEqual([]);
  await reopen();
  expect(await pay(id)).toBe("started");
});

it("orders and payments under way are finished", async () => {
  expect((await order()).status).toBe(201);
  const { id } = await openSession({ account: test, portfolioId });
  await pay(id, cards.needsApproval);
  await suspend();
  await confirm(id, "approve");
  await matchAll();
  const orders = await database().prisma.order.findMany({ where: { accountId: test.id } });
  expect(orders.map(({ state }) => state)).toEqual(["fulfilled", "fulfilled"]);
});

it("an order at the moment of a suspension is whole or refused", async () => {
  const responses = await Promise.all([order(), order(), suspend(), order(), order()]);
  const statuses = responses.flatMap((response) => (response ? [response.status] : []));
  const placed = statuses.filter((status) => status === 201).length;
  expect(statuses.every((status) => status === 201 || status === 403)).toBe(true);
  await matchAll();
  const orders = await database().prisma.order.findMany({ where: { accountId: test.id } });
  expect(orders.map(({ state }) => state)).toEqual(Array(placed).fill("fulfilled"));
  expect((await order()).status).toBe(403);
});
