import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { log } from "#core/log";
import { registryKeyOf } from "#domain/inventory";
import { migrate, migrationsFolder } from "#setup/migrations";
import { emptyDatabase, type TestDatabase } from "#testing/database";

const NAME = "20261122211500_registry_evidence";
const TEST_START_KG = 2 ** 52;
let before: TestDatabase;
let client: pg.Client;
let folder: string;

const copy = (name: string) =>
  fs.cpSync(path.join(migrationsFolder(), name), path.join(folder, name), { recursive: true });

const registryNames = [
  "Verra",
  "Verra (VCS)",
  "Verified Carbon Standard",
  "Gold Standard",
  "Isometric",
  "American Carbon Registry (ACR)",
  "ACR",
  "Climate Action Reserve",
  "ART TREES",
  "Cercarbono",
  "Puro.earth",
  "Cartagena Registry",
  "State of the Art Registry, Inc.",
  "***",
];

const lots = [
  // mode, id, project, vintage, kg, retired kg, serials, block, first, last, opaque, created
  ["live", "l_new", "p0", 2022, 3000, 0, "B-1-3", "B", 1, 3, false, "2026-01-02Z"],
  ["live", "l_old", "p0", 2021, 2000, 1500, "A-1-2", "A", 1, 2, false, "2026-01-03Z"],
  ["live", "l_iso", "p1", 2021, 1234, 0, "iss_1ABC", null, null, null, false, "2026-01-03Z"],
  ["test", "l_named", "p0", 2021, 2000, 0, "a name", null, null, null, false, "2026-01-01Z"],
  ["test", "l_opaque", "p0", 2021, 1500, 0, "iss_1XYZ", null, null, null, true, "2026-01-02Z"],
];

beforeAll(async () => {
  before = await emptyDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrations-"));
  for (const name of fs.readdirSync(migrationsFolder())) if (name < NAME) copy(name);
  await migrate(before.url, log, folder);
  client = new pg.Client({ connectionString: before.url });
  await client.connect();
  // Foreign keys need accounts and portfolios that don't matter here.
  await client.query("SET session_replication_role = replica");
  await client.query(
    `INSERT INTO projects (mode, id, position, name, type, summary, description, developer,
       location_name, registry_name, un_sdg_goals, activity_types, third_party_labels,
       credit_issuances, created_at, updated_at)
     SELECT mode, 'p' || n - 1, n, 'P', 'T', '', '', 'D', 'L', name, '{}', '{}', '{}', '[]', now(),
       now()
     FROM unnest($1::text[]) WITH ORDINALITY AS registry (name, n), unnest('{live,test}'::text[]) mode`,
    [registryNames],
  );
  for (const lot of lots) {
    await client.query(
      `INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
         serial_number_range, serial_block, serial_first, serial_last, opaque_serials, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      lot,
    );
  }
  await client.query(`
    INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg, fulfilled_kg,
      pricing_unit, price_per_kg_usd_cents, price_usd_cents, state, created_at, settled_at)
    VALUES ('acc', 'live', 'ord_1', 'pf', 'generic', 'api', 1500, 1500, 'kg', 1, 1500, 'fulfilled', now(), now())`);
  await client.query(`
    INSERT INTO retirements (account_id, order_id, order_amount_kg, order_start_kg, order_end_kg, mode,
      lot_id, lot_quantity_kg, lot_start_kg, lot_end_kg, serial_number_range, retired_at)
    VALUES ('acc', 'ord_1', 1500, 0, 1500, 'live', 'l_old', 2000, 0, 1500, 'A-1-2', now())`);
  await client.query(`
    INSERT INTO registry_retirements (mode, serial_number_range, created_at)
    VALUES ('live', 'GONE-1-2', now())`);
  copy(NAME);
  expect(await migrate(before.url, log, folder)).toContain(NAME);
});
afterAll(async () => {
  await client.end();
  fs.rmSync(folder, { recursive: true });
  await before.drop();
});

const rows = async (sql: string) => (await client.query(sql)).rows;

it("gives each lot a stretch of the line in the order of use, and the unit of its registry", async () => {
  expect(
    await rows(`
      SELECT id, line_start_kg::float8 AS start, unit_kg::int AS unit, root_lot_id, holding
      FROM credit_lots ORDER BY mode, line_start_kg`),
  ).toEqual([
    { id: "l_old", start: 0, unit: 1000, root_lot_id: "l_old", holding: "active" },
    { id: "l_new", start: 2000, unit: 1000, root_lot_id: "l_new", holding: "active" },
    { id: "l_iso", start: 5000, unit: 1, root_lot_id: "l_iso", holding: "active" },
    {
      id: "l_named",
      start: TEST_START_KG,
      unit: 2000,
      root_lot_id: "l_named",
      holding: "active",
    },
    {
      id: "l_opaque",
      start: TEST_START_KG + 2000,
      unit: 1500,
      root_lot_id: "l_opaque",
      holding: "active",
    },
  ]);
  expect(
    await rows("SELECT mode, next_line_kg::float8 AS next FROM catalogues ORDER BY mode"),
  ).toEqual([
    { mode: "live", next: 6234 },
    { mode: "test", next: TEST_START_KG + 3500 },
  ]);
});

it("names the registry of each project as the code does", async () => {
  await client.query("DELETE FROM credit_lots WHERE mode = 'test'");
  const script = fs.readFileSync(path.join(migrationsFolder(), NAME, "migration.sql"), "utf8");
  const expression = /CASE\s+WHEN p\.registry_name .*?END(?= AS registry)/s.exec(script)?.[0];
  const named = await rows(`
    SELECT registry_name AS name, ${expression} AS key FROM projects p WHERE mode = 'test'
    ORDER BY position`);
  expect(named).toEqual(registryNames.map((name) => ({ name, key: registryKeyOf(name) })));
  expect(named.map(({ key }) => key)).toEqual([
    "verra",
    "verra",
    "verra",
    "gold-standard",
    "isometric",
    "acr",
    "acr",
    "car",
    "art",
    "cercarbono",
    "puro",
    "cartagena-registry",
    "state-of-the-art-registry-inc",
    "unknown",
  ]);
});

it("calls earlier orders unreported, and later ones pending", async () => {
  expect(await rows("SELECT predates_evidence FROM retirements")).toEqual([
    { predates_evidence: true },
  ]);
  expect(await rows("SELECT registry_status, registry_revision FROM orders")).toEqual([
    { registry_status: "unreported", registry_revision: 0 },
  ]);
  expect(
    await rows(`
      SELECT column_default FROM information_schema.columns
      WHERE table_name = 'retirements' AND column_name = 'predates_evidence'`),
  ).toEqual([{ column_default: "false" }]);
});

it("keeps the serials that exports named as retired", async () => {
  expect(await rows("SELECT mode, serial_number_range FROM retired_serials")).toEqual([
    { mode: "live", serial_number_range: "GONE-1-2" },
  ]);
});
