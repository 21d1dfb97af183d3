// The SQL of how callbacks fare: those that are due, those that fail, and whose they are.
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Sql, Statement } from "#core/db";
import { firstIdAt } from "#core/id";

// What is due for a host that fails again and again is held: it says nothing about the worker. A
// worker tries such a host at least once a minute, so a pause that ended longer ago is over.
// The oldest is exact: the first of each host, which are found by leaps through the index. What was
// given up is found by a look-up in each account, by the time that is in the ids.
const COUNT: Statement = {
  name: "events-delivery-backlog",
  text: `
    WITH RECURSIVE host AS (
      SELECT min(callback_host) AS name FROM events WHERE delivery_state = 'pending'
      UNION ALL
      SELECT (SELECT min(e.callback_host) FROM events e
              WHERE e.delivery_state = 'pending' AND e.callback_host > host.name)
      FROM host WHERE host.name IS NOT NULL
    ), failing AS MATERIALIZED (
      SELECT host FROM callback_hosts
      WHERE paused_until > $1::timestamptz - interval '1 minute'
    )
    SELECT (SELECT count(*)::int FROM (
              SELECT FROM events WHERE delivery_state = 'pending'
                AND next_attempt_at <= $1::timestamptz
                AND callback_host NOT IN (SELECT host FROM failing) LIMIT $2
            ) due) AS due,
           (SELECT count(*)::int FROM (
              SELECT FROM failing JOIN events e ON e.callback_host = failing.host
              WHERE e.delivery_state = 'pending' AND e.next_attempt_at <= $1::timestamptz LIMIT $2
            ) held) AS held,
           (SELECT min(first.next_attempt_at) FROM host CROSS JOIN LATERAL (
              SELECT e.next_attempt_at FROM events e
              WHERE e.delivery_state = 'pending' AND e.callback_host = host.name
                AND e.next_attempt_at <= $1::timestamptz
              ORDER BY e.next_attempt_at LIMIT 1
            ) first WHERE host.name NOT IN (SELECT host FROM failing)) AS "oldestDueAt",
           (SELECT count(*)::int FROM (
              SELECT FROM events WHERE delivery_state = 'pending'
                AND next_attempt_at > $1::timestamptz LIMIT $2
            ) later) AS later,
           (SELECT count(*)::int FROM (
              SELECT FROM events WHERE delivery_state = 'pending' AND failed_attempts > 0 LIMIT $2
            ) retrying) AS retrying,
           (SELECT count(*)::int FROM accounts a CROSS JOIN LATERAL (
              SELECT FROM events e WHERE e.account_id = a.id AND e.delivery_state = 'failed'
                AND e.id >= $3 LIMIT $2
            ) lost) AS lost`,
};

/** As of now. */
export async function countDeliveries(sql: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("event", new Date(now.getTime() - LOST_MS));
  const [row] = await sql.query<Backlog>(COUNT, [now, COUNTED, since]);
  if (!row) throw new Error("a backlog was not counted");
  return row;
}

export interface FailingAccount {
  accountId: string;
  /** The live account's id, where this is its test twin. */
  liveAccountId: string | null;
  name: string;
  mode: string;
  /** Callbacks that failed and are tried again. */
  retrying: number;
  /** Callbacks of the last days that were given up. */
  failed: number;
  /** Where the latest of them was to go: host and port. */
  host: string | null;
}

const FIND_FAILING: Statement = {
  name: "events-find-failing-accounts",
  text: `
    SELECT a.id AS "accountId", a.live_account_id AS "liveAccountId", a.name, a.mode,
           retrying.events AS retrying, failed.events AS failed,
           coalesce(retrying.host, failed.host) AS host
    FROM accounts a
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS events, (array_agg(e.callback_host ORDER BY e.id DESC))[1] AS host
      FROM (SELECT id, callback_host, failed_attempts FROM events
            WHERE account_id = a.id AND delivery_state = 'pending' LIMIT $1) e
      WHERE e.failed_attempts > 0
    ) retrying
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS events, (array_agg(e.callback_host ORDER BY e.id DESC))[1] AS host
      FROM (SELECT id, callback_host FROM events
            WHERE account_id = a.id AND delivery_state = 'failed' AND id >= $2 LIMIT $1) e
    ) failed
    WHERE retrying.events + failed.events > 0
    ORDER BY retrying.events + failed.events DESC, a.id LIMIT 50`,
};

/** The accounts, live and test, with the most callbacks that fail. */
export function findFailingAccounts(sql: Sql, since: Date): Promise<FailingAccount[]> {
  return sql.query<FailingAccount>(FIND_FAILING, [COUNTED, firstIdAt("event", since)]);
}
