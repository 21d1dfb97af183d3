// Puts a project on sale: into a category, and the category into a portfolio.
import type { Context, Mode } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import {
  type Parts,
  requireRevision,
  revisionOf,
  toCategoryEntry,
  toPortfolioEntry,
  writeChange,
} from "./change-catalogue";
import type { PlaceProject, ProjectPlacement } from "./change-schema";
import { withMember, withShare } from "./placement-rules";
import { getOfferedPortfolio } from "./portfolios";
import { memberShares, type NamedShare, type PriceEffect, priceEffects } from "./preview-changes";
import { fromMillionths, MILLION, requireMillionths, toCurrencyPrices } from "./price-rules";
import { getProject, getProjectCategory } from "./projects";
import type { PortfolioWithAllocations } from "./resource";
import type { PortfolioEntry, ProjectCategoryEntry } from "./schema";
import { lockCatalogue, ownLast } from "./store";

type Placement = ProjectPlacement & { mode: Mode };

interface Plan {
  category: ProjectCategoryEntry;
  /** Null if the category is new. */
  categoryBefore: ProjectCategoryEntry | null;
  /** Of the category; null if it is new. */
  color: number | null;
  portfolio: PortfolioEntry | null;
  /** Null if the portfolio is new. */
  portfolioBefore: PortfolioWithAllocations | null;
  /** True if the new portfolio becomes the catalogue's first default. */
  isFirstDefault: boolean;
  projectName: string;
}

type Project = Awaited<ReturnType<typeof getProject>>;

function newCategory(
  project: Project,
  category: Extract<ProjectPlacement["category"], { name: string }>,
): ProjectCategoryEntry {
  const { name, ...price } = category;
  const picture = { primary_image_url: project.primaryImageUrl, description: "" };
  const prices = { prices: [price], listsAllPrices: true };
  return { name, ...prices, ...picture, id: newId("category"), projects: [] };
}

function newPortfolio(project: Project, name: string, categoryId: string): PortfolioEntry {
  return {
    id: newId("portfolio"),
    name,
    summary: "",
    description: "",
    primary_image_url: project.primaryImageUrl,
    prices: [],
    listsAllPrices: true,
    category_allocations: [{ category_id: categoryId, allocated_fraction: 1 }],
  };
}

/** The portfolio with the category at the fraction. @throws invalid `portfolio.fraction` */
function withFraction(
  row: PortfolioWithAllocations,
  categoryId: string,
  fraction: number,
): PortfolioEntry {
  const entry = toPortfolioEntry(row);
  const parts = row.allocations.map((part) => ({
    id: part.categoryId,
    millionths: part.endMillionths - part.startMillionths,
  }));
  const shares = withShare(parts, { id: categoryId, millionths: requireMillionths(fraction) });
  if (shares === null) {
    const isOnly = parts.every(({ id }) => id === categoryId);
    const message = isOnly
      ? "must be 1: the portfolio has no other category"
      : "leaves nothing to another category of the portfolio";
    throw invalid("portfolio.fraction", message);
  }
  const allocations = shares.map(({ id, millionths }) => ({
    category_id: id,
    allocated_fraction: fromMillionths(millionths),
  }));
  return { ...entry, category_allocations: allocations };
}

async function findCategory(ctx: Context, { mode, category }: Placement) {
  if (!("id" in category)) return null;
  return getProjectCategory({ ...ctx, account: { mode } }, { id: category.id });
}

async function planPlacement(ctx: Context, input: Placement): Promise<Plan> {
  const { mode, project_id: id, category, weight, portfolio } = input;
  const project = await getProject({ ...ctx, account: { mode } }, { id });
  const row = await findCategory(ctx, input);
  const categoryBefore = row && toCategoryEntry(row);
  const base = categoryBefore ?? ("name" in category ? newCategory(project, category) : null);
  if (!base) throw notFound("project category");
  const placed = {
    ...base,
    projects: withMember(base.projects, { project_id: id, weight }),
  };
  const color = row?.color ?? null;
  const plan = { category: placed, categoryBefore, color, projectName: project.name };
  if (!portfolio) return { ...plan, portfolio: null, portfolioBefore: null, isFirstDefault: false };
  if ("id" in portfolio) {
    const before = await getOfferedPortfolio(ctx, { mode, id: portfolio.id });
    const entry = withFraction(before, placed.id, portfolio.fraction);
    return { ...plan, portfolio: entry, portfolioBefore: before, isFirstDefault: false };
  }
  const catalogue = await ctx.db.prisma.catalogue.findUnique({ where: { mode } });
  return {
    ...plan,
    portfolio: newPortfolio(project, portfolio.name, placed.id),
    portfolioBefore: null,
    isFirstDefault: !catalogue?.defaultPortfolioId,
  };
}

const revisionOfPlan = ({ categoryBefore, portfolioBefore }: Plan) =>
  [categoryBefore, portfolioBefore && toPortfolioEntry(portfolioBefore)] as const;

export interface PlacementPreview {
  category: { name: string; isNew: boolean; shares: NamedShare[] };
  /** Null if the category's portfolios stay as they are. */
  portfolio: {
    name: string;
    isNew: boolean;
    becomesDefault: boolean;
    shares: NamedShare[];
    prices: PriceEffect[];
  } | null;
  /** Other offered portfolios with the category: they sell the project too. */
  alsoIn: string[];
  isForSale: boolean;
  /** To be sent with the placement, which is refused if the catalogue has changed. */
  revision: string;
}

function portfolioPreview(plan: Plan): PlacementPreview["portfolio"] {
  const { portfolio: entry, portfolioBefore: before, category, isFirstDefault } = plan;
  if (!entry) return null;
  const former: Parts = before?.allocations ?? [];
  const categories = new Map(before?.allocations.map((part) => [part.categoryId, part.category]));
  return {
    name: entry.name,
    isNew: before === null,
    becomesDefault: isFirstDefault,
    shares: entry.category_allocations.map(({ category_id: id, allocated_fraction: after }) => {
      const part = former.find(({ categoryId }) => categoryId === id);
      const millionths = part ? part.endMillionths - part.startMillionths : 0;
      const { name, color } = categories.get(id) ?? { ...category, color: plan.color };
      return { id, name, color, before: millionths / MILLION, after };
    }),
    prices: priceEffects({
      entry,
      before,
      pricesOf: (id) => categories.get(id)?.prices ?? category.prices.map(toCurrencyPrices),
    }),
  };
}

/** Shares and prices before and after a placement. @throws as placeProject */
export async function previewPlacement(ctx: Context, input: Placement): Promise<PlacementPreview> {
  const { mode } = input;
  const plan = await planPlacement(ctx, input);
  const others = await ctx.db.prisma.portfolio.findMany({
    where: { mode, archivedAt: null, allocations: { some: { categoryId: plan.category.id } } },
    orderBy: ownLast,
    select: { id: true, name: true, accountId: true },
  });
  const { category, categoryBefore } = plan;
  return {
    category: {
      name: category.name,
      isNew: categoryBefore === null,
      shares: await memberShares(ctx, {
        mode,
        before: categoryBefore?.projects ?? [],
        after: category.projects,
      }),
    },
    portfolio: portfolioPreview(plan),
    alsoIn: others
      .filter(({ id, accountId }) => accountId === null && id !== plan.portfolio?.id)
      .map(({ name }) => name),
    isForSale:
      (plan.portfolio !== null && (plan.portfolioBefore?.archivedAt ?? null) === null) ||
      others.length > 0,
    revision: revisionOf(...revisionOfPlan(plan)),
  };
}

/**
 * Puts a project on sale.
 * @throws not-found; conflict if the catalogue has changed since the preview; invalid naming the
 * field, `confirmed` if prices change by more than a factor of two
 */
export async function placeProject(
  ctx: Context,
  { revision, confirmed, ...input }: PlaceProject & { mode: Mode },
): Promise<{ category_id: string; portfolio_id: string | null }> {
  const { mode, project_id: projectId, weight } = input;
  await lockCatalogue(ctx, mode);
  const plan = await planPlacement(ctx, input);
  requireRevision(revision, ...revisionOfPlan(plan));
  const { category, portfolio } = plan;
  const fraction = portfolio?.category_allocations.find(
    (part) => part.category_id === category.id,
  )?.allocated_fraction;
  await writeChange(ctx, {
    mode,
    categories: [category],
    portfolios: portfolio ? [portfolio] : [],
    defaultPortfolioId: plan.isFirstDefault && portfolio ? portfolio.id : null,
    confirmed,
    audit: {
      subjectId: projectId,
      data: {
        category_id: category.id,
        category_is_new: plan.categoryBefore === null,
        weight,
        portfolio_id: portfolio?.id ?? null,
        portfolio_is_new: portfolio !== null && plan.portfolioBefore === null,
        fraction: fraction ?? null,
      },
    },
  });
  return { category_id: category.id, portfolio_id: portfolio?.id ?? null };
}
