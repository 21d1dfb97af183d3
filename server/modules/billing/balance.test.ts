import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { setTerms } from "#domain/accounts";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { getBalance, listEntries, recordDeposit, setTaxRate } from "./balances/balances";
import { port } from "./port";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 1_000 }));
});

type Terms = Parameters<typeof setTerms>[1] & { taxRateBasisPoints: number };

/** A test account with billing terms; its kilograms cost 2 cents each. */
async function billedAccount(terms: Partial<Terms> = {}) {
  const { account, token } = await makeAccount();
  const input = {
    limits: port,
    terms: "invoice" as const,
    credit_limit: 1_000,
    taxRateBasisPoints: 0,
    ...terms,
  };
  const { taxRateBasisPoints, ...set } = input;
  await database().transaction(async (db) => {
    await setTerms({ ...contextOf(account), db }, set);
    await setTaxRate({ ...contextOf(account), db }, { taxRateBasisPoints });
  });
  return { token, ctx: contextOf({ ...account, terms: "invoice" }) };
}

const deposit = (
  ctx: ReturnType<typeof contextOf>,
  amount: number,
  reference: string = randomUUID(),
) => database().transaction((db) => recordDeposit({ ...ctx, db }, { amount, reference }));

const order = (token: string, kg: number, idempotencyKey?: string) =>
  call("POST", "/orders", {
    key: token,
    body: { amount_kg: kg, portfolio_id: portfolioId },
    ...(idempotencyKey !== undefined && { headers: { "idempotency-key": idempotencyKey } }),
  });

const entriesOf = async (ctx: ReturnType<typeof contextOf>) =>
  (await listEntries(ctx, { limit: 100 })).map(({ seq, kind, amount, ...rest }) => ({
    seq,
    kind,
    amount,
    after: rest.balanceAfter,
  }));

it("of 20 orders racing for the last of a credit limit, exactly those that it covers are placed", async () => {
  const { token, ctx } = await billedAccount();
  const placed = await Promise.all(Array.from({ length: 20 }, () => order(token, 150)));
  expect(placed.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = placed.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(17);
  expect(refused[0]?.json).toMatchObject({
    code: "payment-required",
    detail: expect.stringContaining("The order costs $3.00; $"),
  });
  expect(await database().prisma.order.count({ where: { accountId: ctx.account.id } })).toBe(3);
  const { json: balance } = await call("GET", "/balance", { key: token });
  expect(balance).toMatchObject({ balance_usd_cents: -900, available_usd_cents: 100 });
  expect((await order(token, 50)).status).toBe(201);
  expect((await order(token, 1)).status).toBe(402);
  const ride = await call("POST", "/orders/ride", {
    key: token,
    body: { distance_km: 10, portfolio_id: portfolioId },
  });
  expect(ride.json).toMatchObject({ status: 402, code: "payment-required" });
});

it("a repeated key returns the order that it placed, though nothing is left; a refused key can be used again", async () => {
  const { token, ctx } = await billedAccount({ terms: "prepaid", credit_limit: null });
  await deposit(ctx, 100);
  const [first, second] = [randomUUID(), randomUUID()];
  const placed = await order(token, 50, first);
  expect(placed.status).toBe(201);
  const repeated = await Promise.all(Array.from({ length: 5 }, () => order(token, 50, first)));
  expect(repeated.map(({ text }) => text)).toEqual(Array(5).fill(placed.text));
  expect((await order(token, 50, second)).status).toBe(402);
  await deposit(ctx, 100);
  const later = await Promise.all(Array.from({ length: 5 }, () => order(token, 50, second)));
  expect(later.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(later.map(({ json }) => json.id)).size).toBe(1);
  expect(await getBalance(ctx)).toMatchObject({ balance: 0, available: 0 });
});

it("a cancelled order gives back what it was charged, with its tax, once", async () => {
  const { token, ctx } = await billedAccount({ taxRateBasisPoints: 1_900 });
  const { json } = await order(token, 3);
  expect(await entriesOf(ctx)).toEqual([{ seq: 1, kind: "order", amount: -8, after: -8 }]);
  const cancel = () => call("POST", `/orders/${json.id}/cancel`, { key: token });
  const results = await Promise.all([cancel(), cancel(), cancel()]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await entriesOf(ctx)).toEqual([
    { seq: 2, kind: "order_cancelled", amount: 8, after: 0 },
    { seq: 1, kind: "order", amount: -8, after: -8 },
  ]);
});

it("the same deposit is recorded once, however often it is sent", async () => {
  const { ctx } = await billedAccount({ terms: "prepaid", credit_limit: null });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => deposit(ctx, 500, "bank line 7")),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await getBalance(ctx)).toMatchObject({ balance: 500, available: 500 });
});

it("an account without terms orders as before, and has no ledger", async () => {
  const { account, token } = await makeAccount();
  expect((await order(token, 100_000)).status).toBe(201);
  expect((await call("GET", "/balance", { key: token })).json).toEqual({
    currency: "USD",
    terms: null,
    balance: 0,
    balance_usd_cents: 0,
    credit_limit: null,
    credit_limit_usd_cents: null,
    available: null,
    available_usd_cents: null,
    tax_rate_basis_points: 0,
  });
  expect(await listEntries(contextOf(account), { limit: 1 })).toEqual([]);
});

it("once terms end, orders are no longer charged, and the entries stay", async () => {
  const { token, ctx } = await billedAccount({ credit_limit: 10 });
  expect((await order(token, 5)).status).toBe(201);
  const none = { terms: null, credit_limit: null, limits: port };
  await database().transaction((db) => setTerms({ ...ctx, db }, none));
  expect((await order(token, 500)).status).toBe(201);
  expect(await entriesOf(ctx)).toEqual([{ seq: 1, kind: "order", amount: -10, after: -10 }]);
});

it("the database refuses entries that skip a number, break the sum or exceed the limit", async () => {
  const { token, ctx } = await billedAccount({ credit_limit: 10 });
  await order(token, 5);
  const { id: accountId, mode } = ctx.account;
  const valid = {
    accountId,
    mode,
    seq: 2n,
    kind: "deposit",
    amount: 5n,
    currency: "usd",
    balanceBefore: -10n,
    balanceAfter: -5n,
    reference: "bank",
    createdAt: new Date(),
  };
  const insert = (changes: object) =>
    database().prisma.accountLedgerEntry.create({ data: { ...valid, ...changes } });
  await expect(insert({ seq: 3n })).rejects.toThrow(/account_ledger_chain_fkey/);
  await expect(insert({ balanceAfter: 0n })).rejects.toThrow(/account_ledger_sum_check/);
  await expect(insert({ balanceBefore: 0n, balanceAfter: 5n })).rejects.toThrow(
    /account_ledger_chain_fkey/,
  );
  const row = { where: { accountId } };
  await expect(
    database().prisma.accountBalance.update({ ...row, data: { balance: 100n } }),
  ).rejects.toThrow(/account_balances_last_entry_fkey/);
});
