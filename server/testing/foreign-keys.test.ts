// Citus runs the parts of a statement that changes several tables one after another, so rows that
// point at each other need a foreign key that waits for the commit.
import pg from "pg";
import { expect, it } from "vitest";

/** Cells refer to these, and are not referred to by them: docs/scale.md. */
const directory = ["accounts", "portfolios"];

interface ForeignKey {
  name: string;
  from: string;
  to: string;
}

const IMMEDIATE = `
  SELECT conname AS name, conrelid::regclass::text AS from, confrelid::regclass::text AS to
  FROM pg_constraint
  WHERE contype = 'f' AND NOT condeferrable AND connamespace = current_schema()::regnamespace
  ORDER BY conname`;

/** Returns true if the keys lead from one table to the other. */
function leads(keys: readonly ForeignKey[], start: string, end: string): boolean {
  const reached = new Set([start]);
  // Tables added within the loop are walked, too.
  for (const table of reached) {
    for (const { from, to } of keys) if (from === table) reached.add(to);
  }
  return reached.has(end);
}

it("tables that point at each other have a foreign key that waits for the commit", async () => {
  const client = new pg.Client(process.env["DATABASE_URL"]);
  await client.connect();
  const { rows } = await client.query<ForeignKey>(IMMEDIATE);
  await client.end();
  expect(rows.map(({ name }) => name)).toContain("retirements_pin_order");
  const cycles = rows.filter(({ from, to }) => leads(rows, to, from) && !directory.includes(from));
  expect(cycles.map(({ from, name, to }) => `${from} ${name} ${to}`)).toEqual([]);
});
