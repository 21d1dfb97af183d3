import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { firstIdAt, newId, startIdsAfter } from "#core/id";
import { log } from "#core/log";
import { cancelOrder } from "#domain/orders";
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
