// The SQL of how portfolios share out an order over categories and projects.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import type { CategoryPlan } from "./allocation-rules";

const query = queriesOn<CatalogueTables>();

const findAllocations = query(
  "inventory-find-plans",
  (db, asked: Params<{ mode: Mode; portfolioIds: string[] }>) =>
    db
      .selectFrom("portfolioAllocations as a")
      .leftJoin("categoryProjects as cp", (join) =>
        join.onRef("cp.mode", "=", "a.mode").onRef("cp.categoryId", "=", "a.categoryId"),
      )
      .select(["a.portfolioId", "a.categoryId", "cp.projectId", "cp.weightMillionths"])
      .select((eb) => eb("a.endMillionths", "-", eb.ref("a.startMillionths")).as("millionths"))
      .where("a.mode", "=", asked.mode)
      .where("a.portfolioId", "=", sql<string>`any (${asked.portfolioIds}::text[])`),
);

/** How each portfolio shares out an order: its categories with their projects. */
export async function findPlans(
  db: Sql,
  mode: Mode,
  portfolioIds: string[],
): Promise<Map<string, CategoryPlan[]>> {
  const plans = new Map<string, CategoryPlan[]>();
  for (const row of await findAllocations(db, { mode, portfolioIds })) {
    const plan = plans.get(row.portfolioId) ?? [];
    plans.set(row.portfolioId, plan);
    let category = plan.find(({ id }) => id === row.categoryId);
    if (!category) {
      category = { id: row.categoryId, weight: row.millionths, projects: [] };
      plan.push(category);
    }
    if (row.projectId !== null && row.weightMillionths !== null) {
      category.projects.push({ id: row.projectId, weight: row.weightMillionths });
    }
  }
  return plans;
}
