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
  created_at: Date;
  attempts: number;
  failed_attempts: number;
}

// An order's event waits for those before it. MATERIALIZED keeps the limit whatever the plan.
const CLAIM: Statement = {
  name: "events-claim",
  text: `
    WITH due AS MATERIALIZED (
      SELECT e.account_id, e.id FROM events e
      WHERE e.delivery_state = 'pending' AND e.next_attempt_at <= $1::timestamptz
        AND NOT EXISTS (
          SELECT FROM events earlier
          WHERE earlier.account_id = e.account_id AND earlier.order_id = e.order_id
            AND earlier.sequence < e.sequence AND earlier.delivery_state = 'pending'
        )
      ORDER BY e.next_attempt_at LIMIT $3
      FOR UPDATE SKIP LOCKED
    )
    UPDATE events e SET attempts = e.attempts + 1, next_attempt_at = $2::timestamptz
    FROM due WHERE e.account_id = due.account_id AND e.id = due.id
    RETURNING e.account_id, e.id, e.order_id, e.type, e.callback_url, e.created_at, e.attempts,
              e.failed_attempts`,
};

// The attempt is kept in any case; its outcome counts only while its lease is the event's own.
const RECORD: Statement = {
  name: "events-record",
  text: `
    WITH attempt AS (
      INSERT INTO event_deliveries (account_id, event_id, attempt, attempted_at, duration_ms,
                                    response_status, response_body, error)
      VALUES ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8)
    )
    UPDATE events SET delivery_state = $9, next_attempt_at = $10::timestamptz, failed_attempts = $11
    WHERE account_id = $1 AND id = $2 AND delivery_state = 'pending'
      AND next_attempt_at = $12::timestamptz`,
};

/** Leases up to `limit` due events, those due longest first, until `leasedUntil`. */
export async function claimDue(
  sql: Sql,
  wanted: { now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedEvent[]> {
  const { now, leasedUntil, limit } = wanted;
  const rows = await sql.query<ClaimedRow>(CLAIM, [now, leasedUntil, limit]);
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    orderId: row.order_id,
    type: row.type,
    callbackUrl: row.callback_url,
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

/** Keeps the attempt, and what was decided after it, in one statement. */
export async function keepAttempt(
  sql: Sql,
  event: ClaimedEvent,
  attempt: Attempt,
  decision: Decision,
): Promise<void> {
  await sql.query(RECORD, [
    event.accountId,
    event.id,
    event.attempt,
    attempt.attemptedAt,
    attempt.durationMs,
    attempt.responseStatus,
    attempt.responseBody,
    attempt.error,
    decision.state,
    decision.nextAttemptAt,
    decision.failedAttempts,
    event.leasedUntil,
  ]);
}
