// Applies the SQL files under prisma/migrations and records them like `prisma migrate deploy`.
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
  declaredCompatibility,
  endsOthers,
  outdatedError,
  recordOf,
  withoutOthers,
} from "./schema-compatibility";

/** The advisory lock of `prisma migrate`, so that the two exclude each other. */
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
  /** The newest migration of the oldest version that may run on the new schema; null for none. */
  compatibleWith: string | null;
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

/** Returns all migrations in order. */
export function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory());
  return names
    .map(({ name }) => ({ name, file: path.join(folder, name, "migration.sql") }))
    .filter(({ file }) => fs.existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const content = fs.readFileSync(file);
      const sql = content.toString("utf8");
      return { name, sql, checksum: sha256(content), compatibleWith: declaredCompatibility(sql) };
    });
}

/** Ignores different line endings. */
function isSame(migration: Migration, checksum: string): boolean {
  const unix = migration.sql.replaceAll("\r\n", "\n");
  const lines = [unix, unix.replaceAll("\n", "\r\n")];
  return migration.checksum === checksum || lines.some((text) => sha256(text) === checksum);
}

function check(all: readonly Migration[], applied: readonly Applied[], log: Log): void {
  const names = all.map(({ name }) => name);
  const unfit = all.find(
    ({ compatibleWith }) => compatibleWith !== null && !names.includes(compatibleWith),
  );
  if (unfit) {
    throw new Error(
      `Migration ${unfit.name} declares "Runs beside: ${unfit.compatibleWith}", which does not exist.`,
    );
  }
  const breaking = breakingFor(names, applied);
  if (breaking.length > 0) throw outdatedError(breaking);
  for (const { name, checksum, finished } of applied) {
    if (!finished) {
      throw new Error(
        `Migration ${name} was started and did not finish. Repair the schema manually, ` +
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
          `prisma/migrations/${name}/migration.sql, and make the change in a new migration.`,
      );
    }
  }
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return "";
  return ` at line ${sql.slice(0, Number(error.position) - 1).split("\n").length}`;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum, compatibleWith } = migration;
  const startedAt = new Date();
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1, $5)`,
      [randomUUID(), checksum, name, startedAt, recordOf(compatibleWith)],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Migration ${name} failed${placeOf(error, sql)}, and was rolled back: ${reason}`,
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
  const isBreaking = pending.some(({ compatibleWith }) => endsOthers(compatibleWith, applied));
  await (isBreaking ? withoutOthers(client, log, applyAll) : applyAll());
  return pending.map((it) => it.name);
}

/**
 * Returns the names of the applied migrations. Needs PostgreSQL's own address, because locks and
 * settings belong to one session.
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
const CHECK_EVERY_MS = 2500;

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

/** Logs the holder of each lock that the client's session waits long for. */
async function withLockWatch<T>(
  { client, url, log }: { client: pg.Client; url: string; log: Log },
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const reported = new Set<number>();
  const checkLocks = async () => {
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
  // A failed check is followed by the next.
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(checkLocks).catch(() => undefined);
  }, CHECK_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await checking;
  }
}
