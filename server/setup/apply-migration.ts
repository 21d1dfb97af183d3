// Applies one migration. It never waits long for a lock, because all queries on the table would
// queue behind it: it gives up, lets them pass, and tries again.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#core/log";
import {
  isBatch,
  isConcurrent,
  loadSqlParser,
  type MigrationStatement,
  nameOf,
  statementsOf,
} from "./migration-statements";
import { recordOf } from "./schema-compatibility";

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The newest migration of the oldest version that may run on the new schema; null for none. */
  compatibleWith: string | null;
}

/** Migrations with this line run each statement in a transaction of its own. */
const OUTSIDE = /^-- Outside a transaction[ \t]*$/m;
const LOCK_TIMEOUT_MS = 3000;
const PAUSE_MS = 1000;
const BATCH_PAUSE_MS = 20;
const GIVE_UP_MS = 600_000;
/** Lock timeout and deadlock. */
const BUSY = new Set(["55P03", "40P01"]);

export function runsOutsideTransaction(sql: string): boolean {
  return OUTSIDE.test(sql);
}

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && BUSY.has(error.code ?? "");
}

interface Target {
  client: pg.Client;
  log: Log;
}

/** Repeats the work while other sessions hold its locks. */
async function retryingLocks<T>(
  log: Log,
  migration: Migration,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      log.warn(
        { event: "migration.lock_retry", name: migration.name },
        "migration did not get its locks and will be tried again",
      );
      await sleep(PAUSE_MS);
    }
  }
}

async function record(client: pg.Client, migration: Migration, startedAt: Date): Promise<void> {
  const { name, checksum, compatibleWith } = migration;
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1, $5)`,
    [randomUUID(), checksum, name, startedAt, recordOf(compatibleWith)],
  );
}

async function applyAtOnce({ client }: Target, migration: Migration): Promise<void> {
  const startedAt = new Date();
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.sql);
    await record(client, migration, startedAt);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** An interrupted CREATE INDEX CONCURRENTLY leaves an index that is maintained and never used. */
async function dropInvalidIndex(client: pg.Client, statement: MigrationStatement): Promise<void> {
  const name = nameOf(statement.node["idxname"]);
  const { rowCount } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid",
    [name],
  );
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(name)}`);
}

async function runStep(client: pg.Client, statement: MigrationStatement): Promise<number> {
  // These wait for other transactions, and hold up no one while they do.
  await client.query(`SET lock_timeout = ${isConcurrent(statement) ? 0 : LOCK_TIMEOUT_MS}`);
  if (isConcurrent(statement) && statement.kind === "IndexStmt") {
    await dropInvalidIndex(client, statement);
  }
  const { rowCount } = await client.query(statement.text);
  return isBatch(statement) ? (rowCount ?? 0) : 0;
}

/** Each statement is repeatable, because the next run continues after an interruption. */
async function applyInSteps({ client, log }: Target, migration: Migration): Promise<void> {
  const startedAt = new Date();
  await loadSqlParser();
  for (const statement of statementsOf(migration.sql)) {
    let rows = 0;
    for (let isFirst = true; isFirst || rows > 0; isFirst = false) {
      if (!isFirst) await sleep(BATCH_PAUSE_MS);
      rows = await retryingLocks(log, migration, () => runStep(client, statement));
    }
  }
  await record(client, migration, startedAt);
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return "";
  return ` at line ${sql.slice(0, Number(error.position) - 1).split("\n").length}`;
}

/** Applies a migration within the caller's transaction, to tables that no one else sees. */
export async function applyToNewTables(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await loadSqlParser();
  const statements = runsOutsideTransaction(sql)
    ? statementsOf(sql).map((it) =>
        isConcurrent(it) ? it.text.replace(/\bCONCURRENTLY\b/i, "") : it.text,
      )
    : [sql];
  try {
    for (const statement of statements) await client.query(statement);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error });
  }
}

/** Applies a migration and records it like `prisma migrate`. */
export async function applyMigration(target: Target, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  const inSteps = runsOutsideTransaction(sql);
  try {
    await (inSteps
      ? applyInSteps(target, migration)
      : retryingLocks(target.log, migration, () => applyAtOnce(target, migration)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const outcome = inSteps
      ? " failed. Statements before the failed one stay, and the next run repeats it"
      : ` failed${placeOf(error, sql)}, and was rolled back`;
    throw new Error(`Migration ${name}${outcome}: ${reason}`, { cause: error });
  }
}
