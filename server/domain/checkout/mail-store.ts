// The SQL of mails: those that are due are their own queue, and a claim is a lease on one of them.
import type { Sql, Statement } from "#core/db";
import { newId } from "#core/id";
import type { MailDecision, MailKind } from "./mail-rules";

export type { MailKind };

// Each kind at most once for a session: who asks again changes nothing.
const QUEUE: Statement = {
  name: "mails-queue",
  text: `
    INSERT INTO mails (account_id, id, checkout_session_id, kind, due_at, created_at)
    SELECT $1, mail.id, $2, mail.kind, $5::timestamptz, $5::timestamptz
    FROM unnest($3::text[], $4::text[]) AS mail (id, kind)
    ON CONFLICT (account_id, checkout_session_id, kind) DO NOTHING`,
};

// MATERIALIZED keeps the limit whatever the plan.
const CLAIM: Statement = {
  name: "mails-claim",
  text: `
    WITH due AS MATERIALIZED (
      SELECT account_id, id FROM mails
      WHERE state = 'due' AND due_at <= $1::timestamptz
      ORDER BY due_at LIMIT $3::int
      FOR UPDATE SKIP LOCKED
    )
    UPDATE mails SET attempts = mails.attempts + 1, due_at = $2::timestamptz
    FROM due WHERE mails.account_id = due.account_id AND mails.id = due.id
    RETURNING mails.account_id, mails.id, mails.kind, mails.attempts, mails.created_at`,
};

const TELL: Statement = {
  name: "mails-tell",
  text: `
    SELECT mail.account_id, mail.id, session.id AS session_id, session.mode, session.amount_kg,
           session.price_per_kg_usd_cents, session.price_usd_cents, session.cancel_url,
           session.customer_email, session.language,
           coalesce(subaccounts.name, accounts.name) AS shop_name,
           portfolios.name AS portfolio_name,
           orders.id AS order_id, orders.state AS order_state,
           coalesce(orders.beneficiary_name, session.beneficiary_name) AS beneficiary_name,
           orders.settled_at, payments.paid_at, payments.updated_at
    FROM unnest($1::text[], $2::text[]) AS wanted (account_id, id)
    JOIN mails mail ON mail.account_id = wanted.account_id AND mail.id = wanted.id
    JOIN checkout_sessions session
      ON session.account_id = mail.account_id AND session.id = mail.checkout_session_id
    JOIN accounts ON accounts.id = session.account_id
    JOIN portfolios ON portfolios.mode = session.mode AND portfolios.id = session.portfolio_id
    LEFT JOIN subaccounts
      ON subaccounts.account_id = session.account_id AND subaccounts.id = session.subaccount_id
    LEFT JOIN orders
      ON orders.account_id = session.account_id AND orders.id = session.order_id
    LEFT JOIN payments
      ON payments.account_id = session.account_id AND payments.checkout_session_id = session.id`,
};

// A mail that went out is sent, whoever claimed it meanwhile. Any other outcome counts only while
// its lease is the mail's own.
const RECORD: Statement = {
  name: "mails-record",
  text: `
    UPDATE mails SET state = $3, attempts = $5, last_error = $6,
      due_at = coalesce($4::timestamptz, due_at),
      settled_at = CASE WHEN $4::timestamptz IS NULL THEN $8::timestamptz END
    WHERE account_id = $1 AND id = $2 AND state = 'due'
      AND ($3 = 'sent' OR due_at = $7::timestamptz)
    RETURNING id`,
};

/** Has the customer told of these; in the transaction of what they tell of. */
export async function queueMails(
  sql: Sql,
  input: { accountId: string; checkoutSessionId: string; kinds: readonly MailKind[]; now: Date },
): Promise<void> {
  const { accountId, checkoutSessionId, kinds, now } = input;
  if (kinds.length === 0) return;
  const ids = kinds.map(() => newId("mail"));
  await sql.query(QUEUE, [accountId, checkoutSessionId, ids, [...kinds], now]);
}

export interface ClaimedRow {
  account_id: string;
  id: string;
  kind: MailKind;
  attempts: number;
  created_at: Date;
}

/** Leases up to `limit` due mails, those due longest first, until `leasedUntil`. */
export function claimDueMails(
  sql: Sql,
  wanted: { now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedRow[]> {
  return sql.query<ClaimedRow>(CLAIM, [wanted.now, wanted.leasedUntil, wanted.limit]);
}

export interface ToldRow {
  account_id: string;
  id: string;
  session_id: string;
  mode: string;
  amount_kg: number;
  price_per_kg_usd_cents: number;
  price_usd_cents: number;
  cancel_url: string;
  customer_email: string | null;
  language: string;
  shop_name: string;
  portfolio_name: string;
  order_id: string | null;
  order_state: "placed" | "fulfilled" | "cancelled" | null;
  beneficiary_name: string | null;
  settled_at: Date | null;
  paid_at: Date | null;
  updated_at: Date | null;
}

/** What these mails tell of, in no order. */
export function findTold(sql: Sql, mails: readonly ClaimedRow[]): Promise<ToldRow[]> {
  const accountIds = mails.map((mail) => mail.account_id);
  return sql.query<ToldRow>(TELL, [accountIds, mails.map((mail) => mail.id)]);
}

interface Recorded {
  accountId: string;
  id: string;
  leasedUntil: Date;
  decision: MailDecision;
  now: Date;
}

/** Keeps what was decided. Returns whether it counted. */
export async function keepMail(sql: Sql, recorded: Recorded): Promise<boolean> {
  const { accountId, id, leasedUntil, now } = recorded;
  const { state, dueInMs, attempts, lastError } = recorded.decision;
  const dueAt = dueInMs === null ? null : new Date(now.getTime() + dueInMs);
  const values = [accountId, id, state, dueAt, attempts, lastError, leasedUntil, now];
  return (await sql.query(RECORD, values)).length === 1;
}
