// The SQL of delivery: pending events are their own queue, and a claim is a lease on one of them.
import type { Sql, Statement } from "#core/db";
import type { DeliveryState } from "./delivery-rules";

/** An event that a worker has claimed for one attempt. */
export interface ClaimedEvent {
  accountId: string;
  id: string;
  orderId: string;
  type: string;
  callbackUrl: string;
  /** The URL's host and port: what is slow, or down, together. */
  host: string;
  createdAt: Date;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Attempts that failed since the event became due. */
  failedAttempts: number;
  /** When others may claim it again; it also tells this claim from any other. */
  leasedUntil: Date;
}

interface ClaimedRow {
  account_id: string;
  id: string;
  order_id: string;
  type: string;
  callback_url: string;
  callback_host: string;
  created_at: Date;
  attempts: number;
  failed_attempts: number;
}

// The hosts that events wait for are found by leaps through the index, one look-up each; of each
// host come those due longest, as many as it is allowed. An order's event waits for those before it:
// they are looked up by their key, one event at a time (OFFSET 0), whatever the planner knows; that
// an event is pending is said as "has a next attempt", which no index of pending events offers.
// Only what is taken in the end is locked, so that other workers find the rest.
const CLAIM: Statement = {
  name: "events-claim",
  text: `
    WITH RECURSIVE host AS (
      SELECT min(callback_host) AS name FROM events WHERE delivery_state = 'pending'
      UNION ALL
      SELECT (SELECT min(e.callback_host) FROM events e
              WHERE e.delivery_state = 'pending' AND e.callback_host > host.name)
      FROM host WHERE host.name IS NOT NULL
    ), oldest AS MATERIALIZED (
      SELECT e.account_id, e.id
      FROM host
      LEFT JOIN unnest($3::text[], $4::int[]) AS known (name, allowed) ON known.name = host.name
      LEFT JOIN callback_hosts pause
        ON pause.host = host.name AND pause.paused_until > $1::timestamptz
      CROSS JOIN LATERAL (
        SELECT e.account_id, e.id, e.next_attempt_at FROM events e
        WHERE e.delivery_state = 'pending' AND e.callback_host = host.name
          AND e.next_attempt_at <= $1::timestamptz
          AND (e.sequence = 1 OR NOT EXISTS (
            SELECT FROM events earlier
            WHERE earlier.account_id = e.account_id AND earlier.order_id = e.order_id
              AND earlier.sequence < e.sequence AND earlier.next_attempt_at IS NOT NULL
            OFFSET 0
          ))
        ORDER BY e.next_attempt_at
        LIMIT CASE WHEN pause.host IS NULL THEN coalesce(known.allowed, $5::int) ELSE 0 END
      ) e
      ORDER BY e.next_attempt_at LIMIT $6::int
    ), due AS MATERIALIZED (
      SELECT e.account_id, e.id FROM events e
      JOIN oldest ON oldest.account_id = e.account_id AND oldest.id = e.id
      WHERE e.delivery_state = 'pending' AND e.next_attempt_at <= $1::timestamptz
      FOR UPDATE OF e SKIP LOCKED
    )
    UPDATE events e SET attempts = e.attempts + 1, next_attempt_at = $2::timestamptz
    FROM due WHERE e.account_id = due.account_id AND e.id = due.id
    RETURNING e.account_id, e.id, e.order_id, e.type, e.callback_url, e.callback_host,
              e.created_at, e.attempts, e.failed_attempts`,
};

// An attempt is kept in any case; its outcome counts only while its lease is the event's own.
const RECORD: Statement = {
  name: "events-record",
  text: `
    WITH made AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::int[],
                           $6::int[], $7::text[], $8::text[], $9::text[], $10::timestamptz[],
                           $11::int[], $12::timestamptz[])
        AS made (account_id, event_id, attempt, attempted_at, duration_ms, response_status,
                 response_body, error, state, next_attempt_at, failed_attempts, leased_until)
    ), kept AS (
      INSERT INTO event_deliveries (account_id, event_id, attempt, attempted_at, duration_ms,
                                    response_status, response_body, error)
      SELECT account_id, event_id, attempt, attempted_at, duration_ms, response_status,
             response_body, error
      FROM made
      ON CONFLICT DO NOTHING
    )
    UPDATE events e SET delivery_state = made.state, next_attempt_at = made.next_attempt_at,
                        failed_attempts = made.failed_attempts
    FROM made
    WHERE e.account_id = made.account_id AND e.id = made.event_id
      AND e.delivery_state = 'pending' AND e.next_attempt_at = made.leased_until`,
};

/** How many events each host may be sent at this moment. */
export interface Allowance {
  /** In all. */
  limit: number;
  /** For a host that is not named. */
  perHost: number;
  byHost: ReadonlyMap<string, number>;
}

/** Leases due events, of each host those due longest, until `leasedUntil`. */
export async function claimDue(
  sql: Sql,
  wanted: Allowance & { now: Date; leasedUntil: Date },
): Promise<ClaimedEvent[]> {
  const { now, leasedUntil, byHost, perHost, limit } = wanted;
  const values = [now, leasedUntil, [...byHost.keys()], [...byHost.values()], perHost, limit];
  const rows = await sql.query<ClaimedRow>(CLAIM, values);
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    orderId: row.order_id,
    type: row.type,
    callbackUrl: row.callback_url,
    host: row.callback_host,
    createdAt: row.created_at,
    attempt: row.attempts,
    failedAttempts: row.failed_attempts,
    leasedUntil,
  }));
}

/** One attempt as it went. */
export interface Attempt {
  attemptedAt: Date;
  durationMs: number;
  /** Null where no answer came. */
  responseStatus: number | null;
  responseBody: string | null;
  /** Why no answer came, for the account to read. */
  error: string | null;
}

interface Decision {
  state: DeliveryState;
  nextAttemptAt: Date | null;
  failedAttempts: number;
}

/** An attempt, the event that it was made for, and what was decided after it. */
export interface Recorded {
  event: ClaimedEvent;
  attempt: Attempt;
  decision: Decision;
}

/** Keeps the attempts, and what was decided after each, in one statement. */
export async function keepAttempts(sql: Sql, list: readonly Recorded[]): Promise<void> {
  await sql.query(RECORD, [
    list.map(({ event }) => event.accountId),
    list.map(({ event }) => event.id),
    list.map(({ event }) => event.attempt),
    list.map(({ attempt }) => attempt.attemptedAt),
    list.map(({ attempt }) => attempt.durationMs),
    list.map(({ attempt }) => attempt.responseStatus),
    list.map(({ attempt }) => attempt.responseBody),
    list.map(({ attempt }) => attempt.error),
    list.map(({ decision }) => decision.state),
    list.map(({ decision }) => decision.nextAttemptAt),
    list.map(({ decision }) => decision.failedAttempts),
    list.map(({ event }) => event.leasedUntil),
  ]);
}
