// The categories of the catalogue, and what a kilogram of each costs.
import { z } from "zod";
import { text } from "#core/text";
import {
  getProjectCategory,
  ListPriceChanges,
  listPriceChanges,
  listProjectCategories,
  type ProjectCategoryWithProjects,
  SetCategoryPrices,
  setCategoryPrices,
} from "#domain/catalogue";
import { forOperator, forProvenOperator, router } from "./procedures";

function toCategory(row: ProjectCategoryWithProjects) {
  const all = row.projects.reduce((sum, member) => sum + Number(member.weightMillionths), 0);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    apiCents: row.apiPricePerKgUsdCents,
    checkoutCents: row.checkoutPricePerKgUsdCents,
    projects: row.projects.map(({ project, weightMillionths }) => ({
      id: project.id,
      name: project.name,
      registryId: project.registryId,
      share: Number(weightMillionths) / all,
    })),
  };
}

export const operatorCategoriesRouter = router({
  list: forOperator.query(async ({ ctx }) =>
    (await listProjectCategories({ ...ctx, account: ctx })).map(toCategory),
  ),

  get: forOperator
    .input(z.strictObject({ id: text(255) }))
    .query(async ({ ctx, input }) =>
      toCategory(await getProjectCategory({ ...ctx, account: ctx }, input)),
    ),

  /** What other prices would make of the portfolios', before they are set. */
  priceChanges: forOperator
    .input(ListPriceChanges)
    .query(({ ctx, input }) => listPriceChanges(ctx, { ...input, mode: ctx.mode })),

  setPrices: forProvenOperator
    .input(SetCategoryPrices)
    .mutation(({ ctx, input }) => setCategoryPrices(ctx, { ...input, mode: ctx.mode })),
});
