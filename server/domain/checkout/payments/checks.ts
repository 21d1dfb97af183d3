// Invariants of sessions, payments and orders as SQL over the whole database: each row is a fault.

import { check, PAYMENT, refundChecks } from "#checkout/refunds/checks";
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { ProviderName } from "#gateways/payments";
import type { PaymentState } from "./rules";

const SESSION = "s.account_id, s.id AS session_id, s.state AS session_state";
const ORDER = "o.account_id, o.id AS order_id, o.state AS order_state";
const PAYMENT_OF_SESSION = `
  checkout_sessions s
  JOIN payments p ON p.account_id = s.account_id AND p.checkout_session_id = s.id`;
const PAYMENT_OF_ORDER = `
  orders o
  LEFT JOIN payments p
    ON p.account_id = o.account_id AND p.checkout_session_id = o.checkout_session_id`;

const WITH_MONEY = "'paid', 'disputed', 'refunding', 'refunded', 'charged_back'";

const sessionChecks = [
  check(
    "a complete session has exactly its one order, of its kg and price",
    `SELECT s.account_id, s.id AS session_id, s.order_id, count(o.id) AS orders,
            array_agg(o.id) AS order_ids
     FROM checkout_sessions s
     LEFT JOIN orders o ON o.account_id = s.account_id AND o.checkout_session_id = s.id
     WHERE s.state = 'complete'
     GROUP BY s.account_id, s.id, s.order_id
     HAVING count(o.id) <> 1 OR bool_or(
       (o.id, o.channel, o.mode, o.portfolio_id, o.amount_kg, o.price_usd_cents, o.subaccount_id)
       IS DISTINCT FROM (s.order_id, 'checkout', s.mode, s.portfolio_id, s.amount_kg,
         s.price_usd_cents, s.subaccount_id))`,
  ),
  check(
    "a session that is open or expired has no order",
    `SELECT ${SESSION}, s.order_id, o.id AS found_order_id
     FROM checkout_sessions s
     LEFT JOIN orders o ON o.account_id = s.account_id AND o.checkout_session_id = s.id
     WHERE s.state <> 'complete' AND (o.id IS NOT NULL OR s.order_id IS NOT NULL)`,
  ),
  check(
    "a complete session has a payment that is accepted or has ended",
    `SELECT ${SESSION}, p.id AS payment_id, p.state AS payment_state
     FROM checkout_sessions s
     LEFT JOIN payments p ON p.account_id = s.account_id AND p.checkout_session_id = s.id
     WHERE s.state = 'complete' AND (p.state IS NULL
       OR p.state IN ('open', 'confirming', 'requires_action'))`,
  ),
  check(
    "an open session's payment is not yet accepted",
    `SELECT ${SESSION}, p.id AS payment_id, p.state AS payment_state FROM ${PAYMENT_OF_SESSION}
     WHERE s.state = 'open' AND p.state NOT IN ('open', 'confirming', 'requires_action')`,
  ),
  check(
    "an expired session has no money, and its open payment is polled",
    `SELECT ${SESSION}, p.id AS payment_id, p.state AS payment_state FROM ${PAYMENT_OF_SESSION}
     WHERE s.state = 'expired'
       AND p.state NOT IN ('failed', 'refunding', 'refunded', 'charged_back')
       AND NOT (p.state = 'open' AND (p.next_poll_at IS NOT NULL OR p.provider_payment_id IS NULL))`,
  ),
  check(
    "a session is being paid exactly while its payment is confirming or requires action",
    `SELECT ${SESSION}, s.paying, p.id AS payment_id, p.state AS payment_state
     FROM checkout_sessions s
     LEFT JOIN payments p ON p.account_id = s.account_id AND p.checkout_session_id = s.id
     WHERE s.paying <> coalesce(p.state IN ('confirming', 'requires_action'), false)`,
  ),
  check(
    "a customer gets each mail once, and a receipt for each paid session",
    `SELECT s.account_id, s.id AS session_id, m.kind, m.mails
     FROM checkout_sessions s
     JOIN (SELECT account_id, subject_id, payload ->> 'template' AS kind, count(*) AS mails
           FROM jobs WHERE kind = 'customer-mail'
           GROUP BY 1, 2, 3, payload -> 'params' ->> 'refundId') m
       ON m.account_id = s.account_id AND m.subject_id = s.id
     WHERE m.mails > 1
     UNION ALL
     SELECT p.account_id, p.checkout_session_id, 'receipt', 0 FROM payments p
     WHERE p.state = 'paid' AND NOT EXISTS (
       SELECT FROM jobs m WHERE m.account_id = p.account_id AND m.subject_id = p.checkout_session_id
         AND m.kind = 'customer-mail' AND m.payload ->> 'template' = 'receipt')`,
  ),
];

const paymentChecks = [
  check(
    "a payment is its session's only one, of the session's mode and price",
    `SELECT ${PAYMENT}, p.checkout_session_id, p.mode, p.amount_usd_cents, s.price_usd_cents
     FROM payments p
     LEFT JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
     WHERE (p.mode, p.amount_usd_cents) IS DISTINCT FROM (s.mode, s.price_usd_cents)
        OR EXISTS (SELECT FROM payments other WHERE other.account_id = p.account_id
             AND other.checkout_session_id = p.checkout_session_id AND other.id <> p.id)`,
  ),
  check(
    "only paid money is refunded, and never more than the payment",
    `SELECT ${PAYMENT}, p.amount_usd_cents, p.refunded_usd_cents, p.refunding_usd_cents, p.paid_at
     FROM payments p
     WHERE least(p.refunded_usd_cents, p.refunding_usd_cents) < 0
        OR p.refunded_usd_cents + p.refunding_usd_cents > p.amount_usd_cents
        OR (p.state = 'refunded' AND p.refunded_usd_cents <> p.amount_usd_cents)
        OR (p.refunded_usd_cents + p.refunding_usd_cents > 0 OR p.paid_at IS NOT NULL)
           AND p.state NOT IN (${WITH_MONEY})
        OR p.paid_at IS NULL AND p.state IN (${WITH_MONEY})`,
  ),
  check(
    "a payment with an unknown outcome, a refund or a dispute under way has a next poll",
    `SELECT ${PAYMENT}, p.next_poll_at, p.refunding_usd_cents FROM payments p
     WHERE p.next_poll_at IS NULL AND (p.refunding_usd_cents > 0 OR p.state IN
       ('confirming', 'requires_action', 'processing', 'refunding', 'disputed'))`,
  ),
];

const orderChecks = [
  check(
    "a checkout order belongs to a session",
    `SELECT ${ORDER}, o.channel, o.checkout_session_id FROM orders o
     LEFT JOIN checkout_sessions s
       ON s.account_id = o.account_id AND s.id = o.checkout_session_id
     WHERE (o.channel = 'checkout' OR o.checkout_session_id IS NOT NULL)
       AND (s.id IS NULL OR o.channel <> 'checkout')`,
  ),
  check(
    "a placed order waits for money exactly while its payment is processing or disputed",
    `SELECT ${ORDER}, o.awaiting_payment, p.id AS payment_id, p.state AS payment_state
     FROM ${PAYMENT_OF_ORDER}
     WHERE o.state = 'placed' AND o.awaiting_payment
       <> coalesce(p.state IN ('processing', 'disputed'), false)`,
  ),
  check(
    "a checkout order is matched only after its payment",
    `SELECT ${ORDER}, p.id AS payment_id, p.state AS payment_state FROM ${PAYMENT_OF_ORDER}
     WHERE o.channel = 'checkout' AND CASE o.state
       WHEN 'placed' THEN NOT o.awaiting_payment AND p.state IS DISTINCT FROM 'paid'
       -- The money may be refunded or charged back after the credits were retired.
       WHEN 'fulfilled' THEN
         coalesce(p.state NOT IN ('paid', 'disputed', 'refunded', 'charged_back'), true)
       ELSE false END`,
  ),
  check(
    "a cancelled order's payment is refunded, or took no money",
    `SELECT ${ORDER}, p.id AS payment_id, p.state AS payment_state FROM ${PAYMENT_OF_ORDER}
     WHERE o.channel = 'checkout' AND o.state = 'cancelled'
       AND coalesce(p.state
         NOT IN ('processing', 'failed', 'refunding', 'refunded', 'charged_back'), true)`,
  ),
];

export const paymentChecksInSql: readonly Statement[] = [
  ...sessionChecks,
  ...paymentChecks,
  ...refundChecks,
  ...orderChecks,
];

/** One of our payments, for comparison with the provider's charge. */
export interface StoredPayment {
  account_id: string;
  id: string;
  checkout_session_id: string;
  provider_payment_id: string;
  state: PaymentState;
  amount_usd_cents: number;
  refunded_usd_cents: number;
  next_poll_at: Date | null;
  updated_at: Date;
}

// Refunds by other means are not in the provider's books.
const HELD = `account_id, id, checkout_session_id, provider_payment_id, state, amount_usd_cents,
  refunded_usd_cents - coalesce((SELECT sum(amount_usd_cents) FROM refunds r
    WHERE r.account_id = payments.account_id AND r.payment_id = payments.id
      AND r.kind = 'other_means' AND r.state = 'succeeded'), 0)::bigint AS refunded_usd_cents,
  next_poll_at, updated_at`;

const FIND_HELD: Statement = {
  name: "checkout-find-held-payments",
  text: `
    SELECT ${HELD} FROM payments WHERE provider = $1 AND provider_payment_id = ANY ($2::text[])`,
};

const PAGE_PAID: Statement = {
  name: "checkout-page-paid-payments",
  text: `
    SELECT ${HELD} FROM payments
    WHERE provider = $1 AND mode = $2 AND paid_at IS NOT NULL AND paid_at BETWEEN $3 AND $4
      AND provider_payment_id > $5
      AND ($7::text IS NULL OR provider_account IS NULL OR provider_account = $7)
    ORDER BY provider_payment_id LIMIT $6`,
};

const COUNT_PAID: Statement = {
  name: "checkout-count-paid-payments",
  text: `
    SELECT mode, provider_account AS account, count(*) AS payments FROM payments
    WHERE provider = $1 AND paid_at >= $2 GROUP BY mode, provider_account`,
};

/** Our payments with these ids at the provider. */
export function findByProviderIds(
  sql: Sql,
  provider: ProviderName,
  ids: string[],
): Promise<StoredPayment[]> {
  return sql.query<StoredPayment>(FIND_HELD, [provider, ids]);
}

/** A page of our payments with money from a period, by the provider's id. */
export function findPaidPage(
  sql: Sql,
  query: {
    provider: ProviderName;
    mode: Mode;
    from: Date;
    until: Date;
    after: string;
    limit: number;
    /** Payments of other accounts of the provider are left out; null: of none. */
    account: string | null;
  },
): Promise<StoredPayment[]> {
  const { provider, mode, from, until, after, limit, account } = query;
  const values = [provider, mode, from, until, after, limit, account];
  return sql.query<StoredPayment>(PAGE_PAID, values);
}

/** Numbers of our payments with money since a time, by mode and the provider's account. */
export function countPaid(
  sql: Sql,
  { provider, since }: { provider: ProviderName; since: Date },
): Promise<{ mode: Mode; account: string | null; payments: number }[]> {
  return sql.query(COUNT_PAID, [provider, since]);
}
