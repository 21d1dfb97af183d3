// Migrations declare the oldest version of the app that may run on their schema.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { database, type Statement } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import type { Log } from "#core/log";
import { recordSchema } from "#core/readiness";

/** Running programs query more often, so a session idle for longer belongs to none. */
const SILENT_S = 5;
const LEAVE_MS = 30_000;
/** Held while migrations are applied that running programs are not compatible with. */
const BREAKING_LOCK = 72_707_370;

/** Names the newest migration of the oldest compatible version, in a migration's SQL. */
const DECLARATION = /^-- Runs beside: (\S+)[ \t]*$/m;
const RECORD = /^Runs beside: (\S+)$/;

/** Returns the declaration in a migration's SQL; null for none. */
export function declaredCompatibility(sql: string): string | null {
  return DECLARATION.exec(sql)?.[1] ?? null;
}

/** Text in the column `logs` of an applied migration. */
export function recordOf(compatibleWith: string | null): string | null {
  return compatibleWith === null ? null : `Runs beside: ${compatibleWith}`;
}

export interface AppliedRecord {
  name: string;
  logs: string | null;
}

function compatibilityOf({ logs }: AppliedRecord): string | undefined {
  return RECORD.exec(logs ?? "")?.[1];
}

/** Returns the migrations that the program does not know and is not compatible with. */
export function breakingFor(
  known: readonly string[],
  applied: readonly AppliedRecord[],
): AppliedRecord[] {
  const newest = known.toSorted().at(-1) ?? "";
  return applied.filter((it) => {
    const compatibleWith = compatibilityOf(it);
    return !known.includes(it.name) && !(compatibleWith !== undefined && compatibleWith <= newest);
  });
}

/** Returns true if programs on the current schema must end before the migration. */
export function endsOthers(
  compatibleWith: string | null,
  applied: readonly AppliedRecord[],
): boolean {
  const oldest = applied
    .map((it) => compatibilityOf(it) ?? it.name)
    .toSorted()
    .at(-1);
  return oldest !== undefined && !(compatibleWith !== null && compatibleWith <= oldest);
}

export function outdatedError(breaking: readonly { name: string }[]): Error {
  const names = breaking.map(({ name }) => name).join(", ");
  return new Error(
    `The database's schema is newer than this version of the app may work with: it has ${names}. ` +
      "Run the version of the app that these migrations came with, or a newer one.",
  );
}

const OTHERS = `
  SELECT pid, host(client_addr) AS address, application_name AS application
  FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'carbon-till'
    AND (state <> 'idle' OR state_change > clock_timestamp() - make_interval(secs => $1))`;

export interface OtherSession {
  pid: number;
  address: string | null;
  application: string;
}

/** Sessions of running programs, those of this process included. */
export async function findOthers(client: pg.Client): Promise<OtherSession[]> {
  return (await client.query<OtherSession>(OTHERS, [SILENT_S])).rows;
}

/**
 * Runs an incompatible migration after all running programs have noticed it and ended. @throws if
 * some keep running
 */
export async function withoutOthers<T>(
  client: pg.Client,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  await client.query("SELECT pg_advisory_lock($1)", [BREAKING_LOCK]);
  try {
    const deadline = Date.now() + LEAVE_MS;
    for (let isFirst = true; ; isFirst = false) {
      const rows = await findOthers(client);
      if (rows.length === 0) return await work();
      if (isFirst) {
        log.warn(
          { event: "migration.waiting", sessions: rows },
          "waiting for programs of an older version to end",
        );
      }
      if (Date.now() > deadline) throw staying(rows);
      await sleep(200);
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [BREAKING_LOCK]).catch(() => {});
  }
}

function staying(sessions: readonly OtherSession[]): Error {
  const list = sessions.map(({ pid, address }) => `${pid} from ${address ?? "a socket"}`);
  return new Error(
    "The database was not migrated: programs of an older version still use it, which would do " +
      `wrong on the new schema. End them, then start again. Their sessions: ${list.join(", ")}.`,
  );
}

const WATCH_MS = 2000;

const FIND_INCOMPATIBLE: Statement = {
  name: "schema-find-incompatible",
  text: `
    SELECT EXISTS (SELECT FROM pg_locks
                   WHERE locktype = 'advisory' AND classid = 0 AND objid = $2::bigint::oid
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  ) AS "isBreaking",
           ARRAY(SELECT json_build_object('name', migration_name, 'logs', logs)
                 FROM _prisma_migrations
                 WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
                   AND migration_name <> ALL($1::text[])) AS applied`,
};

async function findIncompatibility(known: readonly string[]): Promise<Error | null> {
  const [row] = await withDatabaseUse("sales", () =>
    database().query<{ isBreaking: boolean; applied: AppliedRecord[] }>(FIND_INCOMPATIBLE, [
      known,
      BREAKING_LOCK,
    ]),
  );
  const breaking = breakingFor(known, row?.applied ?? []);
  if (breaking.length > 0) return outdatedError(breaking);
  if (!row?.isBreaking) return null;
  return new Error(
    "A newer version of the app is migrating the database to a schema that this version is not compatible with.",
  );
}

/** Calls `onOutdated` once if the schema becomes incompatible with this program. */
export function watchSchema(known: readonly string[], onOutdated: (error: Error) => void) {
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    // Without a database nothing can go wrong until the next check.
    const error = await findIncompatibility(known).catch(() => null);
    isChecking = false;
    if (!error) return;
    clearInterval(timer);
    recordSchema("outdated");
    onOutdated(error);
  }, WATCH_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
