// Reads that may be some seconds old: from a replica while it is recent enough.
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type Db, openDatabase } from "./db";
import { isUnreachable } from "./db-errors";
import { env } from "./env";
import { Problem } from "./errors";
import { log } from "./log";
import { type LogPosition, PositionReader } from "./log-position";
import { counter } from "./metrics";
import { oncePerProcess } from "./once-per-process";

const PROBE_MS = 1000;
/** A replica that takes longer has failed, and the primary is asked. */
const LONGEST_READ_MS = 3000;

type Place = Pick<LogPosition, "timeline" | "position">;

/** Place of the primary in its log at a time before it was asked. */
interface Mark extends Place {
  at: number;
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

  /**
   * Call with what the replica has. On another timeline it proves nothing: if a standby that was
   * behind is promoted, the replica may have a later position without what was written since.
   */
  reached({ timeline, position }: Place): void {
    const passed = this.#marks.filter(
      (mark) => mark.timeline === timeline && mark.position <= position,
    );
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
  positions: { primary: PositionReader; replica: PositionReader };
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

async function probe({ positions, age }: Replica): Promise<void> {
  const at = performance.now();
  const primary = await positions.primary.read();
  age.mark({ at, ...primary });
  const replica = await positions.replica.read();
  if (!replica.isReplica) throw new Error("DATABASE_READ_URL is not a replica's");
  if (replica.database !== primary.database) {
    throw new Error("DATABASE_READ_URL and DATABASE_URL name different databases");
  }
  age.reached(replica);
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
    positions: {
      // Not through a pooler, which may be as full as a pool.
      primary: new PositionReader(
        () => env.DATABASE_DIRECT_URL ?? process.env["DATABASE_URL"] ?? "",
      ),
      replica: new PositionReader(() => url),
    },
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
  if (!replica) return;
  replica.stop.abort();
  for (const reader of Object.values(replica.positions)) reader.close();
  await replica.database.close();
}

function isNothing(result: unknown): boolean {
  return result === null || (Array.isArray(result) && result.length === 0);
}

const reads = counter(
  "carbon_till_replica_reads_total",
  "Reads of what may be some seconds old, with a replica configured",
  ["outcome"],
);

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
  if (!replica) return read(ctx);
  if (!isRecent(replica)) {
    reads.inc({ outcome: "too_old" });
    return read(ctx);
  }
  try {
    const result = await withinTime(read({ ...ctx, db: replica.database }));
    const outcome = lacks(result) ? "lacking" : "replica";
    reads.inc({ outcome });
    if (outcome === "replica") return result;
  } catch (error) {
    reads.inc({ outcome: error instanceof Problem ? "lacking" : "failed" });
    // Others would wait for it too.
    if (error instanceof ReadTimeout || isUnreachable(error)) replica.age.forget();
  }
  return read(ctx);
}
