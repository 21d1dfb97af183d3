// The SQL of stock by project and vintage, and of what accounts had retired in all.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";

export interface VintageStock {
  projectId: string;
  vintageYear: number;
  lots: number;
  /** All that the lots held, and what of it is left on sale. */
  quantityKg: number;
  leftKg: number;
}

const FIND_STOCK: Statement = {
  name: "inventory-find-project-stock",
  text: `
    SELECT project_id AS "projectId", vintage_year AS "vintageYear", count(*)::int AS lots,
           sum(quantity_kg)::bigint AS "quantityKg",
           coalesce(sum(quantity_kg - retired_kg) FILTER (WHERE state = 'on_sale'), 0)::bigint
             AS "leftKg"
    FROM credit_lots WHERE mode = $1 AND project_id = ANY ($2::text[])
    GROUP BY project_id, vintage_year ORDER BY project_id, vintage_year`,
};

/** The stock of these projects, by vintage. */
export function findProjectStock(
  sql: Sql,
  { mode, projectIds }: { mode: Mode; projectIds: string[] },
): Promise<VintageStock[]> {
  return sql.query<VintageStock>(FIND_STOCK, [mode, projectIds]);
}

const SUM_OF_ACCOUNTS: Statement = {
  name: "inventory-sum-of-accounts",
  text: `
    SELECT account_id AS "accountId", sum(retired_kg)::bigint AS kg FROM retirement_totals
    WHERE account_id = ANY ($1::text[]) AND subaccount_id = '' AND span = 'all'
    GROUP BY account_id`,
};

/** Kg retired in all for each of the accounts that had some. */
export function sumOfAccounts(
  sql: Sql,
  accountIds: string[],
): Promise<{ accountId: string; kg: number }[]> {
  return sql.query(SUM_OF_ACCOUNTS, [accountIds]);
}

// Matching draws from the same lots: see FIND_LOTS in the room orders.
const SUM_SELLABLE: Statement = {
  name: "inventory-sum-sellable",
  text: `
    SELECT project_id AS "projectId", sum(quantity_kg - retired_kg)::bigint AS kg
    FROM credit_lots
    WHERE mode = $1 AND project_id = ANY ($2::text[]) AND retired_kg < quantity_kg
      AND state = 'on_sale'
    GROUP BY project_id`,
};

/** The kg of these projects that can be sold now; projects without any are left out. */
export function sumSellable(
  sql: Sql,
  { mode, projectIds }: { mode: Mode; projectIds: string[] },
): Promise<{ projectId: string; kg: number }[]> {
  return sql.query(SUM_SELLABLE, [mode, projectIds]);
}
