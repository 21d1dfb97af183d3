// The operator's costs of credits. They are never public.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue, type ProjectCategoryWithProjects } from "#domain/catalogue";
import { averageCosts, type StockCost } from "./cost-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

interface CostsOf {
  mode: Mode;
  projectIds: string[];
}

/** Null of lots whose cost is not known. */
const COST_CURRENCY = sql<Currency | null>`(CASE WHEN cost_per_tonne IS NOT NULL
  THEN cost_currency END)`;

const findCosts = query("inventory-project-costs", (db, of: Params<CostsOf>) =>
  db
    .selectFrom("creditLots")
    .select([
      "projectId",
      COST_CURRENCY.as("currency"),
      sql<number | null>`ceil(sum((quantity_kg - retired_kg)::numeric * cost_per_tonne)
        / sum(quantity_kg - retired_kg))::int`.as("amount"),
      sql<boolean>`count(*) = sum(count(*)) OVER (PARTITION BY project_id)`.as("isComplete"),
    ])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .where("state", "=", "on_sale")
    .whereRef("retiredKg", "<", "quantityKg")
    .groupBy(["projectId", COST_CURRENCY]),
);

interface CategoryCosts {
  mode: Mode;
  categories: readonly ProjectCategoryWithProjects[];
}

/** Costs of each category per tonne, by the stock of its projects and their weights. */
export async function findCategoryCosts(
  ctx: Context,
  { mode, categories }: CategoryCosts,
): Promise<Map<string, StockCost[]>> {
  const projectIds = categories.flatMap(({ projects }) => projects.map((it) => it.projectId));
  const rows = (await findCosts(ctx.db, { mode, projectIds })).flatMap(
    ({ projectId, currency, amount, isComplete }) =>
      currency === null || amount === null ? [] : [{ projectId, currency, amount, isComplete }],
  );
  return new Map(
    categories.map(({ id, projects }) => {
      const parts = projects.map(({ projectId, weightMillionths }) => ({
        weight: Number(weightMillionths),
        costs: rows
          .filter((row) => row.projectId === projectId)
          .map(({ projectId: _, ...cost }) => cost),
      }));
      return [id, averageCosts(parts)];
    }),
  );
}

interface NewCost {
  mode: Mode;
  id: string;
  amount: number | null;
  currency: Currency;
}

const setCost = query("inventory-set-lot-cost", (db, lot: Params<NewCost>) =>
  db
    .updateTable("creditLots as lot")
    .from((from) =>
      from
        .selectFrom("creditLots")
        .select(["costPerTonne", "costCurrency"])
        .where("mode", "=", lot.mode)
        .where("id", "=", lot.id)
        .as("former"),
    )
    .set((eb) => ({
      costPerTonne: eb.cast<number | null>(lot.amount, "integer"),
      costCurrency: lot.currency,
    }))
    .where("lot.mode", "=", lot.mode)
    .where("lot.id", "=", lot.id)
    .returning(["former.costPerTonne as before", "former.costCurrency as currencyBefore"]),
);

interface SetLotCost {
  mode: Mode;
  id: string;
  cost_per_tonne: number | null;
  cost_currency: Currency;
}

/** Sets the cost of the lot's credits to the operator; null if it is not known. @throws not-found */
export async function setLotCost(ctx: Context, input: SetLotCost): Promise<void> {
  const { mode, id, cost_per_tonne: amount, cost_currency: currency } = input;
  // Imports change lots too.
  await lockCatalogue(ctx, mode);
  const [row] = await setCost(ctx.db, { mode, id, amount, currency });
  if (!row) throw notFound("credit lot");
  const { before, currencyBefore } = row;
  if (before === amount && (amount === null || currencyBefore === currency)) return;
  await recordAudit(ctx, {
    action: "credit_lot.cost_set",
    subjectId: id,
    data: { mode, cost: amount, currency, cost_before: before, currency_before: currencyBefore },
  });
}
