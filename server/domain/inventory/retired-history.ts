// What was retired: by month, by project, by account.
import { sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { sumOfAccounts } from "./project-stock";
import type { InventoryTables } from "./tables";
import { type RetiredKg, sumTotals } from "./totals";
import { coverPeriod, type Period } from "./totals-rules";

const query = queriesOn<InventoryTables & AccountTables>();

interface MonthKg {
  /** Its first instant, in UTC. */
  startsAt: Date;
  kg: number;
}

export interface RetiredHistory {
  /** Of all time, by project and year. */
  parts: RetiredKg[];
  /** Each month that has any, from the first on. */
  months: MonthKg[];
}

type HistoryRow = ({ startsAt: null } & RetiredKg) | ({ projectId: null } & MonthKg);

// One statement, and so one snapshot: the parts and the months come to the same total.
const findHistory = query(
  "inventory-sum-history",
  (db, of: Params<{ accountId: string; subaccountId: string }>) => {
    const kept = db
      .selectFrom("retirementTotals")
      .where("accountId", "=", of.accountId)
      .where("subaccountId", "=", of.subaccountId);
    return kept
      .select([
        sql`NULL::timestamptz`.as("startsAt"),
        "projectId",
        "vintageYear",
        "retiredKg as kg",
      ])
      .where("span", "=", "all")
      .$castTo<HistoryRow>()
      .unionAll(
        kept
          .select([
            "startsAt",
            sql`NULL`.as("projectId"),
            sql`NULL`.as("vintageYear"),
            sql`sum(retired_kg)::bigint`.as("kg"),
          ])
          .where("span", "=", "month")
          .groupBy("startsAt")
          .$castTo<HistoryRow>(),
      )
      .orderBy(sql`starts_at, project_id, vintage_year`);
  },
);

/** What was retired of each project and vintage, and in each month. */
async function sumHistory(
  db: Sql,
  { accountId, subaccountId }: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  const history: RetiredHistory = { parts: [], months: [] };
  for (const row of await findHistory(db, { accountId, subaccountId: subaccountId ?? "" })) {
    const { kg } = row;
    if (row.startsAt !== null) history.months.push({ startsAt: row.startsAt, kg });
    else history.parts.push({ projectId: row.projectId, vintageYear: row.vintageYear, kg });
  }
  return history;
}

// A total names no mode: its account has one.
const sumVintages = query(
  "inventory-sum-of-project",
  (db, of: Params<{ mode: Mode; projectId: string }>) =>
    db
      .selectFrom("retirementTotals as total")
      .innerJoin("accounts as a", (join) =>
        join.onRef("a.id", "=", "total.accountId").on("a.mode", "=", of.mode),
      )
      .select(["total.vintageYear", sql<number>`sum(total.retired_kg)::bigint`.as("kg")])
      .where("total.projectId", "=", of.projectId)
      .where("total.span", "=", "all")
      .where("total.subaccountId", "=", "")
      .groupBy("total.vintageYear")
      .orderBy("total.vintageYear"),
);

/** The kg of each vintage of a project that all accounts of the mode have retired. */
function sumOfProject(
  db: Sql,
  of: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumVintages(db, of);
}

/**
 * Of an account, or of one of its subaccounts; fulfilled orders, by the time of their making (in
 * UTC). What it costs depends on the months, projects and vintages, never on the orders.
 */
export async function getRetiredHistory(
  ctx: Context,
  owner: { accountId: string; subaccountId: string | null },
): Promise<RetiredHistory> {
  return sumHistory(ctx.db, owner);
}

/**
 * The kg of each project and vintage, of fulfilled orders by the time of their making. What it
 * costs depends on the projects and vintages; of the orders, only on those of twice five minutes.
 */
export async function listRetired(
  ctx: AccountContext,
  input: Period & { subaccountId: string | null },
): Promise<RetiredKg[]> {
  const { subaccountId } = input;
  const pieces = coverPeriod(input);
  return sumTotals(ctx.db, { accountId: ctx.account.id, subaccountId, pieces });
}

/** In kg of CO2e; nothing for an account for which nothing was. */
export function listRetiredOfAccounts(
  ctx: Context,
  { accountIds }: { accountIds: string[] },
): Promise<{ accountId: string; kg: number }[]> {
  return sumOfAccounts(ctx.db, accountIds);
}

/** The kg of each vintage, the oldest first. What it costs depends on the accounts, not on orders. */
export function listRetiredOfProject(
  ctx: Context,
  input: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumOfProject(ctx.db, input);
}
