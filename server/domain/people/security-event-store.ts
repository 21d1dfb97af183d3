// The SQL of security events.
import type { Sql, Statement } from "#core/db";

const ADD: Statement = {
  name: "people-add-security-event",
  text: `
    INSERT INTO security_events AS e
      (id, bucket, kind, person_id, email_hash, network, user_agent, data, count, request_id,
       created_at, last_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 1, $9, $10::timestamptz, $10::timestamptz)
    ON CONFLICT (bucket) DO UPDATE SET
      count = e.count + 1, request_id = excluded.request_id, user_agent = excluded.user_agent,
      last_at = greatest(e.last_at, excluded.last_at)`,
};

interface NewRow {
  id: string;
  bucket: Buffer;
  kind: string;
  personId: string | null;
  emailHash: Buffer | null;
  network: string;
  userAgent: string | null;
  data: Record<string, string>;
  requestId: string;
  now: Date;
}

/** Adds the event, or counts it with its like. */
export async function addSecurityEvent(sql: Sql, row: NewRow): Promise<void> {
  await sql.query(ADD, [
    row.id,
    row.bucket,
    row.kind,
    row.personId,
    row.emailHash,
    row.network,
    row.userAgent,
    JSON.stringify(row.data),
    row.requestId,
    row.now,
  ]);
}

const DELETE_OLD: Statement = {
  name: "people-delete-old-security-events",
  text: `
    DELETE FROM security_events WHERE id < greatest(
      $1, coalesce((SELECT id FROM security_events ORDER BY id DESC OFFSET $2::int LIMIT 1), ''))`,
};

/** Deletes what is older than `before`, and all but about the newest `kept`. */
export async function deleteOldSecurityEvents(
  sql: Sql,
  { before, kept }: { before: string; kept: number },
): Promise<void> {
  await sql.query(DELETE_OLD, [before, kept - 1]);
}

const DELETE_ATTEMPTS: Statement = {
  name: "people-delete-old-attempts",
  text: "DELETE FROM login_failures WHERE since < $1",
};

export async function deleteOldAttempts(sql: Sql, before: Date): Promise<void> {
  await sql.query(DELETE_ATTEMPTS, [before]);
}
