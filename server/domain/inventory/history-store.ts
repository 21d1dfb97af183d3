// The SQL of what was retired of all time: by project and vintage, and by month.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { InventoryTables } from "./tables";
import type { RetiredKg } from "./totals-store";

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
export async function sumHistory(
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
export function sumOfProject(
  db: Sql,
  of: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  return sumVintages(db, of);
}
