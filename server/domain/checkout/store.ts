// The only ways in which a checkout session ends: each is one statement, and only one can win.
import type { Sql, Statement } from "#core/db";

/** A payment that was tried and declined is to be ended at its provider, too: it is due now. */
function endPayments(now: string): string {
  return `ended AS (
      UPDATE payments p SET ask_at = ${now}::timestamptz, asked = 0
      FROM expired WHERE p.account_id = expired.account_id AND p.checkout_session_id = expired.id
    )`;
}

// What ends a session asks in its own statement whether it is open: of several at once, the row's
// lock lets one through, and the others then see its state.
const EXPIRE_OPEN: Statement = {
  name: "checkout-expire-open",
  text: `
    WITH expired AS (
      UPDATE checkout_sessions SET state = 'expired'
      WHERE account_id = $1 AND id = $2 AND state = 'open' AND NOT paying
        AND expires_at > $3::timestamptz
      RETURNING account_id, id
    ), ${endPayments("$3")}
    SELECT id FROM expired`,
};

// A session that somebody is just ending is left to them. The state is no parameter, so that every
// plan may use the index of open sessions.
const EXPIRE_DUE: Statement = {
  name: "checkout-expire-due",
  text: `
    WITH due AS (
      SELECT account_id, id FROM checkout_sessions
      WHERE state = 'open' AND NOT paying AND expires_at <= $1::timestamptz
      ORDER BY expires_at
      LIMIT $2::int
      FOR UPDATE SKIP LOCKED
    ), expired AS (
      UPDATE checkout_sessions session SET state = 'expired'
      FROM due WHERE session.account_id = due.account_id AND session.id = due.id
      RETURNING session.account_id, session.id
    ), ${endPayments("$1")}
    SELECT id FROM expired`,
};

interface Wanted {
  accountId: string;
  id: string;
  now: Date;
}

/** Expires the account's session if it is open at `now`. Returns whether it did. */
export async function expireOpen(sql: Sql, { accountId, id, now }: Wanted): Promise<boolean> {
  return (await sql.query(EXPIRE_OPEN, [accountId, id, now])).length === 1;
}

/** Expires up to `limit` sessions, of any account, whose time is over. Returns how many. */
export async function expireDue(sql: Sql, now: Date, limit: number): Promise<number> {
  return (await sql.query(EXPIRE_DUE, [now, limit])).length;
}
