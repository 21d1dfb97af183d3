// Reads that may be some seconds old: from a replica while it is recent enough.
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type Db, database, openDatabase } from "./db";
import { isUnreachable } from "./db-errors";
import { env } from "./env";
import { log } from "./log";
import { oncePerProcess } from "./once-per-process";

const PROBE_MS = 1000;
/** A replica that takes longer has failed, and the primary is asked. */
const LONGEST_READ_MS = 3000;

/** The position of a server's log, and what names the database on all its servers. */
interface Position {
  database: string;
  isReplica: boolean;
  lsn: string;
}

const POSITION = {
  name: "log-position",
  text: `
    SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' ||
             (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' ||
             current_schema() AS database,
           pg_is_in_recovery() AS "isReplica",
           CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                ELSE pg_current_wal_flush_lsn() END::text AS lsn`,
};

/** A position such as "16/B374D848" as a number. */
function positionOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** Position of the primary at a time before it was asked. */
interface Mark {
  at: number;
  position: bigint;
}

/**
 * Knows how old a replica is: it has everything that the primary had written at a past moment.
 * Nothing else proves it. A replica that lost its primary takes itself for current.
 */
export class ReplicaAge {
  #marks: Mark[] = [];
  #recentAt = Number.NEGATIVE_INFINITY;

  /** Call with what the primary had written at `at`, before the replica is asked. */
  mark(mark: Mark): void {
    this.#marks.push(mark);
    // Older ones would prove nothing that is of use.
    const oldest = mark.at - env.CT_READ_MAX_AGE * 1000 - PROBE_MS;
    this.#marks = this.#marks.filter(({ at }) => at >= oldest);
  }

  /** Call with what the replica has. */
  reached(position: bigint): void {
    const passed = this.#marks.filter((mark) => mark.position <= position);
    this.#recentAt = Math.max(this.#recentAt, ...passed.map(({ at }) => at));
  }

  /** Call when the replica fails: it is not used until it has responded again. */
  forget(): void {
    this.#recentAt = Number.NEGATIVE_INFINITY;
    this.#marks = [];
  }

  /** Upper bound of its age in milliseconds; infinite if it is unknown. */
  ageMs(now = performance.now()): number {
    return now - this.#recentAt;
  }
}

interface Replica {
  database: Database;
  age: ReplicaAge;
  stop: AbortController;
  isReported: boolean;
}

const state = oncePerProcess("replica", () => ({ current: null as Replica | null }));

class ReadTimeout extends Error {
  override message = `no response within ${LONGEST_READ_MS / 1000} s`;
}

/** @throws ReadTimeout, after which the result of `reading` is ignored */
async function withinTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ReadTimeout()), LONGEST_READ_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function positionIn(db: Db): Promise<Position> {
  const [row] = await withinTime(db.query<Position>(POSITION, []));
  if (!row) throw new Error("no position");
  return row;
}

async function probe({ database: replica, age }: Replica): Promise<void> {
  const at = performance.now();
  const primary = await positionIn(database());
  age.mark({ at, position: positionOf(primary.lsn) });
  const { isReplica, database: name, lsn } = await positionIn(replica);
  if (!isReplica) throw new Error("DATABASE_READ_URL is not a replica's");
  if (name !== primary.database) {
    throw new Error("DATABASE_READ_URL and DATABASE_URL name different databases");
  }
  age.reached(positionOf(lsn));
}

function report(replica: Replica, reason: string | null): void {
  const isUnused = reason !== null;
  if (replica.isReported === isUnused) return;
  replica.isReported = isUnused;
  if (isUnused) {
    log.warn({ event: "replica.unused", reason }, "replica is not used; reading the primary");
  } else log.info({ event: "replica.used" }, "reading the replica");
}

async function watch(replica: Replica): Promise<void> {
  const { signal } = replica.stop;
  while (!signal.aborted) {
    try {
      await probe(replica);
      report(replica, isRecent(replica) ? null : "it is too far behind");
    } catch (error) {
      if (signal.aborted) return;
      replica.age.forget();
      report(replica, error instanceof Error ? error.message : String(error));
    }
    await sleep(PROBE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

function isRecent({ age }: Replica): boolean {
  return age.ageMs() <= env.CT_READ_MAX_AGE * 1000;
}

/** Returns the replica of DATABASE_READ_URL, opened at first use, or null without one. */
function replicaOfProcess(): Replica | null {
  const url = process.env["DATABASE_READ_URL"];
  if (!url || state.current) return state.current;
  const opened: Replica = {
    // It may be a pooler's, so the limits are sent along.
    database: openDatabase(url, { max: env.CT_DATABASE_POOL, isPooled: true, isReadOnly: true }),
    age: new ReplicaAge(),
    stop: new AbortController(),
    isReported: false,
  };
  state.current = opened;
  watch(opened).catch((error: unknown) =>
    log.error({ event: "replica.unwatched", err: error }, "replica is no longer watched"),
  );
  return opened;
}

/** Age of the replica in seconds, or null without one. */
export function replicaAgeSeconds(): number | null {
  const replica = replicaOfProcess();
  return replica && replica.age.ageMs() / 1000;
}

/** Closes the connections to the replica. The next read opens new ones. */
export async function closeReplica(): Promise<void> {
  const replica = state.current;
  state.current = null;
  replica?.stop.abort();
  await replica?.database.close();
}

function isNothing(result: unknown): boolean {
  return result === null || (Array.isArray(result) && result.length === 0);
}

/**
 * Reads from the replica if it is at most CT_READ_MAX_AGE old, and otherwise from the primary. The
 * primary has the last word on what the replica lacks or fails at, so no request fails because of
 * the replica. `read` must not change anything, also not in file storage.
 */
export async function readRecent<Ctx extends { db: Db }, T>(
  ctx: Ctx,
  read: (ctx: Ctx) => Promise<T>,
  lacks: (result: T) => boolean = isNothing,
): Promise<T> {
  const replica = replicaOfProcess();
  if (!replica || !isRecent(replica)) return read(ctx);
  try {
    const result = await withinTime(read({ ...ctx, db: replica.database }));
    if (!lacks(result)) return result;
  } catch (error) {
    // Others would wait for it too.
    if (error instanceof ReadTimeout || isUnreachable(error)) replica.age.forget();
  }
  return read(ctx);
}
