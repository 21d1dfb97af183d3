// Verifying a serial has the same cost on any ledger: plans look up single rows.
import { randomInt } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { database, type Statement } from "#core/db";
import { call } from "#testing/api";
import { closeLine, NEXT_LINE_KG, recomputeTotals } from "#testing/bench/history";
import { named, planOf } from "#testing/bench/plans";
import { type Recorded, recordStatements } from "#testing/bench/record";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";

const statement = (text: string): Statement => ({ name: "", text });

// As in history.ts: a replica runs no triggers, and foreign keys are triggers.
const TRUST = statement("SET LOCAL session_replication_role = replica");

const orderOf = "'ord_00' || $1::text || 'e008' || lpad(n::text, 12, '0')";
const lotOf = "'lot_' || $1::text || '_' || n";
const rangeOf = "'VFY-' || $1::text || '-' || n || '-' || n";

const ADD_ORDERS = statement(`
  INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg, fulfilled_kg,
                      pricing_unit, price_per_tonne, price, currency, state,
                      created_at, settled_at)
  SELECT $2, 'test', ${orderOf}, $3, 'generic', 'api', 1000, 1000, 'tonne', 2000, 2000, 'usd', 'fulfilled',
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

interface Lots {
  batch: string;
  count: number;
}

/** The nth lot's serial. */
function serialOf({ batch }: Lots, n: number): string {
  return `VFY-${batch}-${n}-${n}`;
}

/** Inserts lots of one tonne each, each retired for its own order and listed by its registry. */
async function seedLots(count: number): Promise<Lots> {
  const shop = await openShop(1);
  const { account } = await makeAccount();
  const batch = randomInt(10_000_000, 99_999_999).toString();
  await database().sqlTransaction(async (sql) => {
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

let lots: Lots;

beforeAll(async () => {
  lots = await seedLots(5000);
});

/** SQL of a second request: the first one stores the certificate's record. */
async function statementsOf(serial: string): Promise<Recorded[]> {
  const path = `/verify?${new URLSearchParams({ serial })}`;
  await call("GET", path);
  return recordStatements(() => call("GET", path));
}

describe("the seeded ledger", () => {
  it("returns the only certificate of a serial", async () => {
    const { json } = await call("GET", `/verify?serial=${serialOf(lots, 4321)}`);
    expect(json.retirements).toHaveLength(1);
    expect(json.serials).toEqual([
      {
        mode: "test",
        asked_kg: 1000,
        retired_kg: 1000,
        replaced_kg: 0,
        registry_retired_kg: 0,
        in_registry: true,
      },
    ]);
  });
});

describe("verifying a serial", () => {
  it("takes eight round trips: four for the serial, and four for the certificate as it is now", async () => {
    const names = (await statementsOf(serialOf(lots, 7))).map(({ name }) => name);
    expect(names).toHaveLength(8);
  });

  it("reads no more lots and certificates of a large range than it returns", async () => {
    const path = `/verify?serial=VFY-${lots.batch}-1-${lots.count}`;
    const { json } = await call("GET", path);
    expect([json.retirements.length, json.has_more]).toEqual([50, true]);
    expect(json.serials).toMatchObject([{ asked_kg: 5_000_000, retired_kg: 50_000 }]);
  });

  it.each(["custom", "generic"] as const)(
    "reads no table in full, with a %s plan",
    async (mode) => {
      const statements = await statementsOf(serialOf(lots, 4321));
      for (const [name, index] of [
        [/^inventory-find-lots-of-serials/, "credit_lots_retired_serial_idx"],
        [/^inventory-find-lots-of-names/, "credit_lots_serial_number_range_mode_key"],
        [/^inventory-find-retirements-of-lots/, "retirements_lot_id_mode_lot_start_kg_key"],
        [/^inventory-find-serials-in-registry/, "retired_serials_serial_idx"],
      ] as const) {
        const plan = await planOf(named(statements, name), mode);
        expect(plan).toContain(index);
        expect(plan).not.toMatch(
          /(Seq Scan|Bitmap\w* \w+ Scan|Parallel).* on (credit|retire|regist)/,
        );
        expect(plan).not.toMatch(/(Hash|Merge) Join/);
      }
    },
  );
});
