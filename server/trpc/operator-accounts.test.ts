import { beforeAll, expect, it } from "vitest";
import type { Account, Mode } from "#core/context";
import { database } from "#core/db";
import { createApiKey } from "#domain/accounts";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { dashboardOf } from "#testing/procedures";

let [live, test] = [{} as Account, {} as Account];
let operator: { email: string };
let token: string;
const secrets = { description: "For the wedding", metadata: "customer-4711" };

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  operator = await makePerson({ isOperator: true });
  const key = { name: "Shop till", scope: "write" } as const;
  ({ token } = await database().transaction((db) => createApiKey({ ...contextOf(test), db }, key)));
  const { portfolioId } = await makeStock({ tonnes: 1 });
  const order = { portfolio_id: portfolioId, subaccountId: null, ...secrets };
  await placeOrder(contextOf(test), { ...order, amount_kg: 400 });
  await placeOrder(contextOf(test), { ...order, amount_kg: 5_000 });
  await matchAll();
});

async function asOperator(mode: Mode) {
  return (await dashboardOf(operator, { slug: "", mode })).operatorAccounts;
}

it("the list has the figures of the selected mode", async () => {
  const figures = async (mode: Mode) => {
    const { data } = await (await asOperator(mode)).list({ limit: 5, search: live.name });
    return data.map(({ id, soldKg, retiredKg, waiting }) => ({ id, soldKg, retiredKg, waiting }));
  };
  expect(await figures("test")).toEqual([{ id: live.id, soldKg: 400, retiredKg: 0, waiting: 1 }]);
  expect(await figures("live")).toEqual([{ id: live.id, soldKg: 0, retiredKg: 0, waiting: 0 }]);
});

it("an account has its live and test details, without secrets or customers' descriptions", async () => {
  const account = await (await asOperator("live")).get({ id: live.id });
  expect(account.modes.map(({ mode, orders }) => [mode, orders.length])).toEqual([
    ["live", 0],
    ["test", 2],
  ]);
  expect(account.modes[1]?.keys.map(({ name }) => name)).toContain("Shop till");
  const text = JSON.stringify(account);
  for (const secret of [...Object.values(secrets), token, `"${token.slice(-4)}"`]) {
    expect(text).not.toContain(secret);
  }
});

it("a test account's id is not found", async () => {
  const get = (await asOperator("test")).get({ id: test.id });
  await expect(get).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("terms for scarce stock apply to the live and test account, and are in the audit log", async () => {
  const operator = await asOperator("live");
  const terms = { back_order_days: 14, hold_share_percent: 40 };
  await operator.setStockTerms({ id: live.id, ...terms, opened: {} });
  const { stockTerms } = await operator.get({ id: live.id });
  expect(stockTerms).toEqual({ backOrderDays: 14, holdSharePercent: 40 });
  const { account, auditEntry } = database().prisma;
  expect(await account.findUnique({ where: { id: test.id } })).toMatchObject({
    mayBackOrder: true,
    ...stockTerms,
  });
  const where = { accountId: live.id, action: "account.stock_terms_set" };
  expect(await auditEntry.findFirst({ where })).toMatchObject({
    data: { mayBackOrder: true, ...stockTerms },
  });
});
