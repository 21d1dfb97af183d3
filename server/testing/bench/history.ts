// Inserts years of fulfilled orders with retirements, lots, events and totals, as matching leaves
// them, so that checkLedger reports nothing.
import { randomInt } from "node:crypto";
import { database, type Sql, type Statement } from "#core/db";
import { fillsOfTotals } from "#domain/diagnostics";

export const statement = (text: string): Statement => ({ name: "", text });

/** SQL for the end of the test mode's line of kg, where seeded lots start. */
export const NEXT_LINE_KG = "(SELECT next_line_kg FROM catalogues WHERE mode = 'test')";

/** Moves the end of the test mode's line behind seeded lots. */
export async function closeLine(sql: Sql): Promise<void> {
  const text = `
    UPDATE catalogues SET next_line_kg = (
      SELECT max(line_start_kg + quantity_kg) FROM credit_lots WHERE mode = 'test'
    ) WHERE mode = 'test'`;
  await sql.query(statement(text), []);
}

const PART_KG = 125;
/** Lots per project, of successive vintages. */
const LOTS = 4;

interface History {
  accountId: string;
  portfolioId: string;
  count: number;
  from: Date;
  to: Date;
  /** Number of projects per order, which share it; the portfolio's projects are used in turn. */
  projectsPerOrder: number;
}

const FIND_PROJECTS = statement(`
  SELECT member.project_id AS id
  FROM portfolio_allocations a
  JOIN category_projects member ON member.mode = a.mode AND member.category_id = a.category_id
  WHERE a.mode = 'test' AND a.portfolio_id = $1 ORDER BY 1`);

// A replica runs no triggers, and foreign keys are triggers; checkLedger verifies the same.
export const TRUST = statement("SET LOCAL session_replication_role = replica");
export const TAKE_TIME = statement("SET LOCAL statement_timeout = 0");
/** Sums of ten million rows would otherwise go through files. */
const TAKE_MEMORY = statement("SET LOCAL work_mem = '512MB'");

// Like real ids, sorted by number: see seed.ts.
export const idOf = (kind: string, n: string) =>
  `'${kind}_00' || $2::text || 'e008' || lpad(${n}, 12, '0')`;

export const ADD_ORDERS = statement(`
  INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg, fulfilled_kg,
                      pricing_unit, price_per_tonne, price, currency, state,
                      created_at, settled_at)
  SELECT $1, 'test', ${idOf("ord", "n::text")}, $3, 'generic', 'api', $4::int, $4::int, 'tonne', 2000,
         $4::int * 2, 'usd', 'fulfilled', placed.at, placed.at
  FROM generate_series(1, $5::int) AS n
  CROSS JOIN LATERAL (
    SELECT $6::timestamptz + (n - 0.5) / $5 * ($7::timestamptz - $6::timestamptz) AS at
  ) AS placed`);

export const ADD_EVENTS = statement(`
  INSERT INTO events (account_id, id, subject_type, subject_id, sequence, type, created_at)
  SELECT $1, ${idOf("evt", "n::text")}, 'order', ${idOf("ord", "n::text")}, 1, 'order.fulfilled',
         now()
  FROM generate_series(1, $3::int) AS n`);

const lotOf = "'lot_' || $2::text || '_' || project || '_' || lot";
/** An opaque serial for the whole lot, which is never split. */
const serialsOf = "'BENCH/' || $2::text || '/' || project || '/' || lot || '/'";

// Orders are assigned to groups of projects in turn; an order's rank in its group determines its
// lot and kilograms.
const ADD_RETIREMENTS = statement(`
  INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg,
                           mode, lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg,
                           serial_number_range, retired_at)
  SELECT $1, ${idOf("ord", "n::text")}, $3::int * $4::int, part * $4, (part + 1) * $4, 'test',
         ${lotOf}, $5::bigint, start_kg, start_kg + $4,
         ${serialsOf},
         $9::timestamptz + (n - 0.5) / $6 * ($10::timestamptz - $9::timestamptz)
  FROM generate_series(1, $6::int) AS n
  CROSS JOIN generate_series(0, $3 - 1) AS part
  CROSS JOIN LATERAL (
    SELECT (n - 1) % $7::int * $3 + part AS project, (n - 1) / $7 / $8::int AS lot,
           (n - 1) / $7 % $8 * $4::bigint AS start_kg
  ) AS place`);

const ADD_LOTS = statement(`
  INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
                           serial_number_range, opaque_serials, created_at, registry, unit_kg,
                           root_lot_id, line_start_kg)
  SELECT 'test', ${lotOf}, ($1::text[])[project + 1], 2018 + lot, $3::bigint,
         coalesce(taken.kg, 0), ${serialsOf}, true, now(), 'verra', $3::bigint, ${lotOf},
         ${NEXT_LINE_KG} + (project * $4::int + lot) * $3::bigint
  FROM generate_series(0, cardinality($1::text[]) - 1) AS project
  CROSS JOIN generate_series(0, $4::int - 1) AS lot
  LEFT JOIN (
    SELECT lot_id, max(lot_end_kg) AS kg FROM retirements WHERE account_id = $5 GROUP BY lot_id
  ) taken ON taken.lot_id = ${lotOf}`);

async function addHistory(sql: Sql, history: History): Promise<void> {
  const { accountId, portfolioId, count, from, to, projectsPerOrder } = history;
  const projects = await sql.query<{ id: string }>(FIND_PROJECTS, [portfolioId]);
  const groups = projects.length / projectsPerOrder;
  const ordersOfLot = Math.ceil(count / groups / LOTS);
  const lotKg = Math.ceil((ordersOfLot * PART_KG) / 1000) * 1000;
  const batch = randomInt(10_000_000, 99_999_999).toString();
  const amountKg = PART_KG * projectsPerOrder;
  await sql.query(TRUST, []);
  await sql.query(TAKE_TIME, []);
  const orders = [accountId, batch, portfolioId, amountKg, count, from, to];
  await sql.query(ADD_ORDERS, orders);
  await sql.query(ADD_EVENTS, [accountId, batch, count]);
  const shares = [projectsPerOrder, PART_KG, lotKg, count, groups, ordersOfLot];
  await sql.query(ADD_RETIREMENTS, [accountId, batch, ...shares, from, to]);
  await sql.query(ADD_LOTS, [projects.map(({ id }) => id), batch, lotKg, LOTS, accountId]);
  await closeLine(sql);
}

/**
 * Inserts an account's fulfilled orders, evenly over the period. Call `recomputeTotals` afterwards.
 */
export async function seedHistory(history: History): Promise<void> {
  await database().sqlTransaction((sql) => addHistory(sql, history));
}

/** Computes all totals. */
export async function recomputeTotals(): Promise<void> {
  for (const { table, text } of fillsOfTotals) {
    await database().sqlTransaction(async (sql) => {
      await sql.query(TAKE_TIME, []);
      await sql.query(TAKE_MEMORY, []);
      await sql.query(statement(`DELETE FROM ${table}`), []);
      await sql.query(statement(text), []);
    });
  }
}
