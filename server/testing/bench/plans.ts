// Query plans of recorded statements.
import pg from "pg";
import type { Recorded } from "#testing/bench/record";

function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join()}}`);
}

/** PostgreSQL itself: settings of a session need one that no pooler shares. */
export function directUrl(): string {
  return process.env["DATABASE_DIRECT_URL"] ?? process.env["DATABASE_URL"] ?? "";
}

/** Plan of a statement as text: for its values (custom) or for any values (generic). */
export async function planOf(
  statement: Recorded,
  mode: "custom" | "generic",
  url = directUrl(),
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  const args = statement.values.map(literal);
  await client.connect();
  try {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    await client.query(`PREPARE it AS ${statement.text}`);
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN EXECUTE it ${args.length > 0 ? `(${args.join(", ")})` : ""}`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.end();
  }
}

/** Finds a recorded statement by name. */
export function named(statements: Recorded[], name: RegExp): Recorded {
  const match = statements.find((statement) => name.test(statement.name));
  if (!match) throw new Error(`no statement ${name} among ${statements.map((it) => it.name)}`);
  return match;
}
