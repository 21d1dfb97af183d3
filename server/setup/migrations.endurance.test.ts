import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database as processDatabase } from "#core/db";
import { log } from "#core/log";
import { recordSchema } from "#core/readiness";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { migrate, migrationsFolder, readMigrations } from "./migrations";
import { watchSchema } from "./schema-compatibility";
import { openDatabaseForProcess } from "./with-database";

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function write(folder: string, name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

describe("migrate", () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await emptyDatabase();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-migrations-"));
    write(folder, "20260101000000_first", "CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n");
    write(folder, "20260102000000_second", "ALTER TABLE a ADD COLUMN b int;");
  });

  afterEach(async () => {
    await database.drop();
    fs.rmSync(folder, { recursive: true });
  });

  const run = () => migrate(database.url, log, folder);

  test("applies pending migrations in order and once", async () => {
    expect(await run()).toEqual(["20260101000000_first", "20260102000000_second"]);
    expect(await run()).toEqual([]);
    write(folder, "20260103000000_third", "UPDATE a SET b = 2;");
    expect(await run()).toEqual(["20260103000000_third"]);
    expect(await query(database.url, "SELECT * FROM a")).toEqual([{ id: 1, b: 2 }]);
  });

  test("records each migration like prisma migrate", async () => {
    await run();
    const rows = await query(database.url, "SELECT * FROM _prisma_migrations ORDER BY started_at");
    expect(rows).toEqual(
      ["20260101000000_first", "20260102000000_second"].map((name) => ({
        id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        checksum: createHash("sha256")
          .update(fs.readFileSync(path.join(folder, name, "migration.sql")))
          .digest("hex"),
        migration_name: name,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        logs: null,
        rolled_back_at: null,
        applied_steps_count: 1,
      })),
    );
  });

  test("two starts at once apply each migration once", async () => {
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toHaveLength(2);
  });

  test("a failing migration leaves nothing behind and says where it failed", async () => {
    write(folder, "20260103000000_third", "CREATE TABLE c (id int);\nSELECT nonsense;");
    await expect(run()).rejects.toThrow(/20260103000000_third failed at line 2.*nonsense/);
    expect(await query(database.url, "SELECT to_regclass('c') AS c")).toEqual([{ c: null }]);
    write(folder, "20260103000000_third", "CREATE TABLE c (id int);");
    expect(await run()).toEqual(["20260103000000_third"]);
  });

  test("rejects a migration that was changed after it was applied", async () => {
    await run();
    write(folder, "20260101000000_first", "CREATE TABLE a (id bigint);");
    await expect(run()).rejects.toThrow(/20260101000000_first was changed/);
  });

  test("ignores different line endings", async () => {
    await run();
    const sql = "CREATE TABLE a (id int);\r\nINSERT INTO a VALUES (1);\r\n";
    write(folder, "20260101000000_first", sql);
    expect(await run()).toEqual([]);
  });

  const THIRD = "20260103000000_third";

  /** The previous version, without the third migration. */
  async function runAsBefore(): Promise<string[]> {
    fs.rmSync(path.join(folder, THIRD), { recursive: true });
    return run();
  }

  test("a version that does not know a migration refuses to work with it", async () => {
    await run();
    write(folder, THIRD, "CREATE TABLE c (id int);");
    await run();
    await expect(runAsBefore()).rejects.toThrow(/schema is newer than.*20260103000000_third/);
  });

  test("a migration may declare which version it is compatible with", async () => {
    await run();
    write(folder, THIRD, "-- Adds a table.\n-- Runs beside: 20260102000000_second\nSELECT 1;");
    await run();
    expect(await runAsBefore()).toEqual([]);
    fs.rmSync(path.join(folder, "20260102000000_second"), { recursive: true });
    await expect(run()).rejects.toThrow(/schema is newer than/);
  });

  test("a migration cannot name a version that does not exist", async () => {
    write(folder, THIRD, "-- Runs beside: 20260102000000_secnod\nSELECT 1;");
    await expect(run()).rejects.toThrow(/20260103000000_third declares.*secnod/);
  });

  test("a running program ends before a migration that it is not compatible with", async () => {
    await run();
    write(folder, THIRD, "CREATE TABLE c (id int);");
    const former = process.env["DATABASE_URL"];
    await closeDatabase();
    process.env["DATABASE_URL"] = database.url;
    const [reports, names]: [unknown[], unknown[]] = [[], []];
    const statement = { name: "", text: "SELECT to_regclass('c') AS c" };
    const work = setInterval(
      () =>
        void processDatabase()
          .query(statement, [])
          .then((rows) => names.push(...rows)),
      100,
    );
    const known = ["20260101000000_first", "20260102000000_second"];
    const watch = watchSchema(known, async ({ message }) => {
      reports.push(message);
      clearInterval(work);
      await closeDatabase();
    });
    try {
      await processDatabase().query(statement, []);
      expect(await run()).toEqual([THIRD]);
      expect(reports).toEqual([expect.stringMatching(/newer version.*is migrating/)]);
      expect(new Set(names.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"c":null}']));
    } finally {
      watch.stop();
      recordSchema("ok");
      clearInterval(work);
      await closeDatabase();
      process.env["DATABASE_URL"] = former;
    }
  }, 60_000);

  test("a program is not ended by its own wait for older programs or its own migrations", async () => {
    const all = readMigrations(migrationsFolder());
    const first = fs.mkdtempSync(path.join(os.tmpdir(), "ct-first-migration-"));
    write(first, all[0]?.name ?? "", all[0]?.sql ?? "");
    await migrate(database.url, log, first);
    const older = new pg.Client({
      connectionString: database.url,
      application_name: "carbon-till",
    });
    await older.connect();
    await older.query("BEGIN");
    const former = process.env["DATABASE_URL"];
    await closeDatabase();
    process.env["DATABASE_URL"] = database.url;
    const lost: Error[] = [];
    try {
      const opening = openDatabaseForProcess(log, { onLost: (error) => lost.push(error) });
      // Longer than a program takes to notice the migration.
      await sleep(3000);
      await older.end();
      await (await opening)();
      expect(lost).toEqual([]);
      const [row] = await query(database.url, "SELECT count(*)::int AS n FROM _prisma_migrations");
      expect(row).toEqual({ n: all.length });
    } finally {
      await closeDatabase();
      process.env["DATABASE_URL"] = former;
      fs.rmSync(first, { recursive: true });
    }
  }, 60_000);

  test("logs the holder of a lock that it waits for", async () => {
    const holder = new pg.Client({
      connectionString: database.url,
      application_name: "the holder",
    });
    await holder.connect();
    await holder.query("SELECT pg_advisory_lock(72707369)");
    const lines: unknown[] = [];
    const collect = { ...log, info: () => {}, warn: (line: unknown) => lines.push(line) };
    const running = migrate(database.url, collect as never, folder);
    await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      event: "database.lock_wait",
      application: "the holder",
      session: expect.any(Number),
      queryAgeS: expect.any(Number),
      query: "SELECT pg_advisory_lock(72707369)",
    });
    await holder.end();
    expect(await running).toHaveLength(2);
  }, 60_000);

  test("stops at a migration that is recorded as failed", async () => {
    await run();
    const sql =
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%first'";
    await query(database.url, sql);
    await expect(run()).rejects.toThrow(/20260101000000_first was started and did not finish/);
  });
});

const installed = "/usr/lib/postgresql";
const versions = fs.existsSync(installed) ? fs.readdirSync(installed) : [];
const bin = versions.map((it) => path.join(installed, it, "bin")).find((it) => fs.existsSync(it));

/** Returns the user to run PostgreSQL as if this is root. */
function other(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "nobody"])));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const ready = await query(url, "SELECT 1").catch(() => null);
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No response from ${url}`);
}

describe("PostgreSQL as a distribution ships it", () => {
  test.skipIf(!bin)(`the schema applies to the one in ${bin ?? installed}`, async () => {
    const as = other();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-system-postgres-"));
    if (as) fs.chownSync(folder, as.uid, as.gid);
    const data = path.join(folder, "data");
    const options = { ...as, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
    const init = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"];
    execFileSync(path.join(bin ?? "", "initdb"), init, options);
    const port = 20_000 + (process.pid % 10_000);
    const args = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder, "-F"];
    const server = spawn(path.join(bin ?? "", "postgres"), args, { ...options, stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    try {
      await untilReady(url);
      const names = readMigrations(migrationsFolder()).map((migration) => migration.name);
      expect(await migrate(url, log)).toEqual(names);
      const [row] = await query(url, "SELECT count(*)::int AS count FROM _prisma_migrations");
      expect(row).toEqual({ count: names.length });
    } finally {
      server.kill("SIGINT");
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
