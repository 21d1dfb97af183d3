// Invariants of sessions, payments and orders as SQL over the whole database: each row is a fault.
import type { Statement } from "#core/db";
import { documentChecks } from "./document-checks";

const check = (name: string, text: string): Statement => ({ name, text });

const PAYMENT = "p.account_id, p.id AS payment_id, p.state AS payment_state";

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
       (o.id, o.channel, o.mode, o.portfolio_id, o.amount_kg, o.price, o.subaccount_id)
       IS DISTINCT FROM (s.order_id, 'checkout', s.mode, s.portfolio_id, s.amount_kg,
         s.price, s.subaccount_id))`,
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
    `SELECT ${PAYMENT}, p.checkout_session_id, p.mode, p.amount, s.price
     FROM payments p
     LEFT JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
     WHERE (p.mode, p.amount) IS DISTINCT FROM (s.mode, s.price)
        OR EXISTS (SELECT FROM payments other WHERE other.account_id = p.account_id
             AND other.checkout_session_id = p.checkout_session_id AND other.id <> p.id)`,
  ),
  check(
    "only paid money is refunded, and never more than the payment",
    `SELECT ${PAYMENT}, p.amount, p.refunded, p.refunding, p.paid_at
     FROM payments p
     WHERE least(p.refunded, p.refunding) < 0
        OR p.refunded + p.refunding > p.amount
        OR (p.state = 'refunded' AND p.refunded <> p.amount)
        OR (p.refunded + p.refunding > 0 OR p.paid_at IS NOT NULL)
           AND p.state NOT IN (${WITH_MONEY})
        OR p.paid_at IS NULL AND p.state IN (${WITH_MONEY})`,
  ),
  check(
    "a payment with an unknown outcome, a refund or a dispute under way has a next poll",
    `SELECT ${PAYMENT}, p.next_poll_at, p.refunding FROM payments p
     WHERE p.next_poll_at IS NULL AND (p.refunding > 0 OR p.state IN
       ('confirming', 'requires_action', 'processing', 'refunding', 'disputed'))`,
  ),
];

const sumOf = (state: string) => `coalesce(sum(r.amount) FILTER (WHERE r.state = '${state}'), 0)`;

export const refundChecks = [
  check(
    "a payment's refunds add up to what it has refunded and still refunds",
    `SELECT ${PAYMENT}, p.refunded, p.refunding,
            ${sumOf("succeeded")} AS succeeded, ${sumOf("pending")} AS pending
     FROM payments p
     LEFT JOIN refunds r ON r.account_id = p.account_id AND r.payment_id = p.id
     GROUP BY p.account_id, p.id
     HAVING (p.refunded, p.refunding)
       IS DISTINCT FROM (${sumOf("succeeded")}, ${sumOf("pending")})`,
  ),
  check(
    "movements add up to refunds that succeeded, lost disputes and fees, each of one payment",
    `SELECT account_id, payment_id, source_id, kind, due.amount AS due,
            m.amount AS moved
     FROM (
       SELECT account_id, mode, payment_id, id AS source_id, 'refund' AS kind,
              amount FROM refunds WHERE state = 'succeeded'
       UNION ALL
       SELECT account_id, mode, payment_id, id, 'refund', amount
       FROM payment_disputes WHERE state = 'lost' AND amount <> 0
       UNION ALL
       SELECT account_id, mode, id, id, 'fee', fee
       FROM payments WHERE paid_at IS NOT NULL AND fee <> 0
     ) due
     FULL JOIN (
       SELECT account_id, mode, payment_id, source_id, kind, sum(amount) AS amount
       FROM payment_movements GROUP BY account_id, mode, payment_id, source_id, kind
       HAVING sum(amount) <> 0
     ) m USING (account_id, mode, payment_id, source_id, kind)
     WHERE due.amount IS DISTINCT FROM m.amount`,
  ),
  check(
    "a refund is of its payment's session and mode",
    `SELECT r.account_id, r.id AS refund_id, r.payment_id, r.checkout_session_id, r.mode
     FROM refunds r
     LEFT JOIN payments p ON p.account_id = r.account_id AND p.id = r.payment_id
     WHERE (r.mode, r.checkout_session_id) IS DISTINCT FROM (p.mode, p.checkout_session_id)`,
  ),
  check(
    "an order has the refunds of its payment",
    `SELECT o.account_id, o.id AS order_id, o.refunded,
            p.refunded AS refunded_of_payment
     FROM orders o
     LEFT JOIN payments p
       ON p.account_id = o.account_id AND p.checkout_session_id = o.checkout_session_id
     WHERE o.refunded <> coalesce(p.refunded, 0)`,
  ),
  check(
    "a disputed payment has an open dispute or warning, and one charged back a lost dispute",
    `SELECT ${PAYMENT} FROM payments p
     WHERE p.state IN ('disputed', 'charged_back') AND NOT EXISTS (
       SELECT FROM payment_disputes d
       WHERE d.account_id = p.account_id AND d.payment_id = p.id
         AND CASE p.state WHEN 'disputed' THEN d.state = 'open'
             ELSE d.state = 'lost' AND d.kind = 'dispute' END)`,
  ),
  check(
    "a paid payment has no open dispute, and no open warning before its order is fulfilled",
    `SELECT ${PAYMENT}, d.id AS dispute_id, d.kind FROM payments p
     JOIN payment_disputes d ON d.account_id = p.account_id AND d.payment_id = p.id
     LEFT JOIN orders o
       ON o.account_id = p.account_id AND o.checkout_session_id = p.checkout_session_id
     WHERE p.state = 'paid' AND d.state = 'open'
       AND (d.kind = 'dispute' OR o.state IS DISTINCT FROM 'fulfilled')`,
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
  ...documentChecks,
];
