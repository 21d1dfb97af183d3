// Checks that hold at the end of any run, in SQL that shares nothing with the product's own;
// checkLedger adds the product's view.
import { database } from "#core/db";
import { checkPayments } from "#domain/checkout";
import { checkLedger } from "#domain/diagnostics";
import { checkBilling } from "#modules/billing/check-billing";
import { systemContext } from "#testing/factories";
import type { ClientRecord } from "#testing/world/clients";
import { select, selectCount } from "#testing/world/sql";

/** Placed orders that matching has not tried with the present stock. */
export const countStuck = () =>
  selectCount(`
    SELECT count(*)::int FROM orders o JOIN catalogues c USING (mode)
    WHERE o.state = 'placed' AND NOT o.awaiting_payment
      AND o.tried_stock_version < c.stock_version`);

export const countPlaced = (portfolioIds: readonly string[]) =>
  selectCount(
    `SELECT count(*)::int FROM orders
     WHERE state = 'placed' AND portfolio_id = ANY ($1::text[])`,
    [portfolioIds],
  );

// An unfilled order must lack stock in a category. Its share, rounded up, is the most it can take
// there; no project of the market is in two categories.
const countFillable = () =>
  selectCount(`
    WITH stock AS (
      SELECT cp.mode, cp.category_id, sum(l.quantity_kg - l.retired_kg) AS kg
      FROM category_projects cp
      JOIN credit_lots l ON l.mode = cp.mode AND l.project_id = cp.project_id
      GROUP BY cp.mode, cp.category_id
    )
    SELECT count(*)::int FROM orders o
    WHERE o.state = 'placed' AND NOT o.awaiting_payment AND NOT o.cooling_off AND NOT EXISTS (
      SELECT FROM portfolio_allocations a
      LEFT JOIN stock s ON s.mode = a.mode AND s.category_id = a.category_id
      WHERE a.mode = o.mode AND a.portfolio_id = o.portfolio_id
        AND coalesce(s.kg, 0)
          < ceil(o.amount_kg::bigint * (a.end_millionths - a.start_millionths) / 1000000.0)
    )`);

/** Queries for the ids of faulty rows, by what is wrong with them. */
export type Faults = Readonly<Record<string, string>>;

const FAULTS: Faults = {
  "lots whose retirements do not cover 0 to the retired kg without gaps": `
    SELECT l.id FROM credit_lots l LEFT JOIN (
      SELECT mode, lot_id, bool_and(lot_start_kg = before) AS follows, max(lot_end_kg) AS last_kg
      FROM (
        SELECT *, coalesce(lag(lot_end_kg) OVER lot, 0) AS before FROM retirements
        WINDOW lot AS (PARTITION BY mode, lot_id ORDER BY lot_start_kg)
      ) walk GROUP BY mode, lot_id
    ) r ON r.mode = l.mode AND r.lot_id = l.id
    WHERE NOT coalesce(r.follows, true) OR coalesce(r.last_kg, 0) <> l.retired_kg
      OR l.retired_kg > l.quantity_kg`,
  "fulfilled orders whose retirements do not sum to their kg, or other orders with retirements": `
    SELECT o.id FROM orders o LEFT JOIN (
      SELECT account_id, order_id, sum(lot_end_kg - lot_start_kg) AS kg FROM retirements
      GROUP BY account_id, order_id
    ) r ON r.account_id = o.account_id AND r.order_id = o.id
    WHERE coalesce(r.kg, 0) <> CASE o.state WHEN 'fulfilled' THEN o.amount_kg ELSE 0 END`,
  "orders without exactly one event for their change of state": `
    SELECT o.id FROM orders o LEFT JOIN events e
      ON e.account_id = o.account_id AND e.subject_id = o.id
      AND e.type NOT IN ('order.retired', 'order.retirement_corrected')
    GROUP BY o.account_id, o.id
    HAVING count(e.id) <> CASE o.state WHEN 'placed' THEN 0 ELSE 1 END
      OR bool_or(e.type <> 'order.' || o.state)`,
  "idempotency keys of orders without their order, or orders without their key": `
    SELECT coalesce(k.key, o.id) AS id
    FROM (SELECT * FROM orders WHERE channel = 'api') o FULL JOIN (
      SELECT account_id, key, body::jsonb ->> 'id' AS order_id FROM idempotency_keys
      WHERE status = 201 AND body::jsonb ? 'order_number'
    ) k ON k.account_id = o.account_id AND k.order_id = o.id
    WHERE o.id IS NULL OR k.key IS NULL`,
};

/** Lists the faults that there are, each with some of its rows. */
export async function listFaults(queries: Faults): Promise<string[]> {
  const faults: string[] = [];
  for (const [problem, text] of Object.entries(queries)) {
    const rows = await select<{ id: string }>(text);
    const some = rows.slice(0, 3).map(({ id }) => id);
    if (rows.length > 0) faults.push(`${rows.length} ${problem}: ${some.join(", ")}`);
  }
  return faults;
}

/** Lists everything that is wrong in the database. */
export async function auditDatabase(): Promise<string[]> {
  const faults = await listFaults(FAULTS);
  const fillable = await countFillable();
  if (fillable > 0)
    faults.push(`${fillable} orders are placed though the stock is enough for them`);
  const { findings, unsettled } = await checkBooks();
  if (unsettled > 0) faults.push(`${unsettled} charges are not settled`);
  return [...faults, ...findings];
}

/** Findings of `till check`, and the number of charges that are not settled yet. */
export async function checkBooks(): Promise<{ findings: string[]; unsettled: number }> {
  const ledger = await checkLedger(systemContext());
  const billing = await checkBilling(systemContext());
  const { faults, books } = await checkPayments(systemContext());
  return {
    findings: [...ledger, ...billing, ...faults].map(
      ({ check, row }) => `${check}: ${JSON.stringify(row)}`,
    ),
    unsettled: books.reduce((sum, one) => sum + one.unsettled, 0),
  };
}

/** Compares what was acknowledged to integrators with what is stored. */
export async function compareOrders(record: ClientRecord): Promise<string[]> {
  const faults = [...record.faults];
  const rows = await database().prisma.order.findMany({
    select: { id: true, amountKg: true, state: true },
  });
  const orders = new Map(rows.map((order) => [order.id, order]));
  for (const [id, { amountKg }] of record.placed) {
    const order = orders.get(id);
    if (!order) faults.push(`order ${id} was acknowledged and is lost`);
    else if (order.amountKg !== amountKg) faults.push(`order ${id} has ${order.amountKg} kg`);
  }
  for (const id of record.cancelled) {
    const state = orders.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was cancelled but is ${state}`);
  }
  return faults;
}
