import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { log } from "#core/log";
import { migrate, migrationsFolder } from "#setup/migrations";
import { emptyDatabase, type TestDatabase } from "#testing/database";

const NAME = "20261122141000_deliveries";
let before: TestDatabase;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  before = await emptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  for (const name of fs.readdirSync(migrationsFolder())) {
    if (name >= NAME) continue;
    fs.cpSync(path.join(migrationsFolder(), name), path.join(folder, name), { recursive: true });
  }
  await migrate(before.url, log, folder);
  client = new pg.Client({ connectionString: before.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  fs.rmSync(folder, { recursive: true });
  await before.drop();
});

const rows = async (sql: string) => (await client.query(sql)).rows;

it("keeps every event, what was sent, and when it is due", async () => {
  // Foreign keys need subjects that don't matter here.
  await client.query("SET session_replication_role = replica");
  await client.query(`
    INSERT INTO events (account_id, id, order_id, sequence, type, callback_url, delivery_state,
                        next_attempt_at, attempts, failed_attempts, created_at)
    VALUES ('acc', 'evt_1', 'ord_1', 1, 'order.fulfilled', NULL, 'none', NULL, 0, 0, '2026-01-01Z'),
           ('acc', 'evt_2', 'ord_2', 1, 'order.cancelled', 'https://A.example:8443/x', 'pending',
            '2026-01-03Z', 2, 1, '2026-01-02Z')`);
  await client.query(`
    INSERT INTO event_deliveries (account_id, event_id, attempt, attempted_at, duration_ms, error)
    VALUES ('acc', 'evt_2', 1, '2026-01-02Z', 7, 'late')`);
  await client.query(`INSERT INTO callback_hosts VALUES ('a.example:8443', '2026-01-04Z')`);
  expect(await migrate(before.url, log)).toContain(NAME);
  expect(await rows("SELECT id, subject_type, subject_id, type FROM events ORDER BY id")).toEqual([
    { id: "evt_1", subject_type: "order", subject_id: "ord_1", type: "order.fulfilled" },
    { id: "evt_2", subject_type: "order", subject_id: "ord_2", type: "order.cancelled" },
  ]);
  expect(await rows("SELECT * FROM deliveries")).toEqual([
    {
      account_id: "acc",
      event_id: "evt_2",
      receiver: "callback",
      callback_url: "https://A.example:8443/x",
      lane: "a.example:8443",
      sequence: 1,
      state: "pending",
      next_attempt_at: new Date("2026-01-03Z"),
      attempts: 2,
      failed_attempts: 1,
    },
  ]);
  expect(await rows("SELECT event_id, receiver, attempt, error FROM delivery_attempts")).toEqual([
    { event_id: "evt_2", receiver: "callback", attempt: 1, error: "late" },
  ]);
  expect(await rows("SELECT lane FROM lane_pauses")).toEqual([{ lane: "a.example:8443" }]);
});
