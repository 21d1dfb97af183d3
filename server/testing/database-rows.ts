// Contents of a database, to compare two of them.
import { withClient } from "#core/db-client";

function query(url: string, sql: string) {
  return withClient(url, async (client) => (await client.query(sql)).rows);
}

/** Keys and indexes, as PostgreSQL describes them. */
export async function listKeysOf(url: string) {
  const keys = `SELECT conrelid::regclass::text AS on, conname, pg_get_constraintdef(oid) AS is,
                       convalidated, condeferrable, condeferred
                FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`;
  const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname`;
  return { keys: await query(url, keys), indexes: await query(url, indexes) };
}

export async function listTableNames(url: string): Promise<string[]> {
  const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
  return (await query(url, sql)).map(({ name }) => name);
}

/** All rows of each table as text. */
export async function listAllRows(url: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const name of await listTableNames(url)) {
    const result = await query(url, `SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    rows[name] = result.map(({ row }) => row);
  }
  return rows;
}
