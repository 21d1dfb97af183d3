import { sql } from "kysely";
import type { AccountContext, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { KG_PER_TONNE } from "#core/mass";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import {
  type CatalogueTables,
  type Channel,
  getProjectCategory,
  type PortfolioParts,
  pricePerTonne,
  priceSet,
  requireCategories,
  requireMillionths,
} from "#domain/catalogue";
import { type CategoryPlan, splitByLargestRemainder, splitOverProjects } from "./allocation-rules";

const query = queriesOn<CatalogueTables>();

const findAllocations = query(
  "inventory-find-plans",
  (db, of: Params<{ mode: Mode; portfolioIds: string[] }>) =>
    db
      .selectFrom("portfolioAllocations as a")
      .leftJoin("categoryProjects as cp", (join) =>
        join.onRef("cp.mode", "=", "a.mode").onRef("cp.categoryId", "=", "a.categoryId"),
      )
      .select(["a.portfolioId", "a.categoryId", "cp.projectId", "cp.weightMillionths"])
      .select((eb) => eb("a.endMillionths", "-", eb.ref("a.startMillionths")).as("millionths"))
      .where("a.mode", "=", of.mode)
      .where("a.portfolioId", "=", sql<string>`any (${of.portfolioIds}::text[])`),
);

/** The categories of each portfolio, with their projects. */
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

interface PreviewedPart {
  id: string;
  name: string;
  color: number;
  kg: number;
  /** In the order of the catalogue. */
  projects: { id: string; name: string; kg: number }[];
}

export interface PortfolioPreview {
  currency: Currency;
  /** Null if a category has no price in the account's currency. */
  apiPricePerTonne: number | null;
  checkoutPricePerTonne: number | null;
  amountKg: number;
  categories: PreviewedPart[];
}

/**
 * Computes prices and shares as an order would get them, if every project had enough credits.
 * @throws invalid naming an unknown category
 */
export async function getPortfolioPreview(
  ctx: AccountContext,
  { category_allocations: parts }: { category_allocations: PortfolioParts },
): Promise<PortfolioPreview> {
  await requireCategories(ctx, parts);
  const shares = await Promise.all(
    parts.map(async (part) => ({
      weight: requireMillionths(part.allocated_fraction),
      category: await getProjectCategory(ctx, { id: part.category_id }),
    })),
  );
  const amountKg = KG_PER_TONNE;
  const kgOf = splitByLargestRemainder(
    amountKg,
    shares.map(({ weight, category }) => ({ id: category.id, weight })),
  );
  const { currency } = ctx.account;
  const priceOn = (channel: Channel) =>
    pricePerTonne({
      ownPrice: null,
      parts: shares.map(({ weight, category }) => ({
        millionths: weight,
        amount: priceSet(category.prices, { channel, currency }),
      })),
    });
  return {
    currency,
    apiPricePerTonne: priceOn("api"),
    checkoutPricePerTonne: priceOn("checkout"),
    amountKg,
    categories: shares.map(({ category: { id, name, color, projects } }) => {
      const kg = kgOf.get(id) ?? 0;
      const weights = projects.map((member) => ({
        id: member.projectId,
        weight: Number(member.weightMillionths),
      }));
      const inside = splitOverProjects(kg, weights, () => Number.POSITIVE_INFINITY);
      return {
        id,
        name,
        color,
        kg,
        projects: projects.map(({ project }) => ({
          id: project.id,
          name: project.name,
          kg: inside?.get(project.id) ?? 0,
        })),
      };
    }),
  };
}
