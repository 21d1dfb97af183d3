// The SQL that makes many events due again at once.
import type { Sql, Statement } from "#core/db";

// Ids sort by the time of their making, which is within an hour of when the event happened: so the
// range is a stretch of the key. What another transaction holds is being sent or redelivered.
const REDELIVER: Statement = {
  name: "events-redeliver",
  text: `
    WITH matching AS MATERIALIZED (
      SELECT e.account_id, e.id FROM events e
      WHERE e.account_id = $1 AND e.id >= $2 AND e.id < $3
        AND e.created_at >= $4::timestamptz AND e.created_at < $5::timestamptz
        AND e.delivery_state = $6 AND e.callback_url IS NOT NULL
        AND (e.delivery_state <> 'pending' OR e.next_attempt_at > $7::timestamptz)
        AND ($8::text IS NULL OR e.type = $8) AND ($9::text IS NULL OR e.order_id = $9)
      ORDER BY e.id LIMIT $10::int + 1
      FOR UPDATE SKIP LOCKED
    ), redelivered AS (
      UPDATE events e
      SET delivery_state = 'pending', next_attempt_at = $7::timestamptz, failed_attempts = 0
      FROM (SELECT account_id, id FROM matching ORDER BY id LIMIT $10::int) chosen
      WHERE e.account_id = chosen.account_id AND e.id = chosen.id
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM redelivered) AS redelivered,
           (SELECT count(*) FROM matching) > $10::int AS "hasMore"`,
};

/** Which events of an account; null where it does not matter. */
interface Redelivery {
  accountId: string;
  from: Date;
  to: Date;
  /** Between which ids events of the range are, the first within and the last beyond. */
  ids: { first: string; beyond: string };
  state: string;
  type: string | null;
  orderId: string | null;
  now: Date;
  limit: number;
}

export interface Redelivered {
  redelivered: number;
  /** Whether there are more, beyond the limit. */
  hasMore: boolean;
}

/** Makes the events due now, the oldest first, each with its whole schedule of retries before it. */
export async function redeliverRange(sql: Sql, wanted: Redelivery): Promise<Redelivered> {
  const { accountId, ids, from, to, state, now, type, orderId, limit } = wanted;
  const values = [accountId, ids.first, ids.beyond, from, to, state, now, type, orderId, limit];
  const [row] = await sql.query<Redelivered>(REDELIVER, values);
  if (!row) throw new Error("a redelivery tells what it did");
  return row;
}
