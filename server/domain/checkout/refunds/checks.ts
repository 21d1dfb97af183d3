// Invariants of refunds and disputes as SQL over the whole database: each row is a fault.
import type { Statement } from "#core/db";

export const check = (name: string, text: string): Statement => ({ name, text });

export const PAYMENT = "p.account_id, p.id AS payment_id, p.state AS payment_state";

const sumOf = (state: string) =>
  `coalesce(sum(r.amount_usd_cents) FILTER (WHERE r.state = '${state}'), 0)`;

export const refundChecks = [
  check(
    "a payment's refunds add up to what it has refunded and still refunds",
    `SELECT ${PAYMENT}, p.refunded_usd_cents, p.refunding_usd_cents,
            ${sumOf("succeeded")} AS succeeded, ${sumOf("pending")} AS pending
     FROM payments p
     LEFT JOIN refunds r ON r.account_id = p.account_id AND r.payment_id = p.id
     GROUP BY p.account_id, p.id
     HAVING (p.refunded_usd_cents, p.refunding_usd_cents)
       IS DISTINCT FROM (${sumOf("succeeded")}, ${sumOf("pending")})`,
  ),
  check(
    "movements add up to refunds that succeeded, lost disputes and fees, each of one payment",
    `SELECT account_id, payment_id, source_id, kind, due.cents AS due_usd_cents,
            m.cents AS moved_usd_cents
     FROM (
       SELECT account_id, mode, payment_id, id AS source_id, 'refund' AS kind,
              amount_usd_cents AS cents FROM refunds WHERE state = 'succeeded'
       UNION ALL
       SELECT account_id, mode, payment_id, id, 'refund', amount_usd_cents
       FROM payment_disputes WHERE state = 'lost' AND amount_usd_cents <> 0
       UNION ALL
       SELECT account_id, mode, id, id, 'fee', fee_usd_cents
       FROM payments WHERE paid_at IS NOT NULL AND fee_usd_cents <> 0
     ) due
     FULL JOIN (
       SELECT account_id, mode, payment_id, source_id, kind, sum(amount_usd_cents) AS cents
       FROM payment_movements GROUP BY account_id, mode, payment_id, source_id, kind
       HAVING sum(amount_usd_cents) <> 0
     ) m USING (account_id, mode, payment_id, source_id, kind)
     WHERE due.cents IS DISTINCT FROM m.cents`,
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
    `SELECT o.account_id, o.id AS order_id, o.refunded_usd_cents,
            p.refunded_usd_cents AS refunded_of_payment
     FROM orders o
     LEFT JOIN payments p
       ON p.account_id = o.account_id AND p.checkout_session_id = o.checkout_session_id
     WHERE o.refunded_usd_cents <> coalesce(p.refunded_usd_cents, 0)`,
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
