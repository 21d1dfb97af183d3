import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { type Columns, csvPage, fields } from "#core/csv";
import { currencies } from "#core/money";
import { text } from "#core/text";
import {
  archiveSharedPortfolio,
  CategoryMembers,
  ChangeCategory,
  ChangePortfolio,
  type CurrencyPrices,
  changeCategory,
  changePortfolio,
  defaultFactors,
  getOfferedPortfolio,
  getProject,
  getProjectCategory,
  ListCatalogueProjects,
  ListPriceChanges,
  listCatalogueProjects,
  listEmissionFactors,
  listOfferedPortfolios,
  listPriceChanges,
  listProjectCategories,
  listProjectKinds,
  listProjectShares,
  PlaceProject,
  PortfolioShares,
  type PortfolioWithAllocations,
  type PriceOn,
  type ProjectCategoryWithProjects,
  ProjectPlacement,
  placeProject,
  portfolioPricePerTonne,
  previewCategoryChange,
  previewPlacement,
  previewPortfolioChange,
  priceSet,
  publishSharedPortfolio,
  resetEmissionFactors,
  revisionOf,
  SetCategoryPrices,
  SetEmissionFactor,
  SetPortfolioPrices,
  setCatalogueDefault,
  setCategoryPrices,
  setEmissionFactor,
  setPortfolioPrices,
  toCategoryEntry,
  toPortfolioEntry,
  toProjectDetailResource,
} from "#domain/catalogue";
import { averageCosts, findCategoryCosts, listProjectStock } from "#domain/inventory";
import { callsInMode, changesStock } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import { CatalogueIdInput, forOperator, forProvenOperator, router } from "./procedures";

const MILLION = 1_000_000;

type Project = Awaited<ReturnType<typeof listCatalogueProjects>>["data"][number];
const { search, registry, type } = ListCatalogueProjects.shape;

async function toProjectRows(ctx: Context & { mode: Mode }, projects: Project[]) {
  const stock = await listProjectStock(ctx, {
    mode: ctx.mode,
    projectIds: projects.map(({ id }) => id),
  });
  const leftOf = Map.groupBy(stock, ({ projectId }) => projectId);
  return projects.map((project) => ({
    id: project.id,
    name: project.name,
    type: project.type,
    developer: project.developer,
    locationName: project.locationName,
    registryName: project.registryName,
    registryId: project.registryId,
    leftKg: (leftOf.get(project.id) ?? []).reduce((kg, vintage) => kg + vintage.leftKg, 0),
  }));
}

export const operatorProjectsRouter = router({
  list: forOperator.input(ListCatalogueProjects).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listCatalogueProjects(ctx, { ...input, mode: ctx.mode });
    return { data: await toProjectRows(ctx, data), has_more: hasMore };
  }),

  /** Shares and prices before and after the project is put on sale. */
  previewPlacement: forOperator.input(ProjectPlacement).query(callsInMode(previewPlacement)),

  place: forProvenOperator.input(PlaceProject).mutation(changesStock(placeProject)),

  kinds: forOperator.query(({ ctx }) => listProjectKinds(ctx, { mode: ctx.mode })),

  get: forOperator.input(CatalogueIdInput).query(async ({ ctx, input: { id } }) => {
    const { mode } = ctx;
    const project = await getProject({ ...ctx, account: { mode } }, { id });
    const [stock, shares] = await Promise.all([
      listProjectStock(ctx, { mode, projectIds: [id] }),
      listProjectShares(ctx, { mode, id }),
    ]);
    return { ...toProjectDetailResource(project), stock, shares };
  }),
});

const projectColumns: Columns<Awaited<ReturnType<typeof toProjectRows>>[number]> = {
  ...fields("id", "name", "type", "developer", "locationName", "registryName", "registryId"),
  ...fields("leftKg"),
};

export const exportProjects = forOperator
  .input(ExportInput.extend({ after: text(255).nullish(), search, registry, type }))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const query = { ...placeAfter(after), ...filters, mode: ctx.mode };
    const { data, hasMore } = await listCatalogueProjects(ctx, query);
    return csvPage({ data: await toProjectRows(ctx, data), hasMore }, projectColumns);
  });

/** In the order of the currencies. */
const inOrder = (prices: readonly CurrencyPrices[]) =>
  Object.keys(currencies).flatMap((currency) => {
    const row = prices.find((one) => one.currency === currency);
    return row
      ? [{ currency, api: row.apiPricePerTonne, checkout: row.checkoutPricePerTonne }]
      : [];
  });

export function toCategory(row: ProjectCategoryWithProjects) {
  const totalWeight = row.projects.reduce(
    (sum, member) => sum + Number(member.weightMillionths),
    0,
  );
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    description: row.description,
    pictureUrl: row.primaryImageUrl,
    prices: inOrder(row.prices),
    projects: row.projects.map(({ project, weightMillionths }) => ({
      id: project.id,
      name: project.name,
      registryId: project.registryId,
      share: Number(weightMillionths) / totalWeight,
      weight: Number(weightMillionths) / MILLION,
    })),
  };
}

export const operatorCategoriesRouter = router({
  list: forOperator.query(async ({ ctx }) =>
    (await listProjectCategories({ ...ctx, account: ctx })).map(toCategory),
  ),

  get: forOperator.input(CatalogueIdInput).query(async ({ ctx, input }) => {
    const row = await getProjectCategory({ ...ctx, account: ctx }, input);
    const costs = await findCategoryCosts(ctx, { mode: ctx.mode, categories: [row] });
    const revision = revisionOf(toCategoryEntry(row));
    return { ...toCategory(row), costs: costs.get(row.id) ?? [], revision };
  }),

  /** Effect of new category prices on portfolios, before they are set. */
  priceChanges: forOperator.input(ListPriceChanges).query(callsInMode(listPriceChanges)),

  setPrices: forProvenOperator.input(SetCategoryPrices).mutation(callsInMode(setCategoryPrices)),

  /** Effect of other projects or weights, before they are saved. */
  previewChange: forOperator.input(CategoryMembers).query(callsInMode(previewCategoryChange)),

  change: forProvenOperator.input(ChangeCategory).mutation(changesStock(changeCategory)),
});

/**
 * Price per tonne, in minor units: the one in effect, the portfolio's own, and the one derived from
 * categories; null without.
 */
function priceOf(row: PortfolioWithAllocations, on: PriceOn) {
  return {
    amount: portfolioPricePerTonne(row, on),
    ownPrice: priceSet(row.prices, on),
    derivedPrice: portfolioPricePerTonne({ ...row, prices: [] }, on),
  };
}

export function toPortfolio(row: PortfolioWithAllocations) {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    description: row.description,
    pictureUrl: row.primaryImageUrl,
    isArchived: row.archivedAt !== null,
    /** In each currency, with or without a price. */
    prices: Object.keys(currencies).map((currency) => ({
      currency,
      api: priceOf(row, { channel: "api", currency }),
      checkout: priceOf(row, { channel: "checkout", currency }),
    })),
    parts: row.allocations.map(({ category, startMillionths, endMillionths }) => ({
      id: category.id,
      name: category.name,
      color: category.color,
      share: (endMillionths - startMillionths) / MILLION,
      prices: inOrder(category.prices),
    })),
  };
}

export const operatorPortfoliosRouter = router({
  list: forOperator.query(async ({ ctx }) => {
    const { portfolios, defaultPortfolioId } = await listOfferedPortfolios(ctx, ctx);
    return portfolios.map((row) => ({
      ...toPortfolio(row),
      isDefault: row.id === defaultPortfolioId,
    }));
  }),

  get: forOperator.input(CatalogueIdInput).query(async ({ ctx, input: { id } }) => {
    const { mode } = ctx;
    const portfolio = await getOfferedPortfolio(ctx, { mode, id });
    const { defaultPortfolioId } = await listOfferedPortfolios(ctx, { mode });
    const categories = portfolio.allocations.map(({ category }) => category);
    const costs = await findCategoryCosts(ctx, { mode, categories });
    const averages = averageCosts(
      portfolio.allocations.map(({ categoryId, startMillionths, endMillionths }) => ({
        weight: endMillionths - startMillionths,
        costs: costs.get(categoryId) ?? [],
      })),
    );
    const revision = revisionOf(toPortfolioEntry(portfolio));
    return {
      ...toPortfolio(portfolio),
      isDefault: id === defaultPortfolioId,
      costs: averages,
      revision,
    };
  }),

  setPrices: forProvenOperator.input(SetPortfolioPrices).mutation(callsInMode(setPortfolioPrices)),

  /** Effect of other shares, before they are saved. */
  previewChange: forOperator.input(PortfolioShares).query(callsInMode(previewPortfolioChange)),

  change: forProvenOperator.input(ChangePortfolio).mutation(changesStock(changePortfolio)),

  archive: forProvenOperator.input(CatalogueIdInput).mutation(callsInMode(archiveSharedPortfolio)),

  publish: forProvenOperator.input(CatalogueIdInput).mutation(callsInMode(publishSharedPortfolio)),

  /** Applies to all accounts of the mode without their own default. */
  setDefault: forOperator.input(CatalogueIdInput).mutation(callsInMode(setCatalogueDefault)),
});

function defaultOf(activity: string, fromDistanceKm: number): number | null {
  const factor = defaultFactors.find(
    (builtIn) => builtIn.activity === activity && builtIn.fromDistanceKm === fromDistanceKm,
  );
  return factor?.kgCo2ePerUnit ?? null;
}

type Factor = Awaited<ReturnType<typeof listEmissionFactors>>[number];

export const toFactor = (factor: Factor) => ({
  ...factor,
  defaultKgCo2ePerUnit: defaultOf(factor.activity, factor.fromDistanceKm),
});

export const operatorFactorsRouter = router({
  list: forOperator.query(async ({ ctx }) =>
    (await listEmissionFactors({ ...ctx, account: ctx })).map(toFactor),
  ),

  set: forOperator.input(SetEmissionFactor).mutation(callsInMode(setEmissionFactor)),

  reset: forOperator
    .input(z.strictObject({ activity: text(64) }))
    .mutation(callsInMode(resetEmissionFactors)),
});
