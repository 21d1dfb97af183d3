// Applies the SQL files under prisma/migrations and records them like `prisma migrate deploy`.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "#core/build";
import { defaultUse, startUpLimits } from "#core/db-client";
import type { Log } from "#core/log";
import { applyMigration, type Migration } from "./apply-migration";
import { connectDirectly } from "./database-connection";
import { lockMigrations, withLockWatch } from "./migration-lock";
import {
  type AppliedRecord,
  breakingFor,
  declaredCompatibility,
  endsOthers,
  outdatedError,
  withoutOthers,
} from "./schema-compatibility";

export const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

const HAS_RECORDS = "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists";

const REPORT_MS = 10_000;

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
export function isSameMigration(migration: Migration, checksum: string): boolean {
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
    } else if (!isSameMigration(migration, checksum)) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. Restore ` +
          `prisma/migrations/${name}/migration.sql, and make the change in a new migration.`,
      );
    }
  }
}

const APPLIED = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`;

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ exists: boolean }>(HAS_RECORDS);
  if (!rows[0]?.exists) return [];
  return (await client.query<Applied>(APPLIED)).rows;
}

export interface PendingMigrations {
  pending: Migration[];
  /** True if programs of the version before must end first. */
  isBreaking: boolean;
}

/** Returns what is not applied yet. @throws if the schema and this version do not fit */
export async function findPending(
  client: pg.Client,
  log: Log,
  folder = migrationsFolder(),
): Promise<PendingMigrations> {
  const all = readMigrations(folder);
  const applied = await readApplied(client);
  check(all, applied, log);
  const done = new Set(applied.map((it) => it.name));
  const pending = all.filter((it) => !done.has(it.name));
  const isBreaking = pending.some(({ compatibleWith }) => endsOthers(compatibleWith, applied));
  return { pending, isBreaking };
}

interface MigrateOptions {
  folder?: string | undefined;
  /** Longest wait for the database; by default CT_DATABASE_WAIT. */
  databaseWaitMs?: number | undefined;
  /** Longest wait for another program's migration; by default without limit. */
  lockWaitMs?: number | undefined;
}

async function applyPending(
  target: { client: pg.Client; log: Log },
  pending: readonly Migration[],
): Promise<void> {
  let done = 0;
  const report = setInterval(() => {
    const progress = { done, of: pending.length, name: pending[done]?.name };
    target.log.info({ event: "migration.running", ...progress }, "migrations are being applied");
  }, REPORT_MS);
  try {
    for (const migration of pending) {
      await applyMigration(target, migration);
      target.log.debug({ event: "migration.applied", name: migration.name }, "migration applied");
      done += 1;
    }
  } finally {
    clearInterval(report);
  }
}

async function migrateOn(
  client: pg.Client,
  log: Log,
  { folder, lockWaitMs }: MigrateOptions,
): Promise<string[]> {
  // A role's time limits are for requests, not for rebuilding a table.
  for (const limit of Object.keys(startUpLimits(defaultUse))) {
    await client.query(`SET ${limit} = 0`);
  }
  await lockMigrations(client, log, lockWaitMs);
  await client.query(RECORDS);
  const { pending, isBreaking } = await findPending(client, log, folder);
  const applyAll = () => applyPending({ client, log }, pending);
  await (isBreaking ? withoutOthers(client, log, applyAll) : applyAll());
  const applied = pending.length;
  if (applied > 0) {
    log.info({ event: "database.ready", applied }, "database schema is up to date");
  }
  return pending.map((it) => it.name);
}

/**
 * Returns the names of the applied migrations. Needs PostgreSQL's own address, because locks and
 * settings belong to one session.
 */
export async function migrate(
  databaseUrl: string,
  log: Log,
  given: string | MigrateOptions = {},
): Promise<string[]> {
  const options = typeof given === "string" ? { folder: given } : given;
  const client = await connectDirectly(databaseUrl, log, {
    application_name: "carbon-till migrations",
    waitMs: options.databaseWaitMs,
  });
  try {
    return await withLockWatch({ client, url: databaseUrl, log }, () =>
      migrateOn(client, log, options),
    );
  } finally {
    await client.end();
  }
}
