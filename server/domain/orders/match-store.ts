// The SQL of matching: one batch of orders is read, filled and written with a few statements.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import { type CategoryPlan, type OpenLot, type SerialForm, serialForm } from "#domain/inventory";
import { addToTotals } from "./totals-store";

// Only reads, so that a worker without work writes nothing: taking the turn locks a row.
const FIND_MODES: Statement = {
  name: "match-find-modes",
  text: `
    SELECT c.mode FROM catalogues c
    WHERE EXISTS (
      SELECT FROM orders o
      WHERE o.mode = c.mode AND o.tried_stock_version < c.stock_version AND o.queue_id IS NOT NULL
    )`,
};

// Whoever holds the catalogue's row matches that mode; others look again later.
const TAKE_TURN: Statement = {
  name: "match-take-turn",
  text: "SELECT stock_version FROM catalogues WHERE mode = $1 FOR UPDATE SKIP LOCKED",
};

// Two walks along the queue's index: orders never tried, and those that newer stock may fill. They
// are not joined to anything, so that no plan can read the table of orders instead.
const takeOrdersWhere = (name: string, condition: string): Statement => ({
  name,
  text: `
    SELECT account_id, subaccount_id, id, amount_kg, callback_url, created_at,
           coalesce(split_portfolio_id, portfolio_id) AS portfolio_id
    FROM orders
    WHERE mode = $1 AND queue_id IS NOT NULL AND ${condition}
    ORDER BY queue_id LIMIT $2
    FOR UPDATE SKIP LOCKED`,
});
const TAKE_NEW_ORDERS = takeOrdersWhere("match-take-orders", "tried_stock_version = 0");
const TAKE_TRIED_ORDERS = takeOrdersWhere(
  "match-take-tried-orders",
  "tried_stock_version BETWEEN 1 AND $3::bigint - 1",
);

const FIND_PLANS: Statement = {
  name: "match-find-plans",
  text: `
    SELECT a.portfolio_id, a.category_id, a.end_millionths - a.start_millionths AS millionths,
           cp.project_id, cp.weight_millionths
    FROM portfolio_allocations a
    LEFT JOIN category_projects cp ON cp.mode = a.mode AND cp.category_id = a.category_id
    WHERE a.mode = $1 AND a.portfolio_id = ANY ($2::text[])`,
};

// Oldest vintage first, then the oldest lot; and of each project only as many as could be needed.
const FIND_LOTS: Statement = {
  name: "match-find-lots",
  text: `
    SELECT project_id, vintage_year, id, quantity_kg, retired_kg, serial_number_range,
           ${serialForm} AS serial_form
    FROM (
      SELECT *, sum(quantity_kg - retired_kg) OVER (
        PARTITION BY project_id ORDER BY vintage_year, created_at, id
      ) - (quantity_kg - retired_kg) AS kg_before
      FROM credit_lots
      WHERE mode = $1 AND project_id = ANY ($2::text[]) AND retired_kg < quantity_kg
        AND state = 'on_sale'
    ) lot
    WHERE kg_before < $3::bigint
    ORDER BY project_id, vintage_year, created_at, id`,
};

// One statement, because orders, retirements and lots prove each other by foreign keys.
const SETTLE: Statement = {
  name: "match-settle",
  text: `
    WITH filled AS (
      UPDATE orders o
      SET state = 'fulfilled', fulfilled_kg = o.amount_kg,
          settled_at = greatest(o.created_at, $2::timestamptz)
      FROM unnest($3::text[], $4::text[]) AS f (account_id, id)
      WHERE o.account_id = f.account_id AND o.id = f.id AND o.state = 'placed'
        AND NOT o.awaiting_payment
      RETURNING o.account_id, o.channel, o.created_at, o.amount_kg, o.price_usd_cents
    ), counted AS (
      ${addToTotals("filled", "fulfilled")}
    ), moved AS (
      UPDATE credit_lots l
      SET retired_kg = m.end_kg
      FROM unnest($5::text[], $6::bigint[], $7::bigint[]) AS m (id, start_kg, end_kg)
      WHERE l.mode = $1 AND l.id = m.id AND l.retired_kg = m.start_kg
      RETURNING 1
    ), retired AS (
      INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg,
                               mode, lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg,
                               serial_number_range, retired_at)
      SELECT account_id, order_id, order_amount_kg, order_start_kg, order_end_kg, $1::text, lot_id,
             lot_quantity_kg, lot_start_kg, lot_end_kg, serial_number_range, $2::timestamptz
      FROM unnest($8::text[], $9::text[], $10::int[], $11::int[], $12::int[], $13::text[],
                  $14::bigint[], $15::bigint[], $16::bigint[], $17::text[])
        AS r (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg, lot_id,
              lot_quantity_kg, lot_start_kg, lot_end_kg, serial_number_range)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM filled)::int AS filled, (SELECT count(*) FROM moved)::int AS moved,
           (SELECT count(*) FROM retired)::int AS retired`,
};

const MARK_TRIED: Statement = {
  name: "match-mark-tried",
  text: `
    UPDATE orders o SET tried_stock_version = $1::bigint
    FROM unnest($2::text[], $3::text[]) AS t (account_id, id)
    WHERE o.account_id = t.account_id AND o.id = t.id`,
};

export interface QueuedOrder {
  account_id: string;
  subaccount_id: string | null;
  id: string;
  /** By whose parts it is filled. */
  portfolio_id: string;
  amount_kg: number;
  callback_url: string | null;
  created_at: Date;
}

export interface StockedLot extends OpenLot {
  projectId: string;
  vintageYear: number;
  serialNumberRange: string;
  serialForm: SerialForm;
  /** Where the lot stood when it was read. */
  readKg: number;
}

export interface NewRetirement {
  order: QueuedOrder;
  orderStartKg: number;
  orderEndKg: number;
  lot: StockedLot;
  lotStartKg: number;
  lotEndKg: number;
  serialNumberRange: string;
}

/** The modes in which orders wait that the present stock has not been tried on. */
export async function findModesWithWork(sql: Sql): Promise<Mode[]> {
  return (await sql.query<{ mode: Mode }>(FIND_MODES, [])).map(({ mode }) => mode);
}

/** The stock version, if it is this transaction's turn to match the mode; else null. */
export async function takeTurn(sql: Sql, mode: Mode): Promise<number | null> {
  const [row] = await sql.query<{ stock_version: number }>(TAKE_TURN, [mode]);
  return row?.stock_version ?? null;
}

/** Locks the oldest orders that this stock version has not been tried on. */
export async function takeOrders(
  sql: Sql,
  wanted: { mode: Mode; stockVersion: number; limit: number },
): Promise<QueuedOrder[]> {
  const { mode, stockVersion, limit } = wanted;
  const fresh = await sql.query<QueuedOrder>(TAKE_NEW_ORDERS, [mode, limit]);
  const tried = await sql.query<QueuedOrder>(TAKE_TRIED_ORDERS, [mode, limit, stockVersion]);
  return [...fresh, ...tried].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** How each portfolio shares out an order: its categories with their projects. */
export async function findPlans(
  sql: Sql,
  mode: Mode,
  portfolioIds: string[],
): Promise<Map<string, CategoryPlan[]>> {
  const rows = await sql.query<{
    portfolio_id: string;
    category_id: string;
    millionths: number;
    project_id: string | null;
    weight_millionths: number | null;
  }>(FIND_PLANS, [mode, portfolioIds]);
  const plans = new Map<string, CategoryPlan[]>();
  for (const row of rows) {
    const plan = plans.get(row.portfolio_id) ?? [];
    plans.set(row.portfolio_id, plan);
    let category = plan.find(({ id }) => id === row.category_id);
    if (!category) {
      category = { id: row.category_id, weight: row.millionths, projects: [] };
      plan.push(category);
    }
    if (row.project_id !== null && row.weight_millionths !== null) {
      category.projects.push({ id: row.project_id, weight: row.weight_millionths });
    }
  }
  return plans;
}

/** The open lots of each project, in the order of use, up to `neededKg` and one lot beyond. */
export async function findLots(
  sql: Sql,
  wanted: { mode: Mode; projectIds: string[]; neededKg: number },
): Promise<Map<string, StockedLot[]>> {
  const rows = await sql.query<{
    project_id: string;
    vintage_year: number;
    id: string;
    quantity_kg: number;
    retired_kg: number;
    serial_number_range: string;
    serial_form: SerialForm;
  }>(FIND_LOTS, [wanted.mode, wanted.projectIds, wanted.neededKg]);
  const lots = rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    vintageYear: row.vintage_year,
    quantityKg: row.quantity_kg,
    nextKg: row.retired_kg,
    readKg: row.retired_kg,
    serialNumberRange: row.serial_number_range,
    serialForm: row.serial_form,
  }));
  return Map.groupBy(lots, (lot) => lot.projectId);
}

interface Settlement {
  mode: Mode;
  now: Date;
  orders: QueuedOrder[];
  lots: StockedLot[];
  retirements: NewRetirement[];
}

/** Writes what a batch decided; throws, so that nothing of it commits, if a row was not as read. */
export async function settle(sql: Sql, batch: Settlement): Promise<void> {
  const { mode, now, orders, lots, retirements } = batch;
  const [written] = await sql.query<{ filled: number; moved: number; retired: number }>(SETTLE, [
    mode,
    now,
    orders.map((order) => order.account_id),
    orders.map((order) => order.id),
    lots.map((lot) => lot.id),
    lots.map((lot) => lot.readKg),
    lots.map((lot) => lot.nextKg),
    retirements.map(({ order }) => order.account_id),
    retirements.map(({ order }) => order.id),
    retirements.map(({ order }) => order.amount_kg),
    retirements.map((retirement) => retirement.orderStartKg),
    retirements.map((retirement) => retirement.orderEndKg),
    retirements.map(({ lot }) => lot.id),
    retirements.map(({ lot }) => lot.quantityKg),
    retirements.map((retirement) => retirement.lotStartKg),
    retirements.map((retirement) => retirement.lotEndKg),
    retirements.map((retirement) => retirement.serialNumberRange),
  ]);
  const expected = [orders.length, lots.length, retirements.length];
  const actual = [written?.filled, written?.moved, written?.retired];
  if (expected.some((count, index) => count !== actual[index])) {
    throw new Error(`matching expected to write ${expected} rows and wrote ${actual}`);
  }
}

/** Remembers that these orders cannot be filled from this stock. */
export async function markTried(
  sql: Sql,
  stockVersion: number,
  orders: QueuedOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  const keys = [orders.map((order) => order.account_id), orders.map((order) => order.id)];
  await sql.query(MARK_TRIED, [stockVersion, ...keys]);
}
