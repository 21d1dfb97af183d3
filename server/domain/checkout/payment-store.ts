// The rows of a payment under their locks: first the session's, then the payment's, then the order's.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Demand } from "#domain/orders";
import type { ProviderName } from "#gateways/payments";
import type { PaymentState } from "./payment-rules";

const PAYMENT = `account_id, mode, id, checkout_session_id, provider, intent_number,
  provider_payment_id, state, failure, amount_usd_cents, refunded_usd_cents, attempts,
  recent_attempts, recent_since, asked, version, updated_at`;

interface PaymentRow {
  account_id: string;
  mode: Mode;
  id: string;
  checkout_session_id: string;
  provider: ProviderName;
  intent_number: number;
  provider_payment_id: string | null;
  state: PaymentState;
  failure: string | null;
  amount_usd_cents: number;
  refunded_usd_cents: number;
  attempts: number;
  recent_attempts: number;
  recent_since: Date;
  asked: number;
  version: number;
  updated_at: Date;
}

/** A payment as it stood when it was read; `version` tells whether it still does. */
export interface Payment {
  accountId: string;
  mode: Mode;
  id: string;
  sessionId: string;
  provider: ProviderName;
  /** Counts the payments that were begun at the provider. */
  intentNumber: number;
  providerPaymentId: string | null;
  state: PaymentState;
  failure: string | null;
  amountCents: number;
  refundedCents: number;
  attempts: number;
  recentAttempts: number;
  recentSince: Date;
  /** How often the provider was asked since the last change. */
  asked: number;
  version: number;
  updatedAt: Date;
}

function toPayment(row: PaymentRow): Payment {
  return {
    accountId: row.account_id,
    mode: row.mode,
    id: row.id,
    sessionId: row.checkout_session_id,
    provider: row.provider,
    intentNumber: row.intent_number,
    providerPaymentId: row.provider_payment_id,
    state: row.state,
    failure: row.failure,
    amountCents: row.amount_usd_cents,
    refundedCents: row.refunded_usd_cents,
    attempts: row.attempts,
    recentAttempts: row.recent_attempts,
    recentSince: row.recent_since,
    asked: row.asked,
    version: row.version,
    updatedAt: row.updated_at,
  };
}

const LOCK_SESSION: Statement = {
  name: "checkout-lock-session",
  text: "SELECT account_id FROM checkout_sessions WHERE id = $1 FOR UPDATE",
};

// Until it commits, no other payment of the mode starts: both could count on the same stock.
const LOCK_STOCK: Statement = {
  name: "checkout-lock-stock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('checkout-stock-' || $1, 0))::text",
};

const FIND_PAYING: Statement = {
  name: "checkout-find-paying",
  text: `
    SELECT coalesce(split_portfolio_id, portfolio_id) AS "portfolioId", amount_kg AS "amountKg"
    FROM checkout_sessions WHERE mode = $1 AND paying AND state = 'open'
    ORDER BY id`,
};

const FIND: Statement = {
  name: "checkout-find-payment",
  text: `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 AND checkout_session_id = $2`,
};

// Which payment of the provider's it is may be written by others, without the session's lock.
const SAVE: Statement = {
  name: "checkout-save-payment",
  text: `
    INSERT INTO payments (account_id, mode, id, checkout_session_id, provider, intent_number,
      provider_payment_id, state, failure, amount_usd_cents, refunded_usd_cents, attempts,
      recent_attempts, recent_since, asked, version, ask_at, paid_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::timestamptz, $15, $16,
      $17::timestamptz, CASE WHEN $18 THEN $19::timestamptz END, $19::timestamptz, $20::timestamptz)
    ON CONFLICT (account_id, id) DO UPDATE SET provider = excluded.provider,
      intent_number = excluded.intent_number,
      provider_payment_id = CASE WHEN payments.intent_number = excluded.intent_number
        THEN coalesce(payments.provider_payment_id, excluded.provider_payment_id) END,
      state = excluded.state, failure = excluded.failure, refunded_usd_cents = excluded.refunded_usd_cents,
      attempts = excluded.attempts, recent_attempts = excluded.recent_attempts,
      recent_since = excluded.recent_since, asked = excluded.asked, ask_at = excluded.ask_at,
      paid_at = coalesce(payments.paid_at, excluded.paid_at), updated_at = excluded.updated_at,
      version = excluded.version`,
};

// Only as long as nobody else wrote meanwhile which payment it is.
const NAME: Statement = {
  name: "checkout-name-payment",
  text: `
    UPDATE payments SET provider_payment_id = $4
    WHERE account_id = $1 AND id = $2 AND intent_number = $3
      AND (provider_payment_id IS NULL OR provider_payment_id = $4)
    RETURNING id`,
};

const ASK_SOON: Statement = {
  name: "checkout-ask-soon",
  text: `UPDATE payments SET ask_at = $3::timestamptz
         WHERE account_id = $1 AND id = $2 AND version = $4 AND ask_at IS NOT NULL`,
};

const ASK_OF_PROVIDER: Statement = {
  name: "checkout-ask-of-provider",
  text: `
    UPDATE payments SET ask_at = $3::timestamptz
    WHERE provider = $1 AND provider_payment_id = $2 AND state <> 'refunded'`,
};

// Whoever asks holds the payment for as long as a call may take; who dies leaves it due again.
const CLAIM: Statement = {
  name: "checkout-claim-payments",
  text: `
    WITH due AS (
      SELECT account_id, id FROM payments
      WHERE ask_at <= $1::timestamptz ORDER BY ask_at LIMIT $2::int FOR UPDATE SKIP LOCKED
    )
    UPDATE payments p SET asked = p.asked + 1, ask_at = $1::timestamptz + interval '60 seconds'
    FROM due WHERE p.account_id = due.account_id AND p.id = due.id
    RETURNING ${PAYMENT.replace(/\w+/g, "p.$&")}`,
};

const NOTE: Statement = {
  name: "checkout-note-notice",
  text: `
    INSERT INTO payment_notices (provider, id, type, provider_payment_id, received_at)
    VALUES ($1, $2, $3, $4, $5::timestamptz) ON CONFLICT DO NOTHING RETURNING id`,
};

/** Locks the session, whoever's it is. Returns its account's id, or null where there is none. */
export async function lockSession(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql.query<{ account_id: string }>(LOCK_SESSION, [id]);
  return row?.account_id ?? null;
}

/** Lets one transaction at a time start a payment of the mode. */
export async function lockStock(sql: Sql, mode: Mode): Promise<void> {
  await sql.query(LOCK_STOCK, [mode]);
}

/** What the sessions of the mode buy whose payment is under way, always in the same order. */
export function findPaying(sql: Sql, mode: Mode): Promise<Demand[]> {
  return sql.query<Demand>(FIND_PAYING, [mode]);
}

/** The session's payment, or null before the first attempt. */
export async function findPayment(
  sql: Sql,
  accountId: string,
  sessionId: string,
): Promise<Payment | null> {
  const [row] = await sql.query<PaymentRow>(FIND, [accountId, sessionId]);
  return row ? toPayment(row) : null;
}

const PAID: readonly PaymentState[] = ["paid", "refunding", "refunded"];

/** Writes the payment as it is now, to be asked about at `askAt`. The session is to be locked. */
export async function savePayment(
  sql: Sql,
  payment: Payment,
  when: { now: Date; askAt: Date | null },
): Promise<void> {
  await sql.query(SAVE, [
    payment.accountId,
    payment.mode,
    payment.id,
    payment.sessionId,
    payment.provider,
    payment.intentNumber,
    payment.providerPaymentId,
    payment.state,
    payment.failure,
    payment.amountCents,
    payment.refundedCents,
    payment.attempts,
    payment.recentAttempts,
    payment.recentSince,
    payment.asked,
    payment.version,
    when.askAt,
    PAID.includes(payment.state),
    when.now,
    payment.updatedAt,
  ]);
}

/** Writes down which payment of the provider's it is. Returns false where that is another by now. */
export async function namePayment(
  sql: Sql,
  { accountId, id, intentNumber }: Payment,
  providerPaymentId: string,
): Promise<boolean> {
  const values = [accountId, id, intentNumber, providerPaymentId];
  return (await sql.query(NAME, values)).length === 1;
}

/** Makes the payment due at a moment, if it still is as it was read and to be asked about. */
export async function askSoon(sql: Sql, payment: Payment, at: Date): Promise<void> {
  await sql.query(ASK_SOON, [payment.accountId, payment.id, at, payment.version]);
}

/** Makes the payment that the provider knows by this id due now. */
export async function askOfProvider(
  sql: Sql,
  wanted: { provider: ProviderName; providerPaymentId: string; now: Date },
): Promise<void> {
  await sql.query(ASK_OF_PROVIDER, [wanted.provider, wanted.providerPaymentId, wanted.now]);
}

/** Takes up to `limit` payments about which the provider is to be asked. */
export async function claimDue(sql: Sql, now: Date, limit: number): Promise<Payment[]> {
  return (await sql.query<PaymentRow>(CLAIM, [now, limit])).map(toPayment);
}

/** Keeps a provider's message. Returns false where it is kept already. */
export async function noteNotice(
  sql: Sql,
  notice: { provider: ProviderName; id: string; type: string; paymentId: string | null; now: Date },
): Promise<boolean> {
  const values = [notice.provider, notice.id, notice.type, notice.paymentId, notice.now];
  return (await sql.query(NOTE, values)).length === 1;
}
