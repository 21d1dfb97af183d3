import type { Context } from "#core/context";
import type { Database, Statement } from "#core/db";
import { recordAudit } from "#core/record-audit";
import { lockCatalogue } from "#domain/catalogue";
import { RETIRED_KG } from "./check-evidence";

interface StoredTotal {
  invariant: string;
  table: string;
  keys: readonly string[];
  /** Those of the keys whose rows are rebuilt together. */
  scope: readonly string[];
  columns: readonly string[];
  /** A query of the keys and correct columns. */
  sums: string;
  /** Condition for rows that may be missing. */
  blank?: string;
}

/** The order counts as its owner's own in this scope. */
const IS_OWN = "o.is_own AND scope.subaccount_id = coalesce(o.subaccount_id, '')";

const storedTotals: readonly StoredTotal[] = [
  {
    invariant: "a total of the stock is the sum of its lots",
    table: "stock_totals",
    keys: ["mode", "project_id", "vintage_year"],
    scope: ["mode", "project_id"],
    columns: ["lots", "quantity_kg"],
    blank: "lots = 0 AND quantity_kg = 0",
    sums: `
      SELECT mode, project_id, vintage_year, count(*)::int AS lots,
             sum(quantity_kg)::bigint AS quantity_kg
      FROM credit_lots GROUP BY 1, 2, 3`,
  },
  {
    invariant: "a day's sold credits are the allocations of the orders that were fulfilled on it",
    table: "sold_credits",
    keys: ["account_id", "starts_at", "channel", "subaccount_id", "portfolio_id", "lot_id"],
    scope: ["account_id"],
    columns: ["amount_kg", "price", "registry_retired_kg", "currency"],
    sums: `
      SELECT o.account_id, date_trunc('day', o.settled_at, 'UTC') AS starts_at, o.channel,
             coalesce(o.subaccount_id, '') AS subaccount_id, o.portfolio_id, r.lot_id,
             sum(r.order_end_kg - r.order_start_kg)::bigint AS amount_kg,
             sum(floor(o.price::numeric * r.order_end_kg / o.amount_kg)
               - floor(o.price::numeric * r.order_start_kg / o.amount_kg))::bigint
               AS price,
             sum(${RETIRED_KG})::bigint AS registry_retired_kg, o.currency
      FROM retirements r
      JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
      JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
      WHERE r.order_start_kg < o.amount_kg GROUP BY 1, 2, 3, 4, 5, 6, o.currency`,
  },
  {
    invariant: "a total of what was retired in a span is the sum of its retirements",
    table: "retirement_totals",
    keys: ["account_id", "subaccount_id", "span", "starts_at", "project_id", "vintage_year"],
    scope: ["account_id"],
    columns: ["retired_kg", "registry_retired_kg", "own_kg", "own_registry_retired_kg"],
    sums: `
      SELECT p.account_id, p.subaccount_id, name AS span,
             CASE name WHEN 'all' THEN to_timestamp(0) WHEN 'ten_minutes' THEN p.starts_at
               ELSE date_trunc(name, p.starts_at, 'UTC') END AS starts_at,
             p.project_id, p.vintage_year, sum(p.kg)::bigint AS retired_kg,
             sum(p.evidence_kg)::bigint AS registry_retired_kg, sum(p.own_kg)::bigint AS own_kg,
             sum(p.own_evidence_kg)::bigint AS own_registry_retired_kg
      FROM (
        SELECT o.account_id, scope.subaccount_id, lot.project_id, lot.vintage_year,
               date_bin('10 minutes', o.created_at, to_timestamp(0)) AS starts_at,
               sum(a.kg) AS kg, sum(a.evidence_kg) AS evidence_kg,
               coalesce(sum(a.kg) FILTER (WHERE ${IS_OWN}), 0) AS own_kg,
               coalesce(sum(a.evidence_kg) FILTER (WHERE ${IS_OWN}), 0) AS own_evidence_kg
        FROM retirements r
        JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
        JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
        CROSS JOIN LATERAL (
          SELECT r.order_end_kg - r.order_start_kg - r.replaced_kg AS kg,
                 ${RETIRED_KG} AS evidence_kg
        ) a
        CROSS JOIN LATERAL (
          SELECT '' UNION ALL SELECT o.subaccount_id WHERE o.subaccount_id IS NOT NULL
        ) scope (subaccount_id)
        GROUP BY 1, 2, 3, 4, 5
      ) p CROSS JOIN unnest('{all,month,day,hour,ten_minutes}'::text[]) AS name
      GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(p.kg) > 0`,
  },
];

/** Statements that fill empty tables of totals. */
export const fillsOfTotals = storedTotals.map(({ table, keys, columns, sums }) => ({
  table,
  text: `INSERT INTO ${table} (${[...keys, ...columns].join(", ")}) ${sums}`,
}));

/** Stored rows that are wrong or missing; `where` limits them to one scope. */
function differences({ table, keys, columns, sums, blank }: StoredTotal, where = "true"): string {
  const each = (prefix: string) => columns.map((column) => `${prefix}.${column}`).join(", ");
  const pairs = columns.map(
    (column) => `stored.${column}, computed.${column} AS expected_${column}`,
  );
  return `
    SELECT ${[...keys, ...pairs].join(", ")}
    FROM (SELECT * FROM (${sums}) every WHERE ${where}) computed
    FULL JOIN (SELECT * FROM ${table} WHERE ${where} ${blank ? `AND NOT (${blank})` : ""}) stored
      USING (${keys.join(", ")})
    WHERE (${each("stored")}) IS DISTINCT FROM (${each("computed")})`;
}

export const sumChecks: readonly Statement[] = storedTotals.map((sum) => ({
  name: sum.invariant,
  text: differences(sum),
}));

const findScopes = (sum: StoredTotal): Statement => ({
  name: "",
  text: `SELECT DISTINCT ${sum.scope.join(", ")} FROM (${differences(sum)}) wrong`,
});

/**
 * Corrects every row of a scope that differs, and returns their count and up to `limit` of them.
 */
function rebuildStatement(sum: StoredTotal, limit: number): Statement {
  const { table, keys, columns, scope } = sum;
  const where = scope.map((column, index) => `${column} = $${index + 1}`).join(" AND ");
  const all = [...keys, ...columns];
  const expected = columns.map((column) => `expected_${column}`);
  return {
    name: "",
    text: `
      WITH wrong AS MATERIALIZED (${differences(sum, where)}
      ), gone AS (
        DELETE FROM ${table} stored USING wrong
        WHERE wrong.${expected[0]} IS NULL
          AND ${keys.map((key) => `stored.${key} = wrong.${key}`).join(" AND ")}
      ), corrected AS (
        INSERT INTO ${table} (${all.join(", ")})
        SELECT ${[...keys, ...expected].join(", ")} FROM wrong WHERE ${expected[0]} IS NOT NULL
        ON CONFLICT (${keys.join(", ")}) DO UPDATE
          SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(", ")}
      )
      SELECT *, (SELECT count(*) FROM wrong)::int AS differing FROM wrong LIMIT ${limit}`,
  };
}

function compareStatement(sum: StoredTotal, limit: number): Statement {
  return {
    name: "",
    text: `
      WITH wrong AS MATERIALIZED (${differences(sum)})
      SELECT *, (SELECT count(*) FROM wrong)::int AS differing FROM wrong LIMIT ${limit}`,
  };
}

/** Most rows reported per total. */
const MAX_ROWS = 100;

export interface TotalsReport {
  table: string;
  /** Rows that were wrong or missing. */
  differing: number;
  rows: Record<string, unknown>[];
}

const LOCK = {
  name: "inventory-lock-totals",
  // In the order in which matching writes them. Totals are written in the transaction of the rows
  // that they sum up: with these locks, both are visible or neither is.
  text: `LOCK TABLE stock_totals, sold_credits, retirement_totals
         IN SHARE ROW EXCLUSIVE MODE`,
};

/** A restore or a large import may just have filled the tables, before PostgreSQL counted them. */
const ANALYZE = { name: "", text: "ANALYZE credit_lots, orders, retirements" };

type Rows = (Record<string, unknown> & { differing: number })[];

function toReport({ table }: StoredTotal, parts: readonly Rows[]): TotalsReport {
  const rows = parts.flat().map(({ differing: _, ...row }) => row);
  const differing = parts.reduce((sum, [first]) => sum + (first?.differing ?? 0), 0);
  return { table, differing, rows: rows.slice(0, MAX_ROWS) };
}

interface RebuildTotals {
  dryRun: boolean;
  database: Database;
}

/** Corrects the total in one scope after the other. */
async function rebuildTotal(ctx: Context, sum: StoredTotal, database: Database) {
  const scopes = await database.query<Record<string, string>>(findScopes(sum), []);
  const parts: Rows[] = [];
  for (const scope of scopes) {
    const values = sum.scope.map((column) => scope[column]);
    const rows = await database.transaction(async (db) => {
      const inside = { ...ctx, db };
      await lockCatalogue(inside, "live");
      await lockCatalogue(inside, "test");
      await db.query(LOCK, []);
      return db.query<Rows[number]>(rebuildStatement(sum, MAX_ROWS), values);
    });
    parts.push(rows);
    const phase = `Correcting ${sum.table}`;
    await ctx.progress?.({ phase, done: parts.length, total: scopes.length });
  }
  return toReport(sum, parts);
}

/**
 * Compares all totals with the rows they sum up, and corrects them unless it is a dry run, in
 * transactions of its own. Matching and imports wait while the totals of an account or project that
 * differ are computed again; placing orders doesn't.
 */
export async function rebuildTotals(
  ctx: Context,
  { dryRun, database }: RebuildTotals,
): Promise<TotalsReport[]> {
  const reports: TotalsReport[] = [];
  if (!dryRun) await database.query(ANALYZE, []);
  for (const sum of storedTotals) {
    reports.push(
      dryRun
        ? toReport(sum, [await database.query(compareStatement(sum, MAX_ROWS), [])])
        : await rebuildTotal(ctx, sum, database),
    );
  }
  const corrected = reports.filter(({ differing }) => differing > 0);
  if (!dryRun && corrected.length > 0) {
    const data = Object.fromEntries(corrected.map(({ table, differing }) => [table, differing]));
    await recordAudit(ctx, { action: "totals.rebuilt", data });
  }
  return reports;
}
