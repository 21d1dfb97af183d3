import type { Statement } from "#core/db";

const check = (name: string, text: string): Statement => ({ name, text });

const HOLD = "h.mode, h.account_id, h.id AS hold_id, h.kind, h.state";

/** Invariants of stock that is held for buyers. */
export const holdChecks: readonly Statement[] = [
  check(
    "a hold's parts sum to its kg, and are held exactly as long as it is",
    `SELECT ${HOLD}, h.amount_kg, sum(p.kg) AS parts_kg
     FROM stock_holds h
     LEFT JOIN stock_hold_parts p ON p.mode = h.mode AND p.hold_id = h.id
     GROUP BY h.account_id, h.id
     HAVING sum(p.kg) IS DISTINCT FROM h.amount_kg
        OR bool_or(p.is_held <> (h.state = 'held'))`,
  ),
  check(
    "no more of a project is held than is on sale",
    // A job moves the holds of a lot that has just left the sale.
    `SELECT held.*, coalesce(stock.kg, 0) AS on_sale_kg FROM (
       SELECT mode, project_id, sum(kg)::bigint AS held_kg
       FROM stock_hold_parts WHERE is_held GROUP BY mode, project_id
     ) held LEFT JOIN (
       SELECT lot.mode, lot.project_id, sum(lot.quantity_kg - lot.retired_kg) AS kg
       FROM credit_lots lot
       LEFT JOIN registry_policies policy
         ON policy.mode = lot.mode AND policy.registry = lot.registry
       WHERE lot.state = 'on_sale'
         AND (lot.holding = 'retired' OR policy.timing IS DISTINCT FROM 'before_sale')
       GROUP BY lot.mode, lot.project_id
     ) stock ON stock.mode = held.mode AND stock.project_id = held.project_id
     WHERE held.held_kg > coalesce(stock.kg, 0) AND NOT EXISTS (
       SELECT FROM credit_lots lot
       WHERE lot.mode = held.mode AND lot.project_id = held.project_id
         AND lot.state_changed_at > now() - interval '2 minutes'
     )`,
  ),
  check(
    "nothing is held after its time",
    `SELECT ${HOLD}, h.expires_at FROM stock_holds h
     WHERE h.state = 'held' AND h.expires_at < now() - interval '5 minutes'`,
  ),
  check(
    "a payment under way has its stock, unless it was sold beyond stock or the stock was removed",
    // Payments that started before holds existed have none.
    `SELECT p.mode, p.account_id, p.id AS payment_id, p.state, s.id AS session_id
     FROM payments p
     JOIN checkout_sessions s ON s.account_id = p.account_id AND s.id = p.checkout_session_id
     LEFT JOIN orders o ON o.account_id = s.account_id AND o.id = s.order_id
     WHERE p.state IN ('confirming', 'requires_action', 'processing')
       AND o.state IS DISTINCT FROM 'cancelled' AND s.credits_expected_by IS NULL
       AND p.updated_at > (SELECT max(finished_at) FROM _prisma_migrations
         WHERE migration_name LIKE '%\\_stock\\_holds')
       AND NOT EXISTS (
         SELECT FROM stock_holds h
         WHERE h.account_id = s.account_id AND h.checkout_session_id = s.id
           AND h.state IN ('held', 'void')
       )`,
  ),
  check(
    "a hold in use has the open session or the placed order that it is for",
    `SELECT ${HOLD}, s.state AS session_state, o.state AS order_state
     FROM stock_holds h
     LEFT JOIN checkout_sessions s
       ON s.account_id = h.account_id AND s.id = h.checkout_session_id
     LEFT JOIN orders o ON o.account_id = h.account_id AND o.id = h.order_id
     WHERE h.state = 'held' AND CASE
       WHEN h.order_id IS NOT NULL THEN o.state IS DISTINCT FROM 'placed'
         OR o.amount_kg <> h.amount_kg
       WHEN h.checkout_session_id IS NOT NULL THEN s.state IS DISTINCT FROM 'open'
         OR (h.expires_at IS NULL AND NOT s.paying) OR s.amount_kg <> h.amount_kg
       ELSE h.expires_at IS NULL END`,
  ),
  check(
    "a used hold has a fulfilled order of its kg",
    `SELECT ${HOLD}, h.order_id, o.state AS order_state FROM stock_holds h
     LEFT JOIN orders o ON o.account_id = h.account_id AND o.id = h.order_id
     WHERE h.state = 'used' AND (o.state IS DISTINCT FROM 'fulfilled' OR o.amount_kg <> h.amount_kg)`,
  ),
];
