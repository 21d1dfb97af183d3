// Sums over accounts, for operators and the pages of projects.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { type InventoryTables, sumRetiredByAccount } from "#domain/inventory";
import type { RecordedKg } from "./whose-rules";

const query = queriesOn<InventoryTables & AccountTables>();

// Totals have no mode; the account has.
const sumVintages = query(
  "inventory-sum-of-project",
  (db, of: Params<{ mode: Mode; projectId: string }>) =>
    db
      .selectFrom("retirementTotals as total")
      .innerJoin("accounts as a", (join) =>
        join.onRef("a.id", "=", "total.accountId").on("a.mode", "=", of.mode),
      )
      .select(["total.vintageYear", sql<number>`sum(total.retired_kg)::bigint`.as("kg")])
      .select(sql<number>`sum(total.registry_retired_kg)::bigint`.as("registryRetiredKg"))
      .where("total.projectId", "=", of.projectId)
      .where("total.span", "=", "all")
      .where("total.subaccountId", "=", "")
      .groupBy("total.vintageYear")
      .orderBy("total.vintageYear"),
);

/** Kg of each vintage of a project, over all accounts of the mode. */
function sumOfProject(
  db: Sql,
  of: { mode: Mode; projectId: string },
): Promise<({ vintageYear: number } & RecordedKg)[]> {
  return sumVintages(db, of);
}

/** Kg of CO2e by account. Accounts without retirements are missing. */
export function listRetiredOfAccounts(
  ctx: Context,
  { accountIds }: { accountIds: string[] },
): Promise<({ accountId: string } & RecordedKg)[]> {
  return sumRetiredByAccount(ctx.db, accountIds);
}

/** Lists kg by vintage, oldest first. The cost grows with the accounts, not with the orders. */
export function listRetiredOfProject(
  ctx: Context,
  input: { mode: Mode; projectId: string },
): Promise<({ vintageYear: number } & RecordedKg)[]> {
  return sumOfProject(ctx.db, input);
}
