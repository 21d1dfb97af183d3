// Isolated, because the clock of a process's IDs cannot be set back.
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { firstIdAt, newId, startIdsAfter } from "#core/id";
import { log } from "#core/log";
import { cancelOrder } from "#domain/orders";
import { call } from "#testing/api";
import { openSession } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { raiseIdFloor } from "./id-floor";

const MINUTE_MS = 60_000;

beforeAll(async () => {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  await openSession({ account, portfolioId });
  const terms = { amount_kg: 1, portfolio_id: portfolioId, subaccountId: null };
  const ctx = contextOf(account);
  const cancelled = await placeOrder(ctx, terms);
  await database().transaction((db) => cancelOrder({ ...ctx, db }, cancelled));
  await placeOrder(ctx, terms);
});

it("includes an order placed after the clock was set back, for clients that poll for newer orders", async () => {
  const { token: key } = await makeAccount();
  const { portfolioId: portfolio_id } = await makeStock();
  const place = async () => {
    const response = await call("POST", "/orders", { key, body: { amount_kg: 1, portfolio_id } });
    expect(response.status).toBe(201);
    return response.json.id as string;
  };
  const newerThan = async (id: string) => {
    const { json } = await call("GET", `/orders?ending_before=${id}`, { key });
    return json.data.map((order: { id: string }) => order.id);
  };
  // An order of a process whose clock was ahead.
  const id = firstIdAt("order", new Date(Date.now() + 10 * MINUTE_MS));
  const model = await place();
  await database().prisma.$executeRaw`
    INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg,
                        pricing_unit, price_per_tonne, price, currency, state, created_at)
    SELECT account_id, mode, ${id}, portfolio_id, type, channel, amount_kg,
           pricing_unit, price_per_tonne, price, currency, state, created_at
    FROM orders WHERE id = ${model}`;
  const missed = await place();
  expect(await newerThan(id)).toEqual([]);
  await raiseIdFloor(database(), log);
  const first = await place();
  const second = await place();
  expect(await newerThan(id)).toEqual([second, first]);
  expect(missed < id).toBe(true);
  expect(startIdsAfter([])).toBeGreaterThan(10 * MINUTE_MS - 300_000);
});

// Each clock is further ahead than the one before.
it.each([
  ["order", "orders"],
  ["checkoutSession", "checkout_sessions"],
  ["auditEntry", "audit_entries"],
  ["event", "events"],
] as const)("a new %s sorts after those in %s that a faster clock made", async (kind, table) => {
  const aheadMs = startIdsAfter([]) + 10 * MINUTE_MS;
  const newest = firstIdAt(kind, new Date(Date.now() + aheadMs));
  const text = `UPDATE ${table} SET id = $1 WHERE id = (SELECT max(id) FROM ${table})`;
  expect(await database().prisma.$executeRawUnsafe(text, newest)).toBe(1);
  expect(newId(kind) < newest).toBe(true);
  await raiseIdFloor(database(), log);
  expect(newId(kind) > newest).toBe(true);
});
