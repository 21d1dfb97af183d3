// Many fulfilled orders whose credits no registry has retired yet.
import { randomInt } from "node:crypto";
import { database } from "#core/db";
import { rebuildTotals } from "#domain/diagnostics";
import { parseSerialRange } from "#domain/inventory";
import {
  ADD_EVENTS,
  ADD_ORDERS,
  closeLine,
  idOf,
  NEXT_LINE_KG,
  statement,
  TAKE_TIME,
  TRUST,
} from "#testing/bench/history";
import { makeAccount, systemContext } from "#testing/factories";

const ORDER_KG = 10;
const END = "-VCS-VCU-1507-VER-IN-1-999999-01012020-31122020-0";

const ADD_LOT = statement(`
  INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
    serial_number_range, serial_block, serial_first, serial_last, created_at, registry, unit_kg,
    root_lot_id, line_start_kg)
  SELECT 'test', 'lot_backlog', member.project_id, 2020, $2::bigint, $2::bigint, $3::text, $4,
    1, $2::bigint / 1000, now(), 'verra', 1000, 'lot_backlog', ${NEXT_LINE_KG}
  FROM portfolio_allocations a
  JOIN category_projects member ON member.mode = a.mode AND member.category_id = a.category_id
  WHERE a.mode = 'test' AND a.portfolio_id = $1 ORDER BY 3 LIMIT 1`);

const ADD_RETIREMENTS = statement(`
  INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg,
    mode, lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg, serial_number_range, retired_at)
  SELECT $1, ${idOf("ord", "n::text")}, $3::int, 0, $3::int, 'test', 'lot_backlog', $4::bigint,
    (n - 1) * $3::bigint, n * $3::bigint, '7-' || tonne || '-' || tonne || '${END}', $6::timestamptz
  FROM generate_series(1, $5::int) AS n
  CROSS JOIN LATERAL (SELECT 1 + (n - 1) * $3::bigint / 1000 AS tonne) AS serial`);

const ADD_KEYS = statement(`
  INSERT INTO idempotency_keys (account_id, key, request_hash, status, body, created_at)
  SELECT $1, n::text, '', 201,
    json_build_object('id', ${idOf("ord", "n::text")}, 'order_number', n)::text, $4
  FROM generate_series(1, $3::int) AS n`);

/** Adds the orders, which the sandbox registry then retires. Returns their account's id. */
export async function addRegistryBacklog(portfolioId: string, orders: number): Promise<string> {
  const { account } = await makeAccount();
  const batch = randomInt(10_000_000, 99_999_999).toString();
  const kg = orders * ORDER_KG;
  const serials = `7-1-${kg / 1000}${END}`;
  const range = parseSerialRange(serials, kg, { isOpaque: false });
  const block = "blockKey" in range ? range.blockKey : null;
  const now = new Date();
  const { id } = account;
  await database().sqlTransaction(async (sql) => {
    await sql.query(TRUST, []);
    await sql.query(TAKE_TIME, []);
    await sql.query(ADD_ORDERS, [id, batch, portfolioId, ORDER_KG, orders, now, now]);
    await sql.query(ADD_EVENTS, [id, batch, orders]);
    await sql.query(ADD_KEYS, [id, batch, orders, now]);
    await sql.query(ADD_RETIREMENTS, [id, batch, ORDER_KG, kg, orders, now]);
    await sql.query(ADD_LOT, [portfolioId, kg, serials, block]);
    await closeLine(sql);
  });
  // With its locks, because others sell at the same time.
  await rebuildTotals(systemContext(), { dryRun: false, database: database() });
  return id;
}
