import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { log } from "#core/log";
import { migrate, migrationsFolder } from "#setup/migrations";
import { emptyDatabase, type TestDatabase } from "#testing/database";

const NAME = "20261123011000_refunds";
let before: TestDatabase;
let client: pg.Client;
let folder: string;

const copy = (name: string) =>
  fs.cpSync(path.join(migrationsFolder(), name), path.join(folder, name), { recursive: true });

// Last letter but one of the id, state, refunded of 300 cents, state of the order.
const payments = [
  ["0", "paid", 0, "fulfilled"],
  ["1", "paid", 100, "placed"],
  ["2", "refunded", 300, "cancelled"],
  ["3", "refunded", 300, null],
  ["4", "refunding", 0, "cancelled"],
  ["5", "refunding", 120, null],
] as const;

const idOf = (prefix: string, last: string) => `${prefix}_01kx3v6d0tf9sv4m2c8j5a7b${last}e`;

beforeAll(async () => {
  before = await emptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  for (const name of fs.readdirSync(migrationsFolder())) if (name < NAME) copy(name);
  await migrate(before.url, log, folder);
  client = new pg.Client({ connectionString: before.url });
  await client.connect();
  // Foreign keys need accounts and sessions that don't matter here.
  await client.query("SET session_replication_role = replica");
  for (const [last, state, refunded, order] of payments) {
    await client.query(
      `INSERT INTO payments (account_id, mode, id, checkout_session_id, provider,
         provider_payment_id, state, amount_usd_cents, refunded_usd_cents, recent_since,
         next_poll_at, created_at, updated_at, paid_at)
       VALUES ('acc', 'test', $1, $2, 'test', $2, $3, 300, $4, now(), $5, now(), now(), now())`,
      [idOf("pay", last), `cs_${last}`, state, refunded, state === "refunding" ? new Date() : null],
    );
    if (order === null) continue;
    await client.query(
      `INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, checkout_session_id,
         amount_kg, pricing_unit, price_per_tonne_usd_cents, price_usd_cents, state, fulfilled_kg,
         cancelled_order_id, created_at, settled_at)
       VALUES ('acc', 'test', $1, 'pf', 'generic', 'checkout', $2, 100, 'tonne', 3000, 300, $3, $4,
         $5, now(), $6)`,
      [
        idOf("ord", last),
        `cs_${last}`,
        order,
        order === "fulfilled" ? 100 : null,
        order === "cancelled" ? idOf("ord", last) : null,
        order === "placed" ? null : new Date(),
      ],
    );
  }
  copy(NAME);
  await migrate(before.url, log, folder);
});

afterAll(async () => {
  await client.end();
  fs.rmSync(folder, { recursive: true });
});

it("an upgrade turns what was refunded, and what still is to be, into refunds", async () => {
  const { rows } = await client.query(
    `SELECT left(right(payment_id, 2), 1) AS payment, state, kind, amount_usd_cents::int AS cents
     FROM refunds ORDER BY payment_id, state DESC`,
  );
  const summary = rows.map(({ payment, state, kind, cents }) => [payment, state, kind, cents]);
  expect(summary).toEqual([
    ["1", "succeeded", "provider", 100],
    ["2", "succeeded", "cancellation", 300],
    ["3", "succeeded", "late_payment", 300],
    ["4", "pending", "cancellation", 300],
    ["5", "succeeded", "provider", 120],
    ["5", "pending", "late_payment", 180],
  ]);
  const sums = await client.query(
    "SELECT refunding_usd_cents::int AS cents FROM payments ORDER BY id",
  );
  expect(sums.rows.map(({ cents }) => cents)).toEqual([0, 0, 0, 0, 300, 180]);
  const orders = await client.query(
    "SELECT left(right(id, 2), 1) AS id, refunded_usd_cents::int AS cents FROM orders ORDER BY 1",
  );
  expect(orders.rows.map(({ id, cents }) => [id, cents])).toEqual([
    ["0", 0],
    ["1", 100],
    ["2", 300],
    ["4", 0],
  ]);
});
