// The SQL of stock by project and vintage, and of what accounts had retired in all.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

export interface VintageStock {
  projectId: string;
  vintageYear: number;
  lots: number;
  /** All that the lots held, and what of it is left on sale. */
  quantityKg: number;
  leftKg: number;
}

interface StockOf {
  mode: Mode;
  projectIds: string[];
}

const findStock = query("inventory-find-project-stock", (db, of: Params<StockOf>) =>
  db
    .selectFrom("creditLots")
    .select([
      "projectId",
      "vintageYear",
      sql<number>`count(*)::int`.as("lots"),
      sql<number>`sum(quantity_kg)::bigint`.as("quantityKg"),
      sql<number>`coalesce(sum(quantity_kg - retired_kg) FILTER (WHERE state = 'on_sale'), 0)::bigint`.as(
        "leftKg",
      ),
    ])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .groupBy(["projectId", "vintageYear"])
    .orderBy("projectId")
    .orderBy("vintageYear"),
);

/** The stock of these projects, by vintage. */
export function findProjectStock(db: Sql, of: StockOf): Promise<VintageStock[]> {
  return findStock(db, of);
}

const sumRetired = query(
  "inventory-sum-of-accounts",
  (db, { accountIds }: Params<{ accountIds: string[] }>) =>
    db
      .selectFrom("retirementTotals")
      .select(["accountId", sql<number>`sum(retired_kg)::bigint`.as("kg")])
      .where("accountId", "=", sql<string>`any (${accountIds}::text[])`)
      .where("subaccountId", "=", "")
      .where("span", "=", "all")
      .groupBy("accountId"),
);

/** Kg retired in all for each of the accounts that had some. */
export function sumOfAccounts(
  db: Sql,
  accountIds: string[],
): Promise<{ accountId: string; kg: number }[]> {
  return sumRetired(db, { accountIds });
}

// Matching draws from the same lots: see findOpenLots in the room orders.
const sumOpenLots = query("inventory-sum-sellable", (db, of: Params<StockOf>) =>
  db
    .selectFrom("creditLots")
    .select(["projectId", sql<number>`sum(quantity_kg - retired_kg)::bigint`.as("kg")])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .whereRef("retiredKg", "<", "quantityKg")
    .where("state", "=", "on_sale")
    .groupBy("projectId"),
);

/** The kg of these projects that can be sold now; projects without any are left out. */
export function sumSellable(db: Sql, of: StockOf): Promise<{ projectId: string; kg: number }[]> {
  return sumOpenLots(db, of);
}
