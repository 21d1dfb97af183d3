// Says who holds the lock that a session waits for, so that no start hangs without a word.
import type pg from "pg";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";

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
export async function withLockWatch<T>(
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
      const event = "database.lock_wait";
      log.warn({ event, ...holder }, "waiting for a lock that another session holds");
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
