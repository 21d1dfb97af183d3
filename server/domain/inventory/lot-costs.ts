// The operator's costs of credits. They are never public.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue, type ProjectCategoryWithProjects } from "#domain/catalogue";
import { averageCost, type StockCost } from "./cost-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface CostsOf {
  mode: Mode;
  projectIds: string[];
}

const findCosts = query("inventory-project-costs", (db, of: Params<CostsOf>) =>
  db
    .selectFrom("creditLots")
    .select([
      "projectId",
      sql<number | null>`ceil(
        sum((quantity_kg - retired_kg)::numeric * cost_per_tonne)
        / sum(quantity_kg - retired_kg) FILTER (WHERE cost_per_tonne IS NOT NULL)
      )::int`.as("amount"),
      sql<boolean>`bool_and(cost_per_tonne IS NOT NULL)`.as("isComplete"),
    ])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .where("state", "=", "on_sale")
    .whereRef("retiredKg", "<", "quantityKg")
    .groupBy("projectId"),
);

interface CategoryCosts {
  mode: Mode;
  categories: readonly ProjectCategoryWithProjects[];
}

/** Cost of each category per tonne, by the stock of its projects and their weights. */
export async function findCategoryCosts(
  ctx: Context,
  { mode, categories }: CategoryCosts,
): Promise<Map<string, StockCost | null>> {
  const projectIds = categories.flatMap(({ projects }) => projects.map((it) => it.projectId));
  const costs = new Map<string, StockCost>();
  for (const row of await findCosts(ctx.db, { mode, projectIds })) {
    const { projectId, amount, isComplete } = row;
    if (amount !== null) costs.set(projectId, { amount, isComplete });
  }
  return new Map(
    categories.map(({ id, projects }) => {
      const parts = projects.map(({ projectId, weightMillionths }) => ({
        weight: Number(weightMillionths),
        cost: costs.get(projectId) ?? null,
      }));
      return [id, averageCost(parts)];
    }),
  );
}

const setCost = query(
  "inventory-set-lot-cost",
  (db, lot: Params<{ mode: Mode; id: string; amount: number | null }>) =>
    db
      .updateTable("creditLots as lot")
      .from((from) =>
        from
          .selectFrom("creditLots")
          .select("costPerTonne")
          .where("mode", "=", lot.mode)
          .where("id", "=", lot.id)
          .as("former"),
      )
      .set((eb) => ({ costPerTonne: eb.cast<number | null>(lot.amount, "integer") }))
      .where("lot.mode", "=", lot.mode)
      .where("lot.id", "=", lot.id)
      .returning("former.costPerTonne as before"),
);

interface SetLotCost {
  mode: Mode;
  id: string;
  cost_per_tonne_usd_cents: number | null;
}

/** Sets what the lot's credits cost the operator; null if it is not known. @throws not-found */
export async function setLotCost(ctx: Context, input: SetLotCost): Promise<void> {
  const { mode, id, cost_per_tonne_usd_cents: amount } = input;
  // Imports change lots too.
  await lockCatalogue(ctx, mode);
  const [row] = await setCost(ctx.db, { mode, id, amount });
  if (!row) throw notFound("credit lot");
  if (row.before === amount) return;
  await recordAudit(ctx, {
    action: "credit_lot.cost_set",
    subjectId: id,
    data: { mode, cost: amount, cost_before: row.before },
  });
}
