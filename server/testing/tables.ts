// Fingerprints of all tables, to see what a request has changed.
import { database, type Statement } from "#core/db";

const LIST: Statement = {
  name: "test-list-tables",
  text: `
    SELECT c.relname AS name,
           (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid
              AND a.attname = CASE c.relname WHEN 'accounts' THEN 'id' ELSE 'account_id' END) AS owner
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.relname`,
};

interface Table {
  name: string;
  /** Column with the owning account; null if the table has none. */
  owner: string | null;
}

let tables: Promise<Table[]> | undefined;

/** SQL for a row as text, without `last_used_at` of keys, which every request changes. */
const rowOf = (table: string) =>
  /^(api_keys|passkeys)$/.test(table) ? "(to_jsonb(t) - 'last_used_at')::text" : "t::text";

export interface Fingerprint {
  /** Table → number of rows and a digest of their contents. */
  [table: string]: string;
}

/** Returns the fingerprint of each table; with accounts, only of these accounts' rows. */
export async function fingerprint(accountIds?: readonly string[]): Promise<Fingerprint> {
  tables ??= database().query<Table>(LIST, []);
  const chosen = (await tables).filter(({ owner }) => owner !== null || !accountIds);
  const parts = chosen.map(
    ({ name, owner }) => `
      SELECT '${name}' AS name,
             count(*) || ' ' || coalesce(sum(hashtextextended(${rowOf(name)}, 0)), 0) AS sum
      FROM "${name}" t ${accountIds ? `WHERE t.${owner} = ANY ($1::text[])` : ""}`,
  );
  const rows = await database().query<{ name: string; sum: string }>(
    { name: `test-fingerprint-${accountIds ? "owned" : "all"}`, text: parts.join(" UNION ALL ") },
    accountIds ? [accountIds] : [],
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Tables in which the text occurs. */
export async function tablesWith(text: string): Promise<string[]> {
  const tables = await database().query<{ name: string }>(
    {
      name: "test-tables",
      text: `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    },
    [],
  );
  const matches: string[] = [];
  for (const { name } of tables) {
    const rows = await database().query<{ occurs: boolean }>(
      {
        name: `test-find-${name}`,
        text: `SELECT EXISTS (SELECT 1 FROM "${name}" t
          WHERE t::text ILIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%') AS occurs`,
      },
      [text, Buffer.from(text).toString("hex")],
    );
    if (rows[0]?.occurs) matches.push(name);
  }
  return matches;
}
