// Checks of held stock, in SQL that shares nothing with the product's own.
import { type Faults, listFaults } from "#testing/world/judge";
import { select, selectOne } from "#testing/world/sql";

/** Faults at any moment of a run; each row is one. */
const always: Faults = {
  "payments under way without held stock": `
    SELECT p.id FROM payments p
    JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
    LEFT JOIN orders o ON o.account_id = s.account_id AND o.id = s.order_id
    WHERE p.state IN ('confirming', 'requires_action', 'processing')
      AND coalesce(o.state, 'placed') = 'placed'
      -- Held, or taken away during the payment, by someone who may have waited for its lock.
      AND NOT EXISTS (
        SELECT FROM stock_holds h
        WHERE h.account_id = s.account_id AND h.checkout_session_id = s.id
          AND (h.state = 'held' OR h.state = 'void' AND (
            h.kind = 'payment' OR h.ended_at > p.created_at - interval '30 seconds'))
          AND s.amount_kg = (SELECT sum(part.kg) FROM stock_hold_parts part
                             WHERE part.mode = h.mode AND part.hold_id = h.id)
          AND NOT EXISTS (
            SELECT FROM stock_holds other
            WHERE other.account_id = s.account_id AND other.checkout_session_id = s.id
              AND other.state = 'held' AND other.id <> h.id))`,
  "projects with more held than is on sale": `
    SELECT held.project_id AS id FROM (
      SELECT project_id, sum(kg) AS kg FROM stock_hold_parts WHERE is_held GROUP BY project_id
    ) held
    WHERE held.kg > (
      SELECT coalesce(sum(quantity_kg - retired_kg), 0) FROM credit_lots lot
      WHERE lot.project_id = held.project_id AND lot.state = 'on_sale'
    )`,
  "holds that outlive their time by more than a minute and a half": `
    SELECT id FROM stock_holds
    WHERE state = 'held' AND expires_at < now() - interval '90 seconds'`,
};

/** Faults once everything has settled. */
const settled: Faults = {
  "paid orders without credits, whose stock was not removed": `
    SELECT o.id FROM orders o
    JOIN payments p ON p.account_id = o.account_id AND p.checkout_session_id = o.checkout_session_id
    WHERE p.state = 'paid' AND o.state = 'placed' AND NOT EXISTS (
      SELECT FROM stock_holds h WHERE h.account_id = o.account_id AND h.order_id = o.id
        AND h.state = 'void'
    )`,
  "charges of sessions without an order, that are not refunded": `
    SELECT t.id FROM test_provider_payments t JOIN checkout_sessions s ON s.id = t.reference
    WHERE t.charges > 0 AND s.order_id IS NULL AND t.refunded < t.amount`,
  "payments charged more than once": "SELECT id FROM test_provider_payments WHERE charges > 1",
  "holds past their time":
    "SELECT id FROM stock_holds WHERE state = 'held' AND expires_at <= now()",
  "more retired than there was": "SELECT id FROM credit_lots WHERE retired_kg > quantity_kg",
};

export const auditRunning = () => listFaults(always);
export const auditSettled = () => listFaults({ ...always, ...settled });

/** Payments under way, holds past their time, and holds whose order matching can fill. */
export async function listUnsettled(): Promise<string[]> {
  const rows = await select<{ text: string }>(`
    SELECT concat_ws(' ', id, state, failure, 'next poll', next_poll_at) AS text FROM payments
    WHERE state IN ('confirming', 'requires_action', 'processing', 'refunding')
    UNION ALL
    SELECT concat_ws(' ', id, kind, state, order_id, 'expires', expires_at) FROM stock_holds
    WHERE state = 'held' AND (expires_at <= now() OR EXISTS (
      SELECT FROM orders o WHERE o.account_id = stock_holds.account_id
        AND o.id = stock_holds.order_id AND NOT o.awaiting_payment))`);
  return rows.map(({ text }) => `not settled: ${text}`);
}

interface Counts {
  holds: number;
  used: number;
  released: number;
  expired: number;
  voided: number;
  charges: number;
}

export const countHolds = () =>
  selectOne<Counts>(`
    SELECT count(*)::int AS holds,
      count(*) FILTER (WHERE state = 'used')::int AS used,
      count(*) FILTER (WHERE state = 'released')::int AS released,
      count(*) FILTER (WHERE state = 'expired')::int AS expired,
      count(*) FILTER (WHERE state = 'void')::int AS voided,
      (SELECT coalesce(sum(charges), 0) FROM test_provider_payments)::int AS charges
    FROM stock_holds`);
