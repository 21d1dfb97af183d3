// Lots of a registry, sold completely, for measuring the work with registries.
import { randomInt } from "node:crypto";
import { database, type Statement } from "#core/db";
import { closeLine, NEXT_LINE_KG } from "#testing/bench/line";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";

const statement = (text: string): Statement => ({ name: "", text });

// As in history.ts: a replica runs no triggers, and foreign keys are triggers.
const TRUST = statement("SET LOCAL session_replication_role = replica");

const orderOf = "'ord_00' || $1::text || 'e008' || lpad(n::text, 12, '0')";
const lotOf = "'lot_' || $1::text || '_' || lot";
const blockOf = "'SLD-' || $1::text || '-' || lot || '-'";

const ADD_ORDERS = statement(`
  INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg, fulfilled_kg,
                      pricing_unit, price_per_tonne_usd_cents, price_usd_cents, state,
                      beneficiary_name, registry_status, created_at, settled_at)
  SELECT $2, 'test', ${orderOf}, $3, 'generic', 'api', $5, $5, 'tonne', 2000, 2 * $5::int,
         'fulfilled', 'Customer ' || n, 'pending', now(), now()
  FROM generate_series(0, $4::int - 1) AS n`);

const ADD_LOTS = statement(`
  INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
                           serial_number_range, serial_block, serial_first, serial_last, created_at,
                           registry, unit_kg, root_lot_id, line_start_kg)
  SELECT 'test', ${lotOf}, ($2::text[])[1 + lot % cardinality($2::text[])], 2018 + lot % 5,
         $4::bigint, $4::bigint, ${blockOf} || '1-' || $4::bigint / 1000, ${blockOf} || '#-#', 1,
         $4::bigint / 1000, now(), 'verra', 1000, ${lotOf},
         ${NEXT_LINE_KG} + lot * $4::bigint
  FROM generate_series(0, $3::int - 1) AS lot`);

const ADD_ALLOCATIONS = statement(`
  INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg,
                           mode, lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg,
                           serial_number_range, retired_at)
  SELECT $2, ${orderOf}, $5, 0, $5, 'test', ${lotOf}, $4::bigint, start_kg, start_kg + $5,
         'SLD', now()
  FROM generate_series(0, $3::int - 1) AS n
  CROSS JOIN LATERAL (
    SELECT n / ($4::bigint / $5::int) AS lot, n % ($4::bigint / $5::int) * $5 AS start_kg
  ) AS place`);

export interface SoldLots {
  batch: string;
  lots: number;
  tonnesPerLot: number;
}

/** Sells lots of 100 tonnes to orders of this size, each with a beneficiary of its own. */
export async function seedSoldLots(input: { orders: number; kg: number }): Promise<SoldLots> {
  const { orders, kg } = input;
  const lotKg = 100_000;
  const lots = (orders * kg) / lotKg;
  const { narrowId } = await openShop(10);
  const { account } = await makeAccount();
  const projects = await database().prisma.project.findMany({ where: { mode: "test" } });
  const ids = projects.map(({ id }) => id);
  const batch = randomInt(10_000_000, 99_999_999).toString();
  await database().sqlTransaction(async (sql) => {
    await sql.query(TRUST, []);
    await sql.query(statement("SET LOCAL statement_timeout = 0"), []);
    await sql.query(ADD_ORDERS, [batch, account.id, narrowId, orders, kg]);
    await sql.query(ADD_LOTS, [batch, ids, lots, lotKg]);
    await sql.query(ADD_ALLOCATIONS, [batch, account.id, orders, lotKg, kg]);
    await closeLine(sql);
  });
  await settleTables();
  return { batch, lots, tonnesPerLot: lotKg / 1000 };
}
