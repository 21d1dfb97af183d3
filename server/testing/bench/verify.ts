// Verifying a serial number in a ledger of a million lots and retirements, compared with a
// thousand.
import { randomInt } from "node:crypto";
import { database, type Sql, type Statement } from "#core/db";
import { orderNumber } from "#core/id";
import { serve } from "#rest/serve";
import { recomputeTotals } from "#testing/bench/history";
import { closeLine, NEXT_LINE_KG } from "#testing/bench/line";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { openShop, seededId, settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";

const FEW = 1000;
const MANY = 1_000_000;
const REQUESTS = 300;
/** Warm-up requests: PostgreSQL plans a statement individually for its first five runs. */
const WARM_UP = 20;
const MAX_RATIO = 1.5;
/**
 * The two are measured one after the other, so other load differs: the 10th percentile shows the
 * work itself best.
 */
const PERCENTILE = 0.1;

const statement = (text: string): Statement => ({ name: "", text });

// As in history.ts: a replica runs no triggers, and foreign keys are triggers.
const TRUST = statement("SET LOCAL session_replication_role = replica");

const orderOf = "'ord_00' || $1::text || 'e008' || lpad(n::text, 12, '0')";
const lotOf = "'lot_' || $1::text || '_' || n";
const rangeOf = "'VFY-' || $1::text || '-' || n || '-' || n";

const ADD_ORDERS = statement(`
  INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg, fulfilled_kg,
                      pricing_unit, price_per_tonne_usd_cents, price_usd_cents, state,
                      created_at, settled_at)
  SELECT $2, 'test', ${orderOf}, $3, 'generic', 'api', 1000, 1000, 'tonne', 2000, 2000, 'fulfilled',
         now(), now()
  FROM generate_series(1, $4::int) AS n`);

const ADD_EVENTS = statement(`
  INSERT INTO events (account_id, id, subject_type, subject_id, sequence, type, created_at)
  SELECT $2, replace(${orderOf}, 'ord_', 'evt_'), 'order', ${orderOf}, 1, 'order.fulfilled', now()
  FROM generate_series(1, $3::int) AS n`);

const ADD_LOTS = statement(`
  INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
                           serial_number_range, serial_block, serial_first, serial_last, created_at,
                           registry, unit_kg, root_lot_id, line_start_kg)
  SELECT 'test', ${lotOf}, $2, 2020, 1000, 1000, ${rangeOf}, 'VFY-' || $1::text || '-#-#', n, n, now(),
         'verra', 1000, ${lotOf}, ${NEXT_LINE_KG} + (n - 1) * 1000::bigint
  FROM generate_series(1, $3::int) AS n`);

const ADD_RETIREMENTS = statement(`
  INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg,
                           mode, lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg,
                           serial_number_range, retired_at)
  SELECT $2, ${orderOf}, 1000, 0, 1000, 'test', ${lotOf}, 1000, 0, 1000, ${rangeOf}, now()
  FROM generate_series(1, $3::int) AS n`);

const ADD_REGISTRY = statement(`
  INSERT INTO retired_serials
    (mode, serial_number_range, serial_block, serial_first, serial_last, created_at)
  SELECT 'test', 'R' || ${rangeOf}, 'VFY-' || $1::text || '-#-#', n, n, now()
  FROM generate_series(1, $2::int) AS n`);

export interface Lots {
  batch: string;
  count: number;
}

/** The nth lot's serial. */
export function serialOf({ batch }: Lots, n: number): string {
  return `VFY-${batch}-${n}-${n}`;
}

/** Inserts lots of one tonne each, each retired for its own order and listed by its registry. */
export async function seedLots(count: number): Promise<Lots> {
  const shop = await openShop(1);
  const { account } = await makeAccount();
  const batch = randomInt(10_000_000, 99_999_999).toString();
  await database().sqlTransaction(async (sql: Sql) => {
    await sql.query(TRUST, []);
    await sql.query(ADD_ORDERS, [batch, account.id, shop.narrowId, count]);
    await sql.query(ADD_EVENTS, [batch, account.id, count]);
    await sql.query(ADD_LOTS, [batch, shop.loneProjectId, count]);
    await closeLine(sql);
    await sql.query(ADD_RETIREMENTS, [batch, account.id, count]);
    await sql.query(ADD_REGISTRY, [batch, count]);
  });
  await recomputeTotals();
  await settleTables();
  return { batch, count };
}

async function requestMs(lots: Lots, n: number): Promise<number> {
  const query = new URLSearchParams({ serial: serialOf(lots, n) });
  const started = performance.now();
  const response = await serve(new Request(`http://localhost/v1/verify?${query}`));
  const text = await response.text();
  const ms = performance.now() - started;
  if (!text.includes(orderNumber(seededId(lots.batch, n)))) throw new Error(`${n}: ${text}`);
  return ms;
}

/** Time of lookups scattered over the lots, each with a stored record. */
async function lookupMs(lots: Lots): Promise<number> {
  const ms: number[] = [];
  for (let turn = 0; turn < WARM_UP + REQUESTS; turn += 1) {
    const n = 1 + Math.floor(((turn * Math.SQRT2) % 1) * lots.count);
    await requestMs(lots, n);
    const took = await requestMs(lots, n);
    if (turn >= WARM_UP) ms.push(took);
  }
  return percentile(sortedNumbers(ms), PERCENTILE) ?? 0;
}

/** Measures the API's handler. */
export async function benchVerify(): Promise<Section[]> {
  const [few, many] = [await lookupMs(await seedLots(FEW)), await lookupMs(await seedLots(MANY))];
  const ratio = many / few;
  const line: Line = {
    label: "one serial",
    figure: formatNumber(ratio),
    note: `${formatNumber(many)} ms of ${formatNumber(MANY)} lots : ${formatNumber(few)} ms of ${formatNumber(FEW)}`,
    goal: { text: `≤ ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
  };
  return [{ title: "GET /v1/verify?serial=…, the quickest tenth", lines: [line] }];
}
