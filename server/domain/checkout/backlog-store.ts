// The SQL of what payments, mails and sessions wait for the worker.
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Sql, Statement } from "#core/db";
import { firstIdAt } from "#core/id";

const COUNT_PAYMENTS: Statement = {
  name: "checkout-payment-backlog",
  text: `
    WITH asked AS MATERIALIZED (
      SELECT ask_at, asked FROM payments WHERE ask_at IS NOT NULL ORDER BY ask_at LIMIT $2
    )
    SELECT count(*) FILTER (WHERE ask_at <= $1::timestamptz)::int AS due,
           min(ask_at) FILTER (WHERE ask_at <= $1::timestamptz) AS "oldestDueAt",
           count(*) FILTER (WHERE ask_at > $1::timestamptz)::int AS later,
           0 AS retrying, 0 AS lost
    FROM asked`,
};

// What was given up by a look-up in each account, by the time that is in the ids.
const COUNT_MAILS: Statement = {
  name: "checkout-mail-backlog",
  text: `
    WITH waiting AS MATERIALIZED (
      SELECT due_at, last_error FROM mails WHERE state = 'due' ORDER BY due_at LIMIT $2
    )
    SELECT count(*) FILTER (WHERE due_at <= $1::timestamptz)::int AS due,
           min(due_at) FILTER (WHERE due_at <= $1::timestamptz) AS "oldestDueAt",
           count(*) FILTER (WHERE due_at > $1::timestamptz)::int AS later,
           count(last_error)::int AS retrying,
           (SELECT count(*)::int FROM accounts a CROSS JOIN LATERAL (
              SELECT FROM mails m WHERE m.account_id = a.id AND m.id >= $3
                AND m.state = 'dropped' AND m.attempts > 1 LIMIT $2
            ) lost) AS lost
    FROM waiting`,
};

const COUNT_EXPIRY: Statement = {
  name: "checkout-expiry-backlog",
  text: `
    WITH over AS MATERIALIZED (
      SELECT expires_at FROM checkout_sessions
      WHERE state = 'open' AND NOT paying AND expires_at <= $1::timestamptz
      ORDER BY expires_at LIMIT $2
    )
    SELECT count(*)::int AS due, min(expires_at) AS "oldestDueAt", 0 AS later, 0 AS retrying,
           0 AS lost
    FROM over`,
};

async function count(sql: Sql, statement: Statement, values: unknown[]): Promise<Backlog> {
  const [row] = await sql.query<Backlog>(statement, values);
  if (!row) throw new Error("a backlog was not counted");
  return row;
}

export function countPayments(sql: Sql, now: Date): Promise<Backlog> {
  return count(sql, COUNT_PAYMENTS, [now, COUNTED]);
}

export function countMails(sql: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("mail", new Date(now.getTime() - LOST_MS));
  return count(sql, COUNT_MAILS, [now, COUNTED, since]);
}

export function countExpiry(sql: Sql, now: Date): Promise<Backlog> {
  return count(sql, COUNT_EXPIRY, [now, COUNTED]);
}
