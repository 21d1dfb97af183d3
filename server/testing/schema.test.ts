// The Prisma schema, the generated client and the migrations describe the same database.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { Prisma } from "#prisma";
import { readModels } from "#testing/prisma-schema";

interface Column {
  table: string;
  column: string;
  type: string;
  isOptional: boolean;
  hasDefault: boolean;
}

// information_schema.columns lacks type modifiers and doesn't mark generated columns.
const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column",
         format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS "isOptional", a.atthasdef AS "hasDefault"
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND c.relname <> '_prisma_migrations' AND a.attnum > 0 AND NOT a.attisdropped`;

// Unconditional unique keys only: those that findUnique may use.
const KEYS = `
  SELECT c.relname AS "table", i.indisprimary AS "isPrimary",
         array(
           SELECT a.attname::text
           FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY AS part (attnum, place)
           JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.attnum
           ORDER BY part.place
         ) AS columns
  FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND i.indpred IS NULL`;

const models = readModels();
const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });

beforeAll(() => client.connect());
afterAll(() => client.end());

function inOrder(columns: Column[]): Column[] {
  const nameOf = ({ table, column }: Column) => `${table}.${column}`;
  return columns.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Scalar fields of a model in the generated client. */
function clientFields(model: string): string[] {
  const enums = Prisma as unknown as Record<string, Record<string, string> | undefined>;
  return Object.keys(enums[`${model}ScalarFieldEnum`] ?? {});
}

describe("the Prisma client", () => {
  test("is generated from the present schema files", () => {
    expect(Object.keys(Prisma.ModelName).sort()).toEqual(models.map(({ name }) => name).sort());
    for (const { name, fields } of models) {
      expect([name, clientFields(name)]).toEqual([name, fields.map((field) => field.name)]);
    }
  });

  test.each(models)("reads every column of $name", async ({ name, fields }) => {
    const delegates = database().prisma as unknown as Record<
      string,
      { findFirst(query: object): Promise<unknown> } | undefined
    >;
    const delegate = delegates[name.charAt(0).toLowerCase() + name.slice(1)];
    const select = Object.fromEntries(fields.map((field) => [field.name, true]));
    expect(fields.length).toBeGreaterThan(0);
    await expect(delegate?.findFirst({ select })).resolves.toBeDefined();
  });
});

describe("the migrated database", () => {
  const expected = models.flatMap(({ table, fields }) =>
    fields.map(({ name: _name, ...field }) => ({ table, ...field })),
  );

  test("has exactly the client's tables and columns, with the same types, nulls and defaults", async () => {
    const { rows } = await client.query<Column>(COLUMNS);
    expect(inOrder(rows)).toEqual(inOrder(expected));
  });

  test.each([
    "CREATE TABLE extra (id text)",
    "DROP TABLE delivery_attempts",
    "ALTER TABLE orders ADD COLUMN extra text",
    "ALTER TABLE orders DROP COLUMN description",
    "ALTER TABLE orders ALTER COLUMN description SET NOT NULL",
    "ALTER TABLE orders ALTER COLUMN awaiting_payment DROP DEFAULT",
    "ALTER TABLE orders ALTER COLUMN refunded TYPE numeric",
    "ALTER TABLE projects ALTER COLUMN methodology TYPE text[] USING NULL",
  ])("is seen to differ after %s", async (drift) => {
    await client.query("BEGIN");
    await client.query(drift);
    const { rows } = await client.query<Column>(COLUMNS);
    await client.query("ROLLBACK");
    expect(inOrder(rows)).not.toEqual(inOrder(expected));
  });

  test("has the client's primary keys, and a unique key for each of the client's", async () => {
    const { rows } = await client.query<{ table: string; isPrimary: boolean; columns: string[] }>(
      KEYS,
    );
    for (const { table, key, uniques } of models) {
      const keys = rows.filter((row) => row.table === table);
      const primary = keys.find((row) => row.isPrimary)?.columns;
      expect([table, primary]).toEqual([table, key]);
      for (const unique of uniques) expect(keys.map((row) => row.columns)).toContainEqual(unique);
    }
  });
});
