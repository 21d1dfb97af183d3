// The SQL of the stock as the operator looks at it: by project and vintage, and lot by lot.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Cursor } from "#core/page";
import type { LotState } from "./schema";

export interface LotFilter {
  mode: Mode;
  projectId: string | null;
  categoryId: string | null;
  vintageYear: number | null;
  /** `open`: on sale, with something left; `stopped`: an operator has to decide. */
  only: "open" | "stopped" | null;
}

export interface ListedLot {
  id: string;
  projectId: string;
  projectName: string;
  registryName: string;
  vintageYear: number;
  quantityKg: number;
  retiredKg: number;
  serialNumberRange: string;
  retirementUrl: string | null;
  createdAt: Date;
  state: LotState;
  stateReason: string | null;
  stateChangedAt: Date | null;
}

interface LotRow {
  id: string;
  project_id: string;
  project_name: string;
  registry_name: string;
  vintage_year: number;
  quantity_kg: number;
  retired_kg: number;
  serial_number_range: string;
  retirement_url: string | null;
  created_at: Date;
  state: LotState;
  state_reason: string | null;
  state_changed_at: Date | null;
}

function toLot(row: LotRow): ListedLot {
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    registryName: row.registry_name,
    vintageYear: row.vintage_year,
    quantityKg: row.quantity_kg,
    retiredKg: row.retired_kg,
    serialNumberRange: row.serial_number_range,
    retirementUrl: row.retirement_url,
    createdAt: row.created_at,
    state: row.state,
    stateReason: row.state_reason,
    stateChangedAt: row.state_changed_at,
  };
}

/**
 * Walks the parts of the stock in their order, and in each the lots in the order of their use: both
 * along an index, and no further than the page goes.
 */
function pageStatement(
  direction: Cursor["direction"] | "first",
  only: LotFilter["only"],
): Statement {
  const isBack = direction === "newer";
  const [order, beyond, start] = isBack ? ["DESC", "<", "infinity"] : ["ASC", ">", "-infinity"];
  const place = "SELECT project_id, vintage_year, created_at, id FROM credit_lots";
  const isAt = "part.project_id = place.project_id AND part.vintage_year = place.vintage_year";
  return {
    name: `inventory-page-lots-${direction}-${only ?? "all"}`,
    text: `
      WITH place AS (${place} WHERE mode = $1 AND id = $6), part AS (
        SELECT part.project_id, part.vintage_year,
               CASE WHEN ${isAt} THEN place.created_at ELSE '${start}' END AS from_time,
               CASE WHEN ${isAt} THEN place.id ELSE '' END AS from_id
        FROM stock_totals part LEFT JOIN place ON true
        WHERE part.mode = $1 AND part.lots > 0
          AND ($2::text IS NULL OR part.project_id = $2)
          AND ($3::text IS NULL OR part.project_id IN (
            SELECT project_id FROM category_projects WHERE mode = $1 AND category_id = $3))
          AND ($4::int IS NULL OR part.vintage_year = $4)
          AND CASE WHEN $6::text IS NULL THEN true ELSE
            (part.project_id, part.vintage_year) ${beyond}= (place.project_id, place.vintage_year) END
        ORDER BY part.project_id ${order}, part.vintage_year ${order}
      )
      SELECT lot.*, p.name AS project_name, p.registry_name
      FROM part CROSS JOIN LATERAL (
        SELECT id, project_id, vintage_year, quantity_kg, retired_kg, serial_number_range,
               retirement_url, created_at, state, state_reason, state_changed_at
        FROM credit_lots
        WHERE project_id = part.project_id AND mode = $1 AND vintage_year = part.vintage_year
          AND (created_at, id) ${beyond} (part.from_time, part.from_id)
          ${only === "open" ? "AND retired_kg < quantity_kg AND state = 'on_sale'" : ""}
          ${only === "stopped" ? "AND state = 'stopped'" : ""}
        ORDER BY created_at ${order}, id ${order} LIMIT $5
      ) lot
      JOIN projects p ON p.mode = $1 AND p.id = lot.project_id
      ORDER BY part.project_id ${order}, part.vintage_year ${order}, lot.created_at ${order},
               lot.id ${order}
      LIMIT $5`,
  };
}

/** Up to `limit` lots beyond the cursor, walking away from it: by project, vintage, and age. */
export async function pageLots(
  sql: Sql,
  filter: LotFilter,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<ListedLot[]> {
  const { mode, projectId, categoryId, vintageYear, only } = filter;
  const statement = pageStatement(cursor?.direction ?? "first", only);
  const values = [mode, projectId, categoryId, vintageYear, limit, cursor?.id ?? null];
  return (await sql.query<LotRow>(statement, values)).map(toLot);
}

const FIND_LOT: Statement = {
  name: "inventory-find-listed-lot",
  text: `
    SELECT lot.*, p.name AS project_name, p.registry_name
    FROM credit_lots lot JOIN projects p ON p.mode = lot.mode AND p.id = lot.project_id
    WHERE lot.mode = $1 AND lot.id = $2
    UNION ALL
    SELECT lot.*, p.name, p.registry_name
    FROM credit_lots lot JOIN projects p ON p.mode = lot.mode AND p.id = lot.project_id
    WHERE lot.mode = $1 AND lot.serial_number_range = $2 AND lot.id <> $2`,
};

/** The lots with this id, or with exactly this serial number range. */
export async function findListedLots(sql: Sql, mode: Mode, text: string): Promise<ListedLot[]> {
  return (await sql.query<LotRow>(FIND_LOT, [mode, text])).map(toLot);
}

export interface LotRetirement {
  orderId: string;
  accountName: string;
  kg: number;
  /** Where in the lot it starts: its place in the list. */
  startKg: number;
  serialNumberRange: string;
  retiredAt: Date;
}

const PAGE_RETIREMENTS: Statement = {
  name: "inventory-page-retirements-of-lot",
  text: `
    SELECT r.order_id AS "orderId", a.name AS "accountName", r.lot_start_kg AS "startKg",
           r.lot_end_kg - r.lot_start_kg AS kg, r.serial_number_range AS "serialNumberRange",
           r.retired_at AS "retiredAt"
    FROM retirements r JOIN accounts a ON a.id = r.account_id
    WHERE r.lot_id = $1 AND r.mode = $2
      AND r.lot_start_kg > coalesce($3::bigint, -1) AND r.lot_start_kg < coalesce($4::bigint, 9e15)
    ORDER BY CASE WHEN $4::bigint IS NULL THEN r.lot_start_kg ELSE -r.lot_start_kg END LIMIT $5`,
};

/** Retirements from the lot beyond a place in it, walking away from it. */
export function pageRetirementsOf(
  sql: Sql,
  lot: { mode: Mode; id: string },
  page: { afterKg: number | null; beforeKg: number | null; limit: number },
): Promise<LotRetirement[]> {
  const values = [lot.id, lot.mode, page.afterKg, page.beforeKg, page.limit];
  return sql.query<LotRetirement>(PAGE_RETIREMENTS, values);
}

export interface StockPart {
  projectId: string;
  projectName: string;
  vintageYear: number;
  lots: number;
  quantityKg: number;
  retiredKg: number;
  /** Of what was not retired, what is in lots that are not on sale. */
  offSaleKg: number;
  /** Of what was retired, what was retired for orders made since the asked time. */
  lateKg: number;
}

// The retired kg from the running totals: what this costs depends on accounts, projects and
// vintages, and neither on the lots nor on the orders.
const SUM_STOCK: Statement = {
  name: "inventory-sum-stock",
  text: `
    WITH gone AS (
      SELECT total.project_id, total.vintage_year, sum(total.retired_kg)::bigint AS kg
      FROM retirement_totals total JOIN accounts a ON a.id = total.account_id AND a.mode = $1
      WHERE total.span = 'all' AND total.subaccount_id = ''
      GROUP BY total.project_id, total.vintage_year
    ), late AS (
      SELECT total.project_id, total.vintage_year, sum(total.retired_kg)::bigint AS kg
      FROM retirement_totals total JOIN accounts a ON a.id = total.account_id AND a.mode = $1
      WHERE total.span = 'day' AND total.subaccount_id = '' AND total.starts_at >= $2::timestamptz
      GROUP BY total.project_id, total.vintage_year
    ), off AS (
      SELECT project_id, vintage_year, sum(quantity_kg - retired_kg)::bigint AS kg
      FROM credit_lots WHERE mode = $1 AND state <> 'on_sale'
      GROUP BY project_id, vintage_year
    )
    SELECT stock.project_id AS "projectId", p.name AS "projectName",
           stock.vintage_year AS "vintageYear", stock.lots, stock.quantity_kg AS "quantityKg",
           coalesce(gone.kg, 0) AS "retiredKg", coalesce(late.kg, 0) AS "lateKg",
           coalesce(off.kg, 0) AS "offSaleKg"
    FROM stock_totals stock
    JOIN projects p ON p.mode = stock.mode AND p.id = stock.project_id
    LEFT JOIN gone USING (project_id, vintage_year)
    LEFT JOIN late USING (project_id, vintage_year)
    LEFT JOIN off USING (project_id, vintage_year)
    WHERE stock.mode = $1 AND stock.lots > 0
      AND ($3::text IS NULL OR stock.project_id IN (
        SELECT project_id FROM category_projects WHERE mode = $1 AND category_id = $3))
    ORDER BY stock.project_id, stock.vintage_year`,
};

/** What is there of each project and vintage, what of it was retired, and what lately. */
export function sumStock(
  sql: Sql,
  wanted: { mode: Mode; since: Date; categoryId: string | null },
): Promise<StockPart[]> {
  return sql.query<StockPart>(SUM_STOCK, [wanted.mode, wanted.since, wanted.categoryId]);
}
