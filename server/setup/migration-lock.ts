// One program migrates at a time, and logs whom it waits for.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";

/** The advisory lock of `prisma migrate`, so that the two exclude each other. */
const PRISMA_LOCK = 72_707_369;
const POLL_MS = 100;
const LONG_WAIT_S = 2;
const CHECK_EVERY_MS = 1000;

const HOLDER_COLUMNS = `
  holder.pid AS session, holder.application_name AS application, host(holder.client_addr) AS address,
  holder.state, left(holder.query, 120) AS query,
  extract(epoch FROM clock_timestamp() - holder.query_start)::int AS "queryAgeS"`;

const MIGRATORS = `
  SELECT ${HOLDER_COLUMNS}
  FROM pg_locks l JOIN pg_stat_activity holder USING (pid)
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1::bigint::oid
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const BLOCKERS = `
  SELECT extract(epoch FROM clock_timestamp() - w.waitstart)::int AS "waitedS", ${HOLDER_COLUMNS}
  FROM pg_locks w
  CROSS JOIN unnest(pg_blocking_pids(w.pid)) AS blocking(pid)
  JOIN pg_stat_activity holder ON holder.pid = blocking.pid
  WHERE w.pid = $1 AND NOT w.granted
    AND w.waitstart < clock_timestamp() - make_interval(secs => $2)`;

interface Holder {
  session: number;
  address: string | null;
}

function logHolder(log: Log, holder: Holder): void {
  log.warn(
    { event: "database.lock_wait", ...holder },
    "waiting for a lock that another session holds",
  );
}

function busyError(holders: readonly Holder[]): Error {
  const sessions = holders.map(
    ({ session, address }) => `${session} from ${address ?? "a socket"}`,
  );
  return new Error(
    `Another program is migrating this database (session ${sessions.join(", ")}). ` +
      "Repeat when it has ended, or wait for it with --wait.",
  );
}

/**
 * Takes the lock of migrations. It polls, because a session that waits within a statement would
 * in turn be waited for by CREATE INDEX CONCURRENTLY. @throws if it is not free in time
 */
export async function lockMigrations(
  client: pg.Client,
  log: Log,
  waitMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const start = Date.now();
  let isReported = false;
  for (;;) {
    const { rows } = await client.query<{ ok: boolean }>("SELECT pg_try_advisory_lock($1) AS ok", [
      PRISMA_LOCK,
    ]);
    if (rows[0]?.ok) return;
    const waited = Date.now() - start;
    const isLong = waited > LONG_WAIT_S * 1000 && !isReported;
    if (isLong || waited >= waitMs) {
      const { rows: holders } = await client.query<Holder>(MIGRATORS, [PRISMA_LOCK]);
      if (waited >= waitMs) throw busyError(holders);
      isReported = holders.length > 0;
      for (const holder of holders) logHolder(log, holder);
    }
    await sleep(POLL_MS);
  }
}

/** Logs the holder of each lock that the client's session waits long for. */
export async function withLockWatch<T>(
  { client, url, log }: { client: pg.Client; url: string; log: Log },
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const reported = new Set<number>();
  const checkLocks = async () => {
    const values = [rows[0]?.pid, LONG_WAIT_S];
    const { rows: holders } = await withClient(url, (other) =>
      other.query<Holder>(BLOCKERS, values),
    );
    for (const holder of holders.filter(({ session }) => !reported.has(session))) {
      reported.add(holder.session);
      logHolder(log, holder);
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
