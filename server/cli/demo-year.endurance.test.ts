import { expect, test } from "vitest";
import { database } from "#core/db";
import { newId, timeOf } from "#core/id";
import { reconcilePayments } from "#domain/checkout";
import { fillYear, hasUnfilledYear, seed } from "#seed";
import { systemContext } from "#testing/factories";
import { checkBooks } from "#testing/world/judge";

const MONTHS = 12;

async function count(table: string, column: string): Promise<Record<string, number>> {
  const text = `SELECT ${column} AS value, count(*)::int AS rows FROM ${table} GROUP BY 1`;
  const statement = { name: `demo-${table}-${column}`, text };
  const rows = await database().query<{ value: string; rows: number }>(statement, []);
  return Object.fromEntries(rows.map(({ value, rows: counted }) => [value, counted]));
}

const HOUR_MS = 3_600_000;

/** Most hours between the creation of a row, and the time in its ID. */
async function widestGap(table: string): Promise<number> {
  const statement = { name: `demo-gap-${table}`, text: `SELECT id, created_at FROM ${table}` };
  const rows = await database().query<{ id: string; created_at: Date }>(statement, []);
  expect(rows.length).toBeGreaterThan(20);
  const gaps = rows.map((row) => Math.abs((timeOf(row.id) ?? 0) - row.created_at.getTime()));
  return Math.max(...gaps) / HOUR_MS;
}

test("the demo account has a year behind it, of which nothing is sent and the books are right", async () => {
  await seed();
  expect(await hasUnfilledYear()).toBe(true);
  await fillYear();
  expect(await hasUnfilledYear()).toBe(false);
  const months = await count("orders", "to_char(created_at, 'YYYY-MM')");
  expect(Object.keys(months).length).toBeGreaterThanOrEqual(MONTHS);
  const placed = await count("orders", "state");
  expect(placed).toMatchObject({ fulfilled: expect.any(Number), cancelled: 1 });
  const registry = await count("orders", "registry_status");
  expect(registry["retired"]).toBeGreaterThan((placed["fulfilled"] ?? 0) * 0.7);
  expect(Object.keys(await count("checkout_sessions", "state")).sort()).toEqual([
    "complete",
    "expired",
    "open",
  ]);
  expect(await count("refunds", "state")).toEqual({ pending: 2 });
  expect(await count("deliveries", "state")).toEqual({ pending: 1 });
  const invoices = await count("invoices", "kind");
  expect(invoices["invoice"]).toBeGreaterThanOrEqual(MONTHS - 1);
  const paid = (await count("account_ledger", "kind"))["invoice_payment"] ?? 0;
  expect((invoices["invoice"] ?? 0) - paid).toBeLessThanOrEqual(3);
  expect(await count("subaccounts", "logo_file_key IS NOT NULL")).toEqual({ true: 8 });

  expect(await count("jobs", "state")).toEqual({ refused: expect.any(Number) });
  expect(await count("orders", "mode")).toEqual({ test: expect.any(Number) });
  expect((await checkBooks()).findings).toEqual([]);
  // Lists read a period as a range of IDs.
  for (const table of ["orders", "checkout_sessions", "payments"]) {
    expect(await widestGap(table)).toBeLessThan(1);
  }
  expect(Date.now() - (timeOf(newId("order")) ?? 0)).toBeLessThan(HOUR_MS);
  // The test provider opens the dispute three seconds after its payment.
  const disputes = async () => {
    await reconcilePayments(systemContext(), { database: database(), stopped: () => false });
    return count("payment_disputes", "kind");
  };
  await expect.poll(disputes, { timeout: 30_000 }).toEqual({ dispute: 1 });
}, 300_000);
