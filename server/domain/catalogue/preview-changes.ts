// Effects of a change by an operator, before it is made.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { type Currency, currencies } from "#core/money";
import { toCategoryEntry, toPortfolioEntry } from "./change-catalogue";
import type { CategoryMembers, PortfolioShares } from "./change-schema";
import { getOfferedPortfolio } from "./portfolios";
import {
  type Channel,
  type CurrencyPrices,
  currenciesOf,
  pricesIn,
  requireMillionths,
  toCurrencyPrices,
} from "./price-rules";
import { getProjectCategory } from "./projects";
import type { PortfolioWithAllocations } from "./resource";
import type { PortfolioEntry, ProjectCategoryEntry } from "./schema";
import { catalogueOrder } from "./store";

export interface NamedShare {
  id: string;
  name: string;
  /** Of a category that exists; null for a new one, and for projects. */
  color: number | null;
  /** From 0 to 1; 0 for a new part. */
  before: number;
  after: number;
}

interface PortfolioChange {
  entry: PortfolioEntry;
  /** Null if the portfolio is new. */
  before: PortfolioWithAllocations | null;
  pricesOf(categoryId: string): CurrencyPrices[];
}

export interface PriceEffect
  extends Record<Channel, { before: number | null; after: number | null }> {
  currency: Currency;
}

/** The portfolio's prices before and after the change, in each currency that has one. */
export function priceEffects({ entry, before, pricesOf }: PortfolioChange): PriceEffect[] {
  let end = 0;
  const allocations = entry.category_allocations.map(({ category_id, allocated_fraction }) => {
    const startMillionths = end;
    end += requireMillionths(allocated_fraction);
    const category = { prices: pricesOf(category_id) };
    return { startMillionths, endMillionths: end, category };
  });
  const after = { prices: entry.prices.map(toCurrencyPrices), allocations };
  const priced = new Set([...(before ? currenciesOf(before) : []), ...currenciesOf(after)]);
  return Object.keys(currencies)
    .filter((currency) => priced.has(currency))
    .map((currency) => {
      const [former, later] = [before && pricesIn(before, currency), pricesIn(after, currency)];
      return {
        currency,
        api: { before: former?.api ?? null, after: later.api },
        checkout: { before: former?.checkout ?? null, after: later.checkout },
      };
    });
}

type Members = ProjectCategoryEntry["projects"];

/** Shares of a category's projects before and after a change. */
export async function memberShares(
  ctx: Context,
  { mode, before, after }: { mode: Mode; before: Members; after: Members },
): Promise<NamedShare[]> {
  const names = await ctx.db.prisma.project.findMany({
    where: { mode, id: { in: after.map((member) => member.project_id) } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const sumOf = (members: Members) => members.reduce((sum, { weight }) => sum + weight, 0);
  return after.map(({ project_id: id, weight }) => {
    const former = before.find((member) => member.project_id === id)?.weight ?? 0;
    return {
      id,
      name: nameOf.get(id) ?? id,
      color: null,
      before: former === 0 ? 0 : former / sumOf(before),
      after: weight / sumOf(after),
    };
  });
}

export interface CategoryPreview {
  shares: NamedShare[];
  /** Names of projects that no portfolio would sell any more. */
  unsold: string[];
  /** Names of offered portfolios whose orders would wait, because the category has no projects. */
  emptyIn: string[];
}

/** Effects of other projects or weights. @throws not-found */
export async function previewCategoryChange(
  ctx: Context,
  { mode, id, projects }: CategoryMembers & { mode: Mode },
): Promise<CategoryPreview> {
  const { prisma } = ctx.db;
  const row = await getProjectCategory({ ...ctx, account: { mode } }, { id });
  const before = toCategoryEntry(row).projects;
  const remaining = new Set(projects.map((member) => member.project_id));
  const removed = row.projects.filter(({ projectId }) => !remaining.has(projectId));
  const elsewhere = await prisma.categoryProject.findMany({
    where: {
      mode,
      projectId: { in: removed.map(({ projectId }) => projectId) },
      categoryId: { not: id },
      category: { allocations: { some: { portfolio: { archivedAt: null } } } },
    },
    select: { projectId: true },
  });
  const sold = new Set(elsewhere.map(({ projectId }) => projectId));
  const portfolios = await prisma.portfolio.findMany({
    where: { mode, accountId: null, archivedAt: null, allocations: { some: { categoryId: id } } },
    orderBy: catalogueOrder,
    select: { name: true },
  });
  return {
    shares: await memberShares(ctx, { mode, before, after: projects }),
    unsold: removed
      .filter(({ projectId }) => !sold.has(projectId))
      .map(({ project }) => project.name),
    emptyIn: projects.length === 0 ? portfolios.map(({ name }) => name) : [],
  };
}

export interface PortfolioPreview {
  prices: PriceEffect[];
  /** Names of categories that no portfolio would sell any more. */
  unsold: string[];
  /** Names of categories without projects: orders would wait. */
  empty: string[];
}

/** Effects of other shares. @throws not-found, also for a category */
export async function previewPortfolioChange(
  ctx: Context,
  { mode, id, category_allocations: parts }: PortfolioShares & { mode: Mode },
): Promise<PortfolioPreview> {
  const { prisma } = ctx.db;
  const before = await getOfferedPortfolio(ctx, { mode, id });
  const categories = await prisma.projectCategory.findMany({
    where: { mode, id: { in: parts.map((part) => part.category_id) } },
    include: { projects: true, prices: true },
  });
  const byId = new Map(categories.map((category) => [category.id, category]));
  const entry = { ...toPortfolioEntry(before), category_allocations: parts };
  const prices = priceEffects({
    entry,
    before,
    pricesOf(categoryId) {
      const category = byId.get(categoryId);
      if (!category) throw notFound("project category");
      return category.prices;
    },
  });
  const removed = before.allocations.filter(({ categoryId }) => !byId.has(categoryId));
  const elsewhere = await prisma.portfolioAllocation.findMany({
    where: {
      mode,
      categoryId: { in: removed.map(({ categoryId }) => categoryId) },
      portfolio: { archivedAt: null, id: { not: id } },
    },
    select: { categoryId: true },
  });
  const sold = new Set(elsewhere.map(({ categoryId }) => categoryId));
  return {
    prices,
    unsold: removed
      .filter(({ categoryId }) => !sold.has(categoryId))
      .map((part) => part.category.name),
    empty: categories.filter(({ projects }) => projects.length === 0).map(({ name }) => name),
  };
}
