// Portfolios that the account may buy from: those offered to all, and its own.
import { z } from "zod";
import type { AccountContext } from "#core/context";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";
import {
  CreatePortfolio,
  chooseDefaultPortfolio,
  createPortfolio,
  findDefaultPortfolio,
  getPortfolio,
  listPortfolioDetails,
  listProjectCategories,
  type PortfolioDetailResource,
  PortfolioParts,
  type PortfolioWithAllocations,
  toPortfolioDetailResource,
  toProjectCategoryResource,
  UpdatePortfolio,
  updatePortfolio,
} from "#domain/catalogue";
import { archivePortfolio } from "#domain/checkout";
import { getPortfolioPreview } from "#domain/inventory";
import { CatalogueIdInput, forAdmin, forViewer, router } from "./procedures";

interface PortfolioView extends PortfolioDetailResource {
  /** Of this installation: a page asks no other host for one. */
  picture: string | null;
  /** Built by the account, and so its to change. */
  isOwn: boolean;
  isDefault: boolean;
}

function toView(row: PortfolioWithAllocations, defaultId: string | null): PortfolioView {
  const resource = toPortfolioDetailResource(row);
  const picture = ownPicture(resource.primary_image_url, appUrl());
  const isOwn = row.accountId !== null;
  return { ...resource, picture, isOwn, isDefault: row.id === defaultId };
}

async function showOne(ctx: AccountContext, id: string): Promise<PortfolioView> {
  const { id: defaultId } = await findDefaultPortfolio(ctx);
  return toView(await getPortfolio(ctx, { id }), defaultId);
}

export const portfoliosRouter = router({
  /** All of them, with which is the default, and whose choice that is. */
  list: forViewer.query(async ({ ctx }) => {
    const standard = await findDefaultPortfolio(ctx);
    const rows = await listPortfolioDetails(ctx);
    return {
      data: rows.map((row) => {
        const { category_allocations: parts, ...view } = toView(row, standard.id);
        const categories = parts.map(({ category: { id, name }, allocated_fraction: share }) => ({
          id,
          name,
          share,
        }));
        return { ...view, categories };
      }),
      default: standard,
    };
  }),

  get: forViewer.input(CatalogueIdInput).query(({ ctx, input }) => showOne(ctx, input.id)),

  /** What a portfolio can be built of. */
  categories: forViewer.query(async ({ ctx }) => {
    const rows = await listProjectCategories(ctx);
    return rows.map((row) => {
      const { id, name, projects } = toProjectCategoryResource(row);
      const apiCentsPerKg = row.apiPricePerKgUsdCents;
      return { id, name, projects: projects.map((project) => project.name), apiCentsPerKg };
    });
  }),

  /** What these parts would cost, and how a tonne would be shared out. */
  preview: forViewer
    .input(z.strictObject({ category_allocations: PortfolioParts }))
    .query(({ ctx, input }) => getPortfolioPreview(ctx, input)),

  create: forAdmin
    .input(CreatePortfolio)
    .mutation(async ({ ctx, input }) => showOne(ctx, (await createPortfolio(ctx, input)).id)),

  update: forAdmin
    .input(UpdatePortfolio)
    .mutation(async ({ ctx, input }) => showOne(ctx, (await updatePortfolio(ctx, input)).id)),

  archive: forAdmin
    .input(CatalogueIdInput)
    .mutation(({ ctx, input }) => archivePortfolio(ctx, input)),

  /** Null: the one that the operator chose for all. */
  setDefault: forAdmin
    .input(z.strictObject({ id: CatalogueIdInput.shape.id.nullable() }))
    .mutation(async ({ ctx, input }) => {
      await chooseDefaultPortfolio(ctx, input);
    }),
});
