import { z } from "zod";
import type { AccountContext } from "#core/context";
import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";
import {
  type ColoredPortfolio,
  CreatePortfolio,
  chooseDefaultPortfolio,
  createPortfolio,
  findDefaultPortfolio,
  getPortfolio,
  listPortfolioDetails,
  listProjectCategories,
  PortfolioParts,
  type PortfolioWithAllocations,
  priceSet,
  toColoredPortfolio,
  UpdatePortfolio,
  updatePortfolio,
} from "#domain/catalogue";
import { archivePortfolio } from "#domain/checkout";
import { getPortfolioPreview } from "#domain/inventory";
import { calls } from "./calls";
import { CatalogueIdInput, forAdmin, forViewer, Opened, router } from "./procedures";

interface PortfolioView extends ColoredPortfolio {
  /** From this installation's own host, so that pages load nothing from others. */
  picture: string | null;
  /** True if the account created it and may change it. */
  isOwn: boolean;
  isDefault: boolean;
}

function toView(
  { account }: AccountContext,
  { row, defaultId }: { row: PortfolioWithAllocations; defaultId: string | null },
): PortfolioView {
  const resource = toColoredPortfolio(row, account.currency);
  const picture = ownPicture(resource.primary_image_url, appUrl());
  const isOwn = row.accountId !== null;
  return { ...resource, picture, isOwn, isDefault: row.id === defaultId };
}

async function showOne(ctx: AccountContext, id: string): Promise<PortfolioView> {
  const { id: defaultId } = await findDefaultPortfolio(ctx);
  return toView(ctx, { row: await getPortfolio(ctx, { id }), defaultId });
}

export const portfoliosRouter = router({
  /** Includes the default portfolio, and who chose it. */
  list: forViewer.meta({ forLimited: "shared" }).query(async ({ ctx }) => {
    const defaultPortfolio = await findDefaultPortfolio(ctx);
    const rows = await listPortfolioDetails(ctx);
    return {
      data: rows.map((row) => {
        const { category_allocations: parts, ...view } = toView(ctx, {
          row,
          defaultId: defaultPortfolio.id,
        });
        const categories = parts.map(({ category, allocated_fraction: share, color }) => ({
          id: category.id,
          name: category.name,
          color,
          share,
        }));
        return { ...view, categories };
      }),
      default: defaultPortfolio,
    };
  }),

  get: forViewer
    .meta({ forLimited: "shared" })
    .input(CatalogueIdInput)
    .query(({ ctx, input }) => showOne(ctx, input.id)),

  categories: forViewer.meta({ forLimited: "shared" }).query(async ({ ctx }) => {
    const rows = await listProjectCategories(ctx);
    return rows.map((row) => {
      const { id, name, color, projects } = row;
      const { currency } = ctx.account;
      const names = projects.map(({ project }) => project.name);
      const apiPricePerTonne = priceSet(row.prices, { channel: "api", currency });
      return { id, name, color, projects: names, currency, apiPricePerTonne };
    });
  }),

  preview: forViewer
    .meta({ forLimited: "shared" })
    .input(z.strictObject({ category_allocations: PortfolioParts }))
    .query(calls(getPortfolioPreview)),

  create: forAdmin
    .input(CreatePortfolio)
    .mutation(async ({ ctx, input }) => showOne(ctx, (await createPortfolio(ctx, input)).id)),

  update: forAdmin
    .input(UpdatePortfolio.extend({ opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      showOne(ctx, (await updatePortfolio({ ...ctx, opened }, input)).id),
    ),

  archive: forAdmin.input(CatalogueIdInput).mutation(calls(archivePortfolio)),

  /** Null means the operator's default. */
  setDefault: forAdmin
    .input(z.strictObject({ id: CatalogueIdInput.shape.id.nullable() }))
    .mutation(async ({ ctx, input }) => {
      await chooseDefaultPortfolio(ctx, input);
    }),
});
