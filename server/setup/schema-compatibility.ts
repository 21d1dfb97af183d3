// Which versions of the app may run beside a schema, as its migrations declare.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { database, type Statement } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import type { Log } from "#core/log";

/** A session that was silent for so long belongs to no running program: those look more often. */
const SILENT_S = 5;
const LEAVE_MS = 30_000;
/** Held while migrations are applied that no running program may stay beside. */
const BREAKING_LOCK = 72_707_370;

/** In a migration's SQL: the version whose newest migration this is, or a newer one, may stay. */
const DECLARATION = /^-- Runs beside: (\S+)[ \t]*$/m;
const RECORD = /^Runs beside: (\S+)$/;

/** The oldest migration beside which this one may be, as its SQL declares; null: none. */
export function declaredBeside(sql: string): string | null {
  return DECLARATION.exec(sql)?.[1] ?? null;
}

/** What the record of an applied migration says of it, in `logs`. */
export function recordOf(beside: string | null): string | null {
  return beside === null ? null : `Runs beside: ${beside}`;
}

export interface AppliedRecord {
  name: string;
  logs: string | null;
}

function besideOf({ logs }: AppliedRecord): string | undefined {
  return RECORD.exec(logs ?? "")?.[1];
}

/** Those that the program does not know, and was not declared fit to run beside. */
export function breakingFor(
  known: readonly string[],
  applied: readonly AppliedRecord[],
): AppliedRecord[] {
  const newest = known.toSorted().at(-1) ?? "";
  return applied.filter((it) => {
    const beside = besideOf(it);
    return !known.includes(it.name) && !(beside !== undefined && beside <= newest);
  });
}

/** Whether a program that may run on the schema as it is may not stay beside the migration. */
export function endsOthers(beside: string | null, applied: readonly AppliedRecord[]): boolean {
  const oldest = applied
    .map((it) => besideOf(it) ?? it.name)
    .toSorted()
    .at(-1);
  return oldest !== undefined && !(beside !== null && beside <= oldest);
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

/**
 * Runs `work`, a migration that no running program may stay beside, once those that run have seen
 * it coming and left. @throws where some stay
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
      const { rows } = await client.query(OTHERS, [SILENT_S]);
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

function staying(sessions: readonly { pid: number; address: string | null }[]): Error {
  const list = sessions.map(({ pid, address }) => `${pid} from ${address ?? "a socket"}`);
  return new Error(
    "The database was not migrated: programs of an older version still use it, which would do " +
      `wrong on the new schema. End them, then start again. Their sessions: ${list.join(", ")}.`,
  );
}

const WATCH_MS = 2000;

const LOOK: Statement = {
  name: "schema-look",
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

async function lookFor(known: readonly string[]): Promise<Error | null> {
  const [row] = await withDatabaseUse("sales", () =>
    database().query<{ isBreaking: boolean; applied: AppliedRecord[] }>(LOOK, [
      known,
      BREAKING_LOCK,
    ]),
  );
  const breaking = breakingFor(known, row?.applied ?? []);
  if (breaking.length > 0) return outdatedError(breaking);
  if (!row?.isBreaking) return null;
  return new Error(
    "A newer version of the app is migrating the database, which this version cannot work beside.",
  );
}

/** Calls `onOutdated` once, when the schema becomes one that this program may not work with. */
export function watchSchema(known: readonly string[], onOutdated: (error: Error) => void) {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    // Without a database nothing can be done wrong: the next look is soon enough.
    const error = await lookFor(known).catch(() => null);
    isLooking = false;
    if (!error) return;
    clearInterval(timer);
    onOutdated(error);
  }, WATCH_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
