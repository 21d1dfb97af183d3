// The catalogue's hand-written SQL: locking it, and writing many rows at once, only where changed.
import type { Context, Mode } from "#core/context";
import type { Statement } from "#core/db";
import type { ListName } from "./import-rules";

/** An import waits this long for another one, or for matching, to end. */
const LOCK_WAIT_MS = 100_000;
/** Rows sent in one statement. */
const BATCH = 5_000;

type Row = Record<string, unknown>;

interface Target {
  table: string;
  key: string[];
  /** Column → type, the key's columns included, `mode` and the stamps left out. */
  columns: Record<string, string>;
  /** Whether the table has `created_at` and `updated_at`. */
  isStamped?: boolean;
}

/** Inserts rows given as JSON, and updates those that differ; tells which it wrote. */
function upsertStatement({ table, key, columns, isStamped = false }: Target): Statement {
  const names = Object.keys(columns);
  const record = names.map((name) => `${name} ${columns[name]}`).join(", ");
  const values = names.filter((name) => !key.includes(name));
  const list = (prefix: string) => values.map((name) => `${prefix}.${name}`).join(", ");
  const updates = values.map((name) => `${name} = EXCLUDED.${name}`);
  if (isStamped) updates.push("updated_at = EXCLUDED.updated_at");
  const stamps = isStamped ? ", created_at, updated_at" : "";
  return {
    name: `catalogue-upsert-${table}`,
    text: `
      INSERT INTO ${table} (mode, ${names.join(", ")}${stamps})
      SELECT $1, ${names.join(", ")}${isStamped ? ", $3::timestamptz, $3::timestamptz" : ""}
      FROM jsonb_to_recordset($2::jsonb) AS row (${record})
      ON CONFLICT (mode, ${key.join(", ")}) DO UPDATE SET ${updates.join(", ")}
      WHERE (${list(table)}) IS DISTINCT FROM (${list("EXCLUDED")})
      RETURNING ${key.map((name) => `${table}.${name}`).join(", ")}`,
  };
}

const targets = {
  projects: {
    table: "projects",
    key: ["id"],
    isStamped: true,
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      type: "text",
      summary: "text",
      description: "text",
      developer: "text",
      location_name: "text",
      location_latitude: "double precision",
      location_longitude: "double precision",
      primary_image_url: "text",
      registry_name: "text",
      registry_id: "text",
      registry_url: "text",
      un_sdg_goals: "integer[]",
      activity_types: "text[]",
      methodology: "text",
      verifier: "text",
      permanence: "text",
      lifetime_start_year: "integer",
      lifetime_end_year: "integer",
      impact_type: "text",
      due_diligence: "text",
      beyond_carbon: "text",
      risk_of_reversal: "text",
      third_party_labels: "text[]",
      credit_issuances: "jsonb",
    },
  },
  categories: {
    table: "project_categories",
    key: ["id"],
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      description: "text",
      primary_image_url: "text",
      api_price_per_kg_usd_cents: "integer",
      checkout_price_per_kg_usd_cents: "integer",
    },
  },
  members: {
    table: "category_projects",
    key: ["category_id", "project_id"],
    columns: {
      category_id: "text",
      project_id: "text",
      position: "integer",
      weight_millionths: "bigint",
    },
  },
  portfolios: {
    table: "portfolios",
    key: ["id"],
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      summary: "text",
      description: "text",
      primary_image_url: "text",
      api_price_per_kg_usd_cents: "integer",
      checkout_price_per_kg_usd_cents: "integer",
    },
  },
  factors: {
    table: "emission_factors",
    key: ["activity", "from_distance_km"],
    columns: {
      activity: "text",
      from_distance_km: "double precision",
      unit: "text",
      kg_co2e_per_unit: "double precision",
      source: "text",
      edition: "text",
      url: "text",
    },
  },
} satisfies Record<string, Target>;

/** Writes the rows that are new or differ; returns the keys of those written. */
export async function upsertRows(
  ctx: Context,
  input: { mode: Mode; into: keyof typeof targets; rows: Row[] },
): Promise<Row[]> {
  const target: Target = targets[input.into];
  const statement = upsertStatement(target);
  const written: Row[] = [];
  for (let start = 0; start < input.rows.length; start += BATCH) {
    const rows = JSON.stringify(input.rows.slice(start, start + BATCH));
    const values = [input.mode, rows, ...(target.isStamped ? [ctx.now] : [])];
    written.push(...(await ctx.db.query<Row>(statement, values)));
  }
  return written;
}

const SET_LOCK_WAIT: Statement = {
  name: "catalogue-set-lock-wait",
  text: "SELECT set_config('lock_timeout', $1, true)",
};

const LOCK: Statement = {
  name: "catalogue-lock",
  text: "SELECT default_portfolio_id FROM catalogues WHERE mode = $1 FOR UPDATE",
};

/** Waits for every import and matching of the mode to end, and keeps others waiting. */
export async function lockRow(ctx: Context, mode: Mode): Promise<string | null> {
  await ctx.db.query(SET_LOCK_WAIT, [`${LOCK_WAIT_MS}ms`]);
  const [row] = await ctx.db.query<{ default_portfolio_id: string | null }>(LOCK, [mode]);
  if (!row) throw new Error(`catalogues has no row for the mode ${mode}`);
  return row.default_portfolio_id;
}

const positionsOf = (table: ListName): Statement => ({
  name: `catalogue-positions-${table}`,
  text: `
    SELECT id, position FROM ${table}
    WHERE mode = $1 ${table === "portfolios" ? "AND account_id IS NULL" : ""}
    ORDER BY position, id`,
});

/** Ids and positions of all that the operator has in the mode, in the order of the lists. */
export async function findPositions(
  ctx: Context,
  input: { mode: Mode; table: ListName },
): Promise<{ id: string; position: number }[]> {
  return ctx.db.query(positionsOf(input.table), [input.mode]);
}

const moveRows = (table: string): Statement => ({
  name: `catalogue-move-${table}`,
  text: `
    UPDATE ${table} SET position = row.position
    FROM jsonb_to_recordset($2::jsonb) AS row (id text, position integer)
    WHERE ${table}.mode = $1 AND ${table}.id = row.id`,
});

/** Gives rows new places in the lists; what else they say, `updated_at` included, stays. */
export async function movePositions(
  ctx: Context,
  input: { mode: Mode; table: ListName; rows: { id: string; position: number }[] },
): Promise<void> {
  if (input.rows.length === 0) return;
  await ctx.db.query(moveRows(input.table), [input.mode, JSON.stringify(input.rows)]);
}

const REMOVE_MEMBERS: Statement = {
  name: "catalogue-remove-members",
  text: `
    DELETE FROM category_projects AS member
    WHERE mode = $1 AND category_id = ANY ($2::text[]) AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset($3::jsonb) AS row (category_id text, project_id text)
      WHERE row.category_id = member.category_id AND row.project_id = member.project_id
    )
    RETURNING category_id`,
};

/** Makes these the only projects of the categories; returns the categories that this changed. */
export async function replaceMembers(
  ctx: Context,
  input: { mode: Mode; categoryIds: string[]; rows: Row[] },
): Promise<Set<unknown>> {
  const { mode, categoryIds, rows } = input;
  const values = [mode, categoryIds, JSON.stringify(rows)];
  const removed = await ctx.db.query<Row>(REMOVE_MEMBERS, values);
  const written = await upsertRows(ctx, { mode, into: "members", rows });
  return new Set([...removed, ...written].map((row) => row["category_id"]));
}

const REMOVE_FACTORS: Statement = {
  name: "catalogue-remove-factors",
  text: `
    DELETE FROM emission_factors AS factor
    WHERE mode = $1 AND NOT EXISTS (
      SELECT FROM jsonb_to_recordset($2::jsonb) AS row (activity text, from_distance_km float8)
      WHERE row.activity = factor.activity AND row.from_distance_km = factor.from_distance_km
    ) AND activity IN (
      SELECT activity FROM jsonb_to_recordset($2::jsonb) AS row (activity text)
    )
    RETURNING activity`,
};

/** Removes the steps, of the activities that the rows speak of, that are not among the rows. */
export async function removeFactors(
  ctx: Context,
  input: { mode: Mode; rows: Row[] },
): Promise<number> {
  const values = [input.mode, JSON.stringify(input.rows)];
  return (await ctx.db.query(REMOVE_FACTORS, values)).length;
}

/** With what a portfolio is read whole: its categories in their order, and their projects. */
export const portfolioParts = {
  allocations: {
    orderBy: { startMillionths: "asc" as const },
    include: {
      category: {
        include: {
          projects: {
            orderBy: [{ position: "asc" as const }, { projectId: "asc" as const }],
            include: { project: true },
          },
        },
      },
    },
  },
};

/** The order of portfolios: the operator's, in that of the catalogue, then the account's own. */
export const ownLast = [
  { accountId: { sort: "asc" as const, nulls: "first" as const } },
  { position: "asc" as const },
  { id: "asc" as const },
];
