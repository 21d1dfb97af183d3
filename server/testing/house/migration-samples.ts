import type { RuleName } from "./rules";
import { type Sample, withText } from "./sample";

const rule: RuleName = "migrations hold no long lock, and declare the versions they allow";
const FILE = "prisma/migrations/20990101000000_planted/migration.sql";
const DECLARED = "-- Runs beside: 20260104000000_contract\n";
const OUTSIDE = `${DECLARED}-- Outside a transaction\n`;

const sample = (sql: string, violation: RegExp, header = DECLARED): Sample =>
  withText(rule, FILE, header + sql, violation);
const outside = (sql: string, violation: RegExp) => sample(sql, violation, OUTSIDE);

const readsRows = /reads all rows: add it NOT VALID/;
const defaults = /volatile or computed default/;
const alter = "ALTER TABLE orders";

export const migrationSamples: Sample[] = [
  sample("CREATE TABLE x (id int);", /needs "-- Runs beside: /, ""),
  sample(
    "CREATE TABLE x (id int);",
    /needs "-- Runs beside: /,
    "-- Runs beside no older version: \n",
  ),
  sample("CREATE INDEX x ON orders (id);", /CREATE INDEX blocks writes/),
  outside("CREATE INDEX x ON orders (id);", /CREATE INDEX blocks writes/),
  sample("CREATE INDEX CONCURRENTLY IF NOT EXISTS x ON orders (id);", /Outside a transaction/),
  outside("CREATE INDEX CONCURRENTLY x ON orders (id);", /without IF NOT EXISTS/),
  sample(`${alter} ADD CONSTRAINT x CHECK (id > 0);`, readsRows),
  sample(`${alter} ADD FOREIGN KEY (id) REFERENCES accounts (id);`, readsRows),
  sample(`${alter} ADD COLUMN x int CHECK (x > 0);`, readsRows),
  sample(`${alter} ADD COLUMN x int REFERENCES accounts (id);`, readsRows),
  sample(`${alter} ADD CONSTRAINT x UNIQUE (id);`, /builds an index/),
  sample(`${alter} ADD PRIMARY KEY (id);`, /builds an index/),
  sample(
    `${alter} ADD CONSTRAINT x CHECK (id > 0) NOT VALID; ${alter} VALIDATE CONSTRAINT x;`,
    /make it a migration of its own/,
  ),
  sample(`${alter} ALTER id TYPE bigint;`, /change of type/),
  sample(`${alter} ALTER id SET NOT NULL;`, /SET NOT NULL reads all rows/),
  sample(`${alter} ADD COLUMN x int NOT NULL;`, /NOT NULL without a default/),
  sample(`${alter} ADD COLUMN x uuid DEFAULT gen_random_uuid();`, defaults),
  sample(`${alter} ADD COLUMN x timestamptz NOT NULL DEFAULT clock_timestamp();`, defaults),
  sample(`${alter} ADD COLUMN x bigserial;`, defaults),
  sample(`${alter} ADD COLUMN x int GENERATED ALWAYS AS (id) STORED;`, defaults),
  sample("UPDATE orders SET id = 1;", /changes rows in the transaction/),
  sample("DELETE FROM orders;", /changes rows in the transaction/),
  sample("INSERT INTO orders SELECT 1;", /changes rows in the transaction/),
  outside("UPDATE orders SET id = 1 WHERE id > 1;", /needs a LIMIT/),
  sample("LOCK TABLE orders IN SHARE MODE;", /LOCK TABLE/),
  sample("TRUNCATE orders;", /TRUNCATE is not reviewed/),
  sample("DO $$ BEGIN END $$;", /DO is not reviewed/),
  sample("SET LOCAL lock_timeout = 0;", /the runner sets the time limits/),
  sample(`${alter} DROP COLUMN id;`, /removes orders\.id: needs "-- Unused since/),
  sample("DROP TABLE orders;", /removes orders: needs/),
  sample(`${alter} RENAME id TO x;`, /removes orders: needs/),
  sample(
    `${alter} DROP COLUMN id;`,
    /removes orders\.id/,
    `${DECLARED}-- Unused since: 20990101\n`,
  ),
];
