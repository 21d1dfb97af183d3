import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { readMetrics } from "#core/metrics";
import { named, planOf } from "#testing/bench/plans";
import { type Recorded, recordStatements } from "#testing/bench/record";
import { openShop, seedOrders, settleTables } from "#testing/bench/seed";
import { cards, openSession, pay } from "#testing/checkout";
import { makeAccount, makeStock } from "#testing/factories";
import { installationReader } from "./installation-metrics";

let statements: Recorded[];
let text: string;

beforeAll(async () => {
  const shop = await openShop(3);
  const { account } = await makeAccount();
  await seedOrders({ accountId: account.id, portfolioId: shop.narrowId, count: 5000 });
  const { portfolioId } = await makeStock({ tonnes: 1 });
  const { id } = await openSession({ account, portfolioId, amountKg: 100 });
  await pay(id, cards.paysLater);
  const takenAt = new Date(Date.now() - 3_600_000);
  const backup = { kind: "backup", recordedAt: new Date(), takenAt, bytes: 1234n };
  await database().prisma.backupRecord.create({ data: backup });
  await settleTables();
  statements = await recordStatements(installationReader(60_000));
  text = await readMetrics();
});

/** Returns the value of a series. */
function seriesValue(series: string): number {
  const line = text.split("\n").find((it) => it.startsWith(`carbon_till_${series} `));
  return Number(line?.split(" ").at(-1));
}

it("exports queues, payments under way, stock, and the last backup", () => {
  expect(seriesValue("database_up")).toBe(1);
  expect(seriesValue('queue_items{queue="matching",state="due"}')).toBeGreaterThan(0);
  expect(seriesValue('queue_oldest_due_seconds{queue="matching"}')).toBeGreaterThan(0);
  expect(seriesValue('payments_unsettled{mode="test",provider="test",state="processing"}')).toBe(1);
  expect(seriesValue('stock_left_kg{mode="test"}')).toBeGreaterThan(0);
  expect(seriesValue("backup_age_seconds")).toBeGreaterThanOrEqual(3600);
  expect(seriesValue("backup_bytes")).toBe(1234);
});

/** Tables that grow with each order. */
const LARGE = /Seq Scan on (orders|events|deliveries|payments|jobs|retirements|idempotency_keys)\b/;

it("finds its rows by indexes in each table that grows with orders", async () => {
  // Of small tables, PostgreSQL would otherwise not show if there is an index.
  const name = new URL(process.env["DATABASE_URL"] ?? "").pathname.slice(1);
  await database().query(
    { name: "", text: `ALTER DATABASE "${name}" SET enable_seqscan = off` },
    [],
  );
  expect(statements.length).toBeLessThan(30);
  for (const statement of statements) {
    expect(await planOf(statement, "generic"), statement.name).not.toMatch(LARGE);
  }
  const plan = await planOf(named(statements, /unsettled-payments/), "generic");
  expect(plan).toContain("payments_next_poll_idx");
});

it("reads the database once, however often metrics are read", async () => {
  const read = installationReader(60_000);
  const first = await recordStatements(() => Promise.all([read(), read(), read()]));
  expect(first).toHaveLength(statements.length);
  expect(await recordStatements(() => Promise.all([read(), read()]))).toEqual([]);
});

it("exports no old values when the database fails", async () => {
  const shared = database();
  const { query } = shared;
  shared.query = () => Promise.reject(new Error("the database is gone"));
  await installationReader(60_000)();
  shared.query = query;
  text = await readMetrics();
  expect(seriesValue("database_up")).toBe(0);
  expect(text).not.toContain("carbon_till_queue_items{");
  expect(text).not.toMatch(/^carbon_till_workers /m);
  await installationReader(60_000)();
  text = await readMetrics();
  expect(seriesValue("database_up")).toBe(1);
  expect(text).toContain("carbon_till_queue_items{");
});
