// Applies the SQL files under prisma/migrations, recorded so that `prisma migrate deploy` agrees.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { startUpLimits, withClient } from "#core/db-client";
import { defaultUse } from "#core/db-use";
import { projectRoot } from "#core/installation";
import type { Log } from "#core/log";
import { connectDirectly } from "./database-connection";
import {
  type AppliedRecord,
  breakingFor,
  declaredBeside,
  endsOthers,
  outdatedError,
  recordOf,
  withoutOthers,
} from "./schema-compatibility";

/** The advisory lock that `prisma migrate` takes, so that the two exclude each other. */
const PRISMA_LOCK = 72_707_369;

const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The oldest version that may run beside it, by its newest migration; null: none. */
  beside: string | null;
}

interface Applied extends AppliedRecord {
  checksum: string;
  finished: boolean;
}

export function migrationsFolder(): string {
  return path.join(projectRoot(), "prisma/migrations");
}

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** All migrations, in the order in which they apply. */
export function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory());
  return names
    .map(({ name }) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => fs.existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const content = fs.readFileSync(file);
      const sql = content.toString("utf8");
      return { name, sql, checksum: sha256(content), beside: declaredBeside(sql) };
    });
}

/** Whether the file is the one that was applied, be it checked out with other line ends. */
function isSame(migration: Migration, checksum: string): boolean {
  const unix = migration.sql.replaceAll("\r\n", "\n");
  const texts = [unix, unix.replaceAll("\n", "\r\n")];
  return migration.checksum === checksum || texts.some((text) => sha256(text) === checksum);
}

function check(all: readonly Migration[], applied: readonly Applied[], log: Log): void {
  const names = all.map(({ name }) => name);
  const unfit = all.find(({ beside }) => beside !== null && !names.includes(beside));
  if (unfit) {
    throw new Error(`Migration ${unfit.name} says "Runs beside: ${unfit.beside}": there is none.`);
  }
  const breaking = breakingFor(names, applied);
  if (breaking.length > 0) throw outdatedError(breaking);
  for (const { name, checksum, finished } of applied) {
    if (!finished) {
      throw new Error(
        `Migration ${name} is recorded as begun and not finished. Set the schema right by hand, ` +
          `then run "npx prisma migrate resolve --applied ${name}" (or --rolled-back).`,
      );
    }
    const migration = all.find((it) => it.name === name);
    if (!migration) {
      log.info(
        { event: "migration.unknown", name },
        "database has a newer migration that this version is compatible with",
      );
    } else if (!isSame(migration, checksum)) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. Restore ` +
          `prisma/migrations/${name}/migration.sql, and put the change into a new migration.`,
      );
    }
  }
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return "";
  return ` at line ${sql.slice(0, Number(error.position) - 1).split("\n").length}`;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum, beside } = migration;
  const startedAt = new Date();
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1, $5)`,
      [randomUUID(), checksum, name, startedAt, recordOf(beside)],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Migration ${name} failed${placeOf(error, sql)}, nothing of it stays: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

async function migrateOn(client: pg.Client, folder: string, log: Log): Promise<string[]> {
  const all = readMigrations(folder);
  // A role's time limits are for requests, not for rebuilding a table.
  for (const limit of Object.keys(startUpLimits(defaultUse))) {
    await client.query(`SET ${limit} = 0`);
  }
  await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
  await client.query(RECORDS);
  const { rows: applied } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  check(all, applied, log);
  const done = new Set(applied.map((it) => it.name));
  const pending = all.filter((it) => !done.has(it.name));
  const applyAll = async () => {
    for (const migration of pending) {
      await apply(client, migration);
      log.info({ event: "migration.applied", name: migration.name }, "migration applied");
    }
  };
  const isBreaking = pending.some(({ beside }) => endsOthers(beside, applied));
  await (isBreaking ? withoutOthers(client, log, applyAll) : applyAll());
  return pending.map((it) => it.name);
}

/**
 * Brings the database up to date; returns the names of the migrations that it applied. Needs the
 * address of PostgreSQL itself: its lock and its settings belong to one session.
 */
export async function migrate(
  databaseUrl: string,
  log: Log,
  folder = migrationsFolder(),
): Promise<string[]> {
  const client = await connectDirectly(databaseUrl, log, "carbon-till migrations");
  try {
    return await withLockWatch({ client, url: databaseUrl, log }, () =>
      migrateOn(client, folder, log),
    );
  } finally {
    await client.end();
  }
}

const LONG_WAIT_S = 5;
const LOOK_MS = 2500;

const HOLDERS = `
  SELECT extract(epoch FROM clock_timestamp() - w.waitstart)::int AS "waitedS",
         holder.pid, holder.application_name AS application, host(holder.client_addr) AS address,
         holder.state, left(holder.query, 120) AS query,
         extract(epoch FROM clock_timestamp() - holder.query_start)::int AS "queryAgeS"
  FROM pg_locks w
  CROSS JOIN unnest(pg_blocking_pids(w.pid)) AS blocking(pid)
  JOIN pg_stat_activity holder ON holder.pid = blocking.pid
  WHERE w.pid = $1 AND NOT w.granted
    AND w.waitstart < clock_timestamp() - make_interval(secs => $2)`;

/** Runs `work` on the client's session; each lock that it waits long for is logged with its holder. */
async function withLockWatch<T>(
  { client, url, log }: { client: pg.Client; url: string; log: Log },
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const reported = new Set<number>();
  const look = async () => {
    const values = [rows[0]?.pid, LONG_WAIT_S];
    const { rows: holders } = await withClient(url, (other) => other.query(HOLDERS, values));
    for (const holder of holders.filter(({ pid }) => !reported.has(pid))) {
      reported.add(holder.pid);
      log.warn(
        { event: "database.lock_wait", ...holder },
        "waiting for a lock that another session holds",
      );
    }
  };
  // One look at a time; one that fails is followed by the next.
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await looking;
  }
}
