import type { Context } from "#core/context";
import type { Statement } from "#core/db";
import {
  checkSerialNames,
  narrowSerialRange,
  SERIAL_NAMES_CHECK,
  type SerialForm,
  SerialRangeError,
  serialForm,
  unsoldRetiredSerials,
} from "#domain/inventory";
import { currencyChecks } from "./check-currencies";
import { evidenceChecks } from "./check-evidence";
import { holdChecks } from "./check-holds";
import { remedyChecks } from "./check-remedies";
import { sumChecks } from "./totals";

const check = (name: string, text: string): Statement => ({ name, text });

const lotChecks = [
  check(
    "a lot's retired kg are the sum, and the end, of its retirements",
    `SELECT lot.mode, lot.id AS lot_id, lot.retired_kg,
            coalesce(taken.kg, 0) AS sum_kg, coalesce(taken.end_kg, 0) AS end_kg
     FROM credit_lots lot LEFT JOIN (
       SELECT mode, lot_id, sum(lot_end_kg - lot_start_kg)::bigint AS kg, max(lot_end_kg) AS end_kg
       FROM retirements GROUP BY mode, lot_id
     ) taken ON taken.mode = lot.mode AND taken.lot_id = lot.id
     WHERE lot.retired_kg <> coalesce(taken.kg, 0) OR lot.retired_kg <> coalesce(taken.end_kg, 0)`,
  ),
  check(
    "a lot is never below zero nor over its quantity",
    `SELECT mode, id AS lot_id, retired_kg, quantity_kg FROM credit_lots
     WHERE retired_kg NOT BETWEEN 0 AND quantity_kg OR quantity_kg <= 0`,
  ),
  check(
    "the retirements of a lot follow each other from 0 on, without gap or overlap",
    `SELECT * FROM (
       SELECT mode, lot_id, order_id, lot_start_kg, lot_end_kg,
              coalesce(lag(lot_end_kg) OVER lot, 0) AS expected_start_kg
       FROM retirements WINDOW lot AS (PARTITION BY mode, lot_id ORDER BY lot_start_kg, lot_end_kg)
     ) chain WHERE lot_start_kg <> expected_start_kg OR lot_end_kg <= lot_start_kg`,
  ),
  check(
    "no two lots of a mode hold one serial",
    `SELECT * FROM (
       SELECT mode, id AS lot_id, serial_number_range, serial_first,
              max(serial_last) OVER (PARTITION BY mode, block
                ORDER BY serial_first, serial_last, id
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_up_to
       FROM (
         SELECT *, regexp_replace(translate(serial_block, '‐‑‒–—―−', '-------'),
                                  '[\\s\\u00a0]+', '', 'g') AS block
         FROM credit_lots WHERE serial_block IS NOT NULL
       ) numbered
     ) lots WHERE serial_first <= taken_up_to
     UNION ALL
     SELECT mode, min(id), serial_number_range, NULL, NULL FROM credit_lots
     GROUP BY mode, serial_number_range HAVING count(*) > 1`,
  ),
  check(
    "no lot on sale offers a serial that its registry named as retired",
    // Those that were retired in advance are on sale with their record.
    unsoldRetiredSerials(`
      SELECT * FROM credit_lots
      WHERE state = 'on_sale' AND holding = 'active' AND retired_kg < quantity_kg`),
  ),
  check(
    "a lot's serials are its tonnes",
    `SELECT mode, id AS lot_id, quantity_kg, serial_number_range FROM credit_lots
     WHERE (serial_last - serial_first + 1) * 1000 <> quantity_kg`,
  ),
];

const orderChecks = [
  check(
    "the retirements of an order follow each other from 0 on, without gap or overlap",
    `SELECT * FROM (
       SELECT account_id, order_id, order_start_kg, order_end_kg,
              coalesce(lag(order_end_kg) OVER filled, 0) AS expected_start_kg
       FROM retirements
       WINDOW filled AS (PARTITION BY account_id, order_id ORDER BY order_start_kg, order_end_kg)
     ) chain WHERE order_start_kg <> expected_start_kg OR order_end_kg <= order_start_kg`,
  ),
  check(
    "an order is fulfilled exactly when its retirements sum to its kg, else it has none",
    `SELECT o.account_id, o.id AS order_id, o.state, o.amount_kg, o.fulfilled_kg,
            coalesce(filled.kg, 0) AS retired_kg
     FROM orders o LEFT JOIN (
       SELECT account_id, order_id, sum(order_end_kg - order_start_kg)::bigint AS kg
       FROM retirements WHERE remedy_end_kg IS NULL GROUP BY account_id, order_id
     ) filled ON filled.account_id = o.account_id AND filled.order_id = o.id
     WHERE coalesce(filled.kg, 0) <> CASE WHEN o.state = 'fulfilled' THEN o.amount_kg ELSE 0 END
        OR o.fulfilled_kg IS DISTINCT FROM CASE WHEN o.state = 'fulfilled' THEN o.amount_kg END`,
  ),
  check(
    "a retirement has its order and its lot, of the same kg on both sides",
    `SELECT r.account_id, r.order_id, r.order_start_kg, r.mode, r.lot_id
     FROM retirements r
     LEFT JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
     LEFT JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
     WHERE o.id IS NULL OR lot.id IS NULL
        OR r.order_amount_kg <> o.amount_kg OR r.lot_quantity_kg <> lot.quantity_kg
        OR r.lot_end_kg > lot.quantity_kg
        OR (r.remedy_end_kg IS NULL AND r.order_end_kg > o.amount_kg)
        OR r.lot_end_kg - r.lot_start_kg <> r.order_end_kg - r.order_start_kg`,
  ),
  check(
    "an account's orders are filled with credits of its own mode",
    `SELECT r.account_id, r.order_id, r.mode AS retired_mode, o.mode AS order_mode,
            a.mode AS account_mode, lot.id AS lot_id, p.id AS project_id
     FROM retirements r
     JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
     JOIN accounts a ON a.id = r.account_id
     JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
     LEFT JOIN projects p ON p.mode = a.mode AND p.id = lot.project_id
     WHERE r.mode <> a.mode OR o.mode <> a.mode OR p.id IS NULL`,
  ),
  check(
    "an order's price is its kg times its price per tonne or kg, rounded up to the currency's step",
    `SELECT account_id, id AS order_id, amount_kg, price_per_tonne, price_step,
            price_per_kg, price
     FROM orders
     WHERE price IS DISTINCT FROM CASE pricing_unit
       WHEN 'kg' THEN amount_kg::bigint * price_per_kg
       ELSE ceil(amount_kg::numeric * price_per_tonne / 1000 / price_step) * price_step END`,
  ),
  check(
    "an order is cancelled exactly when it has a cancellation",
    `SELECT o.account_id, o.id AS order_id, o.state, c.reason
     FROM orders o
     FULL JOIN order_cancellations c ON c.account_id = o.account_id AND c.order_id = o.id
     WHERE o.id IS NULL OR (o.state = 'cancelled') <> (c.order_id IS NOT NULL)
        OR (o.state = 'cancelled') <> (o.cancelled_order_id IS NOT DISTINCT FROM o.id)`,
  ),
  check(
    "an order has one event for each change of its status, numbered from 1",
    `SELECT o.account_id, o.id AS order_id, o.state, count(e.id) AS events,
            array_agg(e.type ORDER BY e.sequence) AS types
     FROM orders o LEFT JOIN events e ON e.account_id = o.account_id AND e.subject_id = o.id
       AND e.type NOT IN ('order.retired', 'order.retirement_corrected')
     GROUP BY o.account_id, o.id, o.state
     HAVING count(e.id) <> CASE WHEN o.state = 'placed' THEN 0 ELSE 1 END
         OR bool_or(e.sequence <> 1 OR e.type <> 'order.' || o.state)`,
  ),
  check(
    "an order is settled exactly when it is no longer placed",
    `SELECT account_id, id AS order_id, state, settled_at FROM orders
     WHERE (state = 'placed') <> (settled_at IS NULL)`,
  ),
];

const otherChecks = [
  check(
    "a portfolio's fractions follow each other from 0 to exactly one",
    `SELECT p.mode, p.id AS portfolio_id, coalesce(parts.millionths, 0) AS millionths
     FROM portfolios p LEFT JOIN (
       SELECT mode, portfolio_id, sum(end_millionths - start_millionths) AS millionths,
              bool_and(is_next) AS is_chain
       FROM (
         SELECT *, start_millionths = coalesce(lag(end_millionths) OVER portfolio, 0) AS is_next
         FROM portfolio_allocations
         WINDOW portfolio AS (PARTITION BY mode, portfolio_id ORDER BY start_millionths)
       ) allocations GROUP BY mode, portfolio_id
     ) parts ON parts.mode = p.mode AND parts.portfolio_id = p.id
     WHERE coalesce(parts.millionths, 0) <> 1000000 OR NOT parts.is_chain`,
  ),
  check(
    "a stored response for an idempotency key names an existing order",
    `SELECT stored.account_id, stored.key, stored.order_id FROM (
       SELECT account_id, key, substring(body FROM '^\\{"id":"(ord_[0-9a-z]+)"') AS order_id
       FROM idempotency_keys
     ) stored
     LEFT JOIN orders o ON o.account_id = stored.account_id AND o.id = stored.order_id
     WHERE stored.order_id IS NOT NULL AND o.id IS NULL`,
  ),
  check(
    "a live account has one test account, and each test account belongs to a live one",
    `SELECT coalesce(test_account.id, live.id) AS account_id, live.mode AS live_mode,
            test_account.mode AS test_mode
     FROM (SELECT * FROM accounts WHERE live_account_id IS NULL) live
     FULL JOIN (SELECT * FROM accounts WHERE live_account_id IS NOT NULL AND reset_at IS NULL)
       test_account
       ON test_account.live_account_id = live.id
     WHERE live.mode IS DISTINCT FROM 'live' OR test_account.mode IS DISTINCT FROM 'test'`,
  ),
];

export const ledgerChecks: readonly Statement[] = [
  ...lotChecks,
  ...orderChecks,
  ...otherChecks,
  ...currencyChecks,
  ...evidenceChecks,
  ...remedyChecks,
  ...holdChecks,
  ...sumChecks,
];

/** A page of retirements, with the serials of their lot. */
const PAGE_RETIREMENTS: Statement = {
  name: "inventory-page-retirements",
  text: `
    SELECT r.account_id, r.order_id, r.order_start_kg, r.mode, r.lot_id, r.lot_start_kg,
           r.lot_end_kg, r.serial_number_range, lot.serial_number_range AS lot_range,
           lot.quantity_kg, ${serialForm} AS serial_form
    FROM retirements r JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
    WHERE (r.account_id, r.order_id, r.order_start_kg)
      > ($1::text COLLATE "C", $2::text COLLATE "C", $3::integer)
    ORDER BY r.account_id, r.order_id, r.order_start_kg LIMIT $4`,
};

export interface PagedRetirement {
  account_id: string;
  order_id: string;
  order_start_kg: number;
  mode: string;
  lot_id: string;
  lot_start_kg: number;
  lot_end_kg: number;
  serial_number_range: string;
  lot_range: string;
  quantity_kg: number;
  serial_form: SerialForm;
}

const PAGE = 5_000;
/** Most rows reported per check. */
const MAX_ROWS = 1_000;

/** A row that violates the invariant `check`. */
export interface LedgerFault {
  check: string;
  row: Record<string, unknown>;
}

const SERIALS = "a retirement names the serials of the tonnes that it touches";

/** The valid serial ranges. A lot that was declared opaque later named tonnes before. */
function expectedRanges(row: PagedRetirement): string[] {
  const lot = { serialNumberRange: row.lot_range, quantityKg: row.quantity_kg };
  const forms = row.serial_form === "opaque" ? (["opaque", "named"] as const) : [row.serial_form];
  try {
    return forms.map((serialForm) =>
      narrowSerialRange({ ...lot, serialForm }, row.lot_start_kg, row.lot_end_kg),
    );
  } catch (error) {
    if (error instanceof SerialRangeError) return [`none: ${error.message}`];
    throw error;
  }
}

/** Computes every retirement's serial range again, a page at a time. */
async function checkSerials(ctx: Context): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  let after: unknown[] = ["", "", -1];
  for (;;) {
    await ctx.progress?.({
      phase: SERIALS,
      done: ledgerChecks.length,
      total: ledgerInvariants.length,
    });
    const rows = await ctx.db.query<PagedRetirement>(PAGE_RETIREMENTS, [...after, PAGE]);
    for (const row of rows) {
      const expected = expectedRanges(row);
      if (expected.includes(row.serial_number_range) || faults.length >= MAX_ROWS) continue;
      faults.push({ check: SERIALS, row: { ...row, expected: expected[0] } });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return faults;
    after = [last.account_id, last.order_id, last.order_start_kg];
  }
}

export const ledgerInvariants: readonly string[] = [
  ...ledgerChecks.map(({ name }) => name),
  SERIAL_NAMES_CHECK,
  SERIALS,
];

/** Rows that violate an invariant; empty if the ledger is consistent. */
export async function checkLedger(ctx: Context): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  const total = ledgerInvariants.length;
  for (const [done, { name, text }] of ledgerChecks.entries()) {
    await ctx.progress?.({ phase: name, done, total });
    const statement = { name: "", text: `${text} LIMIT ${MAX_ROWS}` };
    const rows = await ctx.db.query<Record<string, unknown>>(statement, []);
    faults.push(...rows.map((row) => ({ check: name, row })));
  }
  const named = (await checkSerialNames(ctx)).slice(0, MAX_ROWS);
  faults.push(...named.map((row) => ({ check: SERIAL_NAMES_CHECK, row: { ...row } })));
  return [...faults, ...(await checkSerials(ctx))];
}
