import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { runTill, runTillJson } from "#testing/till";
import { migrate, migrationsFolder, readMigrations } from "./migrations";
import { awaitSchema } from "./schema-wait";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";
const OUTSIDE = "-- Runs beside: 20260101000000_first\n-- Outside a transaction\n";

let database: TestDatabase;
let folder: string;
let client: pg.Client;
const events: unknown[] = [];
const collect = {
  ...log,
  info: () => {},
  warn: ({ event }: { event: string }) => events.push(event),
} as never;

function write(name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

const rowsOf = async (sql: string) => (await client.query(sql)).rows;

beforeEach(async () => {
  events.length = 0;
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url, application_name: "the holder" });
  await client.connect();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-steps-"));
  write(FIRST, "CREATE TABLE a (id int, b int); INSERT INTO a SELECT generate_series(1, 25);");
  await migrate(database.url, collect, folder);
});

afterEach(async () => {
  await client.end();
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});

const BATCHES = `
-- Ünïcode before the statement shifts bytes.
ALTER TABLE a ADD COLUMN c int;
UPDATE a SET c = id WHERE id IN (SELECT id FROM a WHERE c IS NULL LIMIT 10);
CREATE INDEX CONCURRENTLY IF NOT EXISTS a_c_idx ON a (c);
ALTER TABLE a ADD CONSTRAINT a_c CHECK (c > 0) NOT VALID;
ALTER TABLE a VALIDATE CONSTRAINT a_c;
`;

describe("a migration outside a transaction", () => {
  it("repeats changes of rows until none is left, and builds indexes concurrently", async () => {
    write(SECOND, OUTSIDE + BATCHES);
    expect(await migrate(database.url, collect, folder)).toEqual([SECOND]);
    expect(await rowsOf("SELECT FROM a WHERE c = id")).toHaveLength(25);
    expect(await rowsOf("SELECT indisvalid FROM pg_index")).toContainEqual({ indisvalid: true });
    const [row] = await rowsOf("SELECT count(*)::int FROM _prisma_migrations");
    expect(row).toEqual({ count: 2 });
  });

  it("is repeated after a failure, and replaces an index that was left unfinished", async () => {
    await client.query("UPDATE a SET b = 1");
    const index = "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_b_key ON a (b);";
    write(SECOND, `${OUTSIDE}CREATE TABLE IF NOT EXISTS e (id int);\n${index}`);
    const run = () => migrate(database.url, collect, folder);
    await expect(run()).rejects.toThrow(/Statements before the failed one stay.*a_b_key/);
    const state = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_b_key'::regclass";
    expect(await rowsOf(state)).toEqual([{ indisvalid: false }]);
    await client.query("UPDATE a SET b = id");
    expect(await run()).toEqual([SECOND]);
    expect(await rowsOf(state)).toEqual([{ indisvalid: true }]);
  });

  it("builds an index while other programs wait to migrate", async () => {
    write(SECOND, OUTSIDE + BATCHES);
    const runs = [1, 2, 3].map(() => migrate(database.url, collect, folder));
    expect((await Promise.all(runs)).flat()).toEqual([SECOND]);
  });
});

it("a migration that finds its table locked lets others pass, and is tried again", async () => {
  write(SECOND, "-- Runs beside: 20260101000000_first\nALTER TABLE a ADD COLUMN c int;");
  await client.query("BEGIN");
  await client.query("UPDATE a SET b = 2 WHERE id = 1");
  const running = migrate(database.url, collect, folder);
  await expect.poll(() => events).toContain("migration.lock_retry");
  await expect.poll(() => events).toContain("database.lock_wait");
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // Would never end if the migration kept waiting at the head of the queue.
  expect((await other.query("SELECT FROM a")).rows).toHaveLength(25);
  await other.end();
  await client.query("COMMIT");
  expect(await running).toEqual([SECOND]);
});

it("refuses to wait for another program's migration if it must not", async () => {
  await client.query("SELECT pg_advisory_lock(72707369)");
  const run = migrate(database.url, collect, { folder, lockWaitMs: 0 });
  await expect(run).rejects.toThrow(/Another program is migrating this database \(session \d+/);
});

describe("the schema of the app", () => {
  const former = { url: process.env["DATABASE_URL"], wait: env.CT_DATABASE_WAIT };
  const names = readMigrations(migrationsFolder()).map(({ name }) => name);

  beforeEach(async () => {
    await client.query("DROP TABLE a, _prisma_migrations");
    process.env["DATABASE_URL"] = database.url;
  });

  afterEach(() => {
    process.env["DATABASE_URL"] = former.url;
    env.CT_DATABASE_WAIT = former.wait;
  });

  it("is awaited by a program that does not migrate, which refuses an older one", async () => {
    env.CT_DATABASE_WAIT = 1;
    await expect(awaitSchema(database.url, collect)).rejects.toThrow(
      /schema is older than.*npm run till -- migrate/,
    );
    env.CT_DATABASE_WAIT = 60;
    const waiting = awaitSchema(database.url, collect);
    await migrate(database.url, collect);
    await waiting;
    const sql = "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) ";
    await client.query(`${sql} VALUES ('x', 'x', '29990101000000_later', now())`);
    await expect(awaitSchema(database.url, collect)).rejects.toThrow(/schema is newer than/);
  });

  it("is listed with its locks by a dry run, which changes nothing, and then applied", async () => {
    const plan = await runTillJson(folder, ["migrate", "--dry-run"]);
    expect(plan.migrations.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(
      plan.migrations.flatMap((it: { statements: unknown[] }) => it.statements),
    ).toContainEqual({
      sql: expect.stringMatching(/^ALTER TABLE refunds ADD COLUMN dismissal_reason/),
      locks: [{ on: "refunds", mode: "ACCESS EXCLUSIVE" }],
    });
    expect(await rowsOf("SELECT to_regclass('orders') AS orders")).toEqual([{ orders: null }]);
    const { stdout } = await runTill(folder, ["migrate", "--dry-run"]);
    expect(stdout).toContain("Dry run: nothing was changed.");
    const applied = await runTill(folder, ["migrate", "--json"]);
    expect(JSON.parse(applied.stdout)).toEqual({ applied: names });
    expect(applied.stderr).toContain(`database schema is up to date (applied: ${names.length})`);
    const again = await runTill(folder, ["migrate", "--wait", "1"]);
    expect(again.stdout).toBe("Applied 0 migrations.\n");
  });
});
