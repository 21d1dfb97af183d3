import type { Context, Mode } from "#core/context";
import { withNewColors } from "./color-rules";
import { writeProjects } from "./import-projects";
import { checkEntries, type Entries, type Fault, type ListName, mergeOrder } from "./import-rules";
import { requireMillionths } from "./price-rules";
import type { PortfolioEntry, ProjectCategoryEntry } from "./schema";
import { findPositions, movePositions, replaceAllocations } from "./store";
import { replaceTranslations } from "./translations";
import { removeFactors, replaceMembers, upsertRows, upserts } from "./upsert-store";

interface ArrangeRows {
  mode: Mode;
  table: ListName;
  /** Existing rows, in the order of the list. */
  existing: { id: string; position: number }[];
  /** Ids of the file, in its order. */
  ids: string[];
}

/** Moves existing rows to make room for those of the file. Returns the positions of all ids. */
async function arrangeRows(ctx: Context, input: ArrangeRows): Promise<Map<string, number>> {
  const { mode, table, existing, ids } = input;
  const order = mergeOrder(
    existing.map(({ id }) => id),
    ids,
  );
  const positions = new Map(order.map((id, position) => [id, position]));
  const isInFile = new Set(ids);
  const rows = existing
    .filter(({ id, position }) => !isInFile.has(id) && positions.get(id) !== position)
    .map(({ id }) => ({ id, position: positions.get(id) ?? 0 }));
  await movePositions(ctx, { mode, table, rows });
  return positions;
}

interface PlanEntries extends Entries {
  mode: Mode;
  /** Ids of all entries, unreadable ones included: references to them are valid. */
  ids: Record<ListName, string[]>;
}

export interface EntriesPlan extends PlanEntries {
  faults: Fault[];
  existing: Record<ListName, { id: string; position: number }[]>;
}

/** A file must not change an account's own portfolio, or make one the default that is not offered. */
async function checkOwn(ctx: Context, input: PlanEntries) {
  const { mode, default_portfolio_id: defaultId } = input;
  const named = [...input.ids.portfolios, ...(defaultId === null ? [] : [defaultId])];
  const rows = await ctx.db.prisma.portfolio.findMany({
    where: {
      mode,
      id: { in: named },
      OR: [{ accountId: { not: null } }, { archivedAt: { not: null } }],
    },
    select: { id: true, accountId: true },
  });
  const own = new Set(rows.flatMap(({ id, accountId }) => (accountId === null ? [] : [id])));
  const faultsOf = (id: string, path: (string | number)[]): Fault[] =>
    own.has(id) ? [{ path, message: `"${id}" is an account's own portfolio` }] : [];
  const faults = input.portfolios.flatMap((entry, index) =>
    entry ? faultsOf(entry.id, ["portfolios", index, "id"]) : [],
  );
  if (defaultId === null) return { ids: own, faults };
  const path = ["default_portfolio_id"];
  const isArchived = rows.some(({ id, accountId }) => id === defaultId && accountId === null);
  faults.push(...faultsOf(defaultId, path));
  if (isArchived) faults.push({ path, message: `"${defaultId}" is archived` });
  return { ids: own, faults };
}

/** Collects all faults of the entries. The caller holds the catalogue's lock. */
export async function planEntries(ctx: Context, input: PlanEntries): Promise<EntriesPlan> {
  const { mode } = input;
  const existing = {
    projects: await findPositions(ctx, { mode, table: "projects" }),
    project_categories: await findPositions(ctx, { mode, table: "project_categories" }),
    portfolios: await findPositions(ctx, { mode, table: "portfolios" }),
  };
  const known = (list: ListName) =>
    new Set([...existing[list].map(({ id }) => id), ...input.ids[list]]);
  const sets = {
    projects: known("projects"),
    project_categories: known("project_categories"),
    portfolios: known("portfolios"),
  };
  const own = await checkOwn(ctx, input);
  for (const id of own.ids) sets.portfolios.add(id);
  const faults = checkEntries(input, (list, id) => sets[list].has(id));
  return { ...input, existing, faults: [...faults, ...own.faults] };
}

export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

export interface WrittenEntries {
  counts: Record<ListName | "emission_factors", Counts>;
  defaultPortfolioChanged: boolean;
  /** True if orders may now be filled differently. */
  sharesChanged: boolean;
}

type Plan = EntriesPlan;
type Existing = Plan["existing"][ListName];

function count(existing: Existing, ids: string[], changed: Set<string>): Counts {
  const before = new Set(existing.map(({ id }) => id));
  const created = ids.filter((id) => !before.has(id)).length;
  const updated = ids.filter((id) => before.has(id) && changed.has(id)).length;
  return { created, updated, unchanged: ids.length - created - updated };
}

function toMemberRows(category: ProjectCategoryEntry) {
  return category.projects.map((member, position) => ({
    category_id: category.id,
    project_id: member.project_id,
    position,
    weight_millionths: requireMillionths(member.weight),
  }));
}

/** A category keeps its color; a new one gets the least used. */
async function chooseColors(ctx: Context, { mode, ids }: { mode: Mode; ids: string[] }) {
  const { projectCategory } = ctx.db.prisma;
  const existing = await projectCategory.findMany({
    where: { mode },
    select: { id: true, color: true },
  });
  return withNewColors(new Map(existing.map(({ id, color }) => [id, color])), ids);
}

async function writeCategories(ctx: Context, plan: Plan, entries: ProjectCategoryEntry[]) {
  const { mode } = plan;
  const categoryIds = entries.map(({ id }) => id);
  const existing = plan.existing.project_categories;
  const table = "project_categories";
  const positions = await arrangeRows(ctx, { mode, table, existing, ids: categoryIds });
  const colors = await chooseColors(ctx, { mode, ids: categoryIds });
  const rows = entries.map(({ projects: _, translations: __, ...columns }) => ({
    ...columns,
    position: positions.get(columns.id) ?? 0,
    color: colors.get(columns.id) ?? 1,
  }));
  const written = await upsertRows(ctx, { mode, into: upserts.categories, rows });
  const members = entries.flatMap(toMemberRows);
  const regrouped = await replaceMembers(ctx, { mode, categoryIds, rows: members });
  const translated = await replaceTranslations(ctx, { mode, kind: "category", entries });
  const changed = new Set([...written.map(({ id }) => id), ...regrouped, ...translated]);
  return { counts: count(existing, categoryIds, changed), sharesChanged: regrouped.size > 0 };
}

async function writePortfolios(ctx: Context, plan: Plan, entries: PortfolioEntry[]) {
  const { mode } = plan;
  const ids = entries.map(({ id }) => id);
  const existing = plan.existing.portfolios;
  const positions = await arrangeRows(ctx, { mode, table: "portfolios", existing, ids });
  const rows = entries.map(({ category_allocations: _, translations: __, ...columns }) => ({
    ...columns,
    position: positions.get(columns.id) ?? 0,
  }));
  const written = await upsertRows(ctx, { mode, into: upserts.portfolios, rows });
  const reallocated = await replaceAllocations(ctx, {
    mode,
    portfolios: entries.map((entry) => ({ id: entry.id, parts: entry.category_allocations })),
  });
  const translated = await replaceTranslations(ctx, { mode, kind: "portfolio", entries });
  const changed = new Set([...written.map(({ id }) => id), ...reallocated, ...translated]);
  return { counts: count(existing, ids, changed), sharesChanged: reallocated.size > 0 };
}

async function writeFactors(ctx: Context, plan: Plan): Promise<Counts> {
  const { mode } = plan;
  const rows = plan.emission_factors.filter((entry) => entry !== null);
  const before = await ctx.db.prisma.emissionFactor.findMany({ where: { mode } });
  const existing = before.map(({ activity, fromDistanceKm }) => `${activity} ${fromDistanceKm}`);
  const removed = await removeFactors(ctx, { mode, rows });
  const written = await upsertRows(ctx, { mode, into: upserts.factors, rows });
  const created = written.filter(
    ({ activity, fromDistanceKm }) => !existing.includes(`${activity} ${fromDistanceKm}`),
  ).length;
  // A removed step is an update of its activity.
  const updated = written.length - created + removed;
  return { created, updated, unchanged: rows.length - written.length };
}

async function writeDefault(ctx: Context, plan: Plan): Promise<boolean> {
  const id = plan.default_portfolio_id;
  if (id === null) return false;
  const { count } = await ctx.db.prisma.catalogue.updateMany({
    where: {
      mode: plan.mode,
      OR: [{ defaultPortfolioId: null }, { defaultPortfolioId: { not: id } }],
    },
    data: { defaultPortfolioId: id },
  });
  return count > 0;
}

/** Writes a plan without faults. The caller still holds the catalogue's lock. */
export async function writeEntries(ctx: Context, plan: EntriesPlan): Promise<WrittenEntries> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be written");
  const { mode } = plan;
  const projects = plan.projects.filter((entry) => entry !== null);
  const existing = plan.existing.projects;
  const ids = projects.map(({ id }) => id);
  const positions = await arrangeRows(ctx, { mode, table: "projects", existing, ids });
  const written = await writeProjects(ctx, { mode, projects, positions });
  const translated = await replaceTranslations(ctx, { mode, kind: "project", entries: projects });
  const changed = new Set([...written, ...translated]);
  const categories = await writeCategories(
    ctx,
    plan,
    plan.project_categories.filter((entry) => entry !== null),
  );
  const portfolios = await writePortfolios(
    ctx,
    plan,
    plan.portfolios.filter((entry) => entry !== null),
  );
  return {
    counts: {
      projects: count(existing, ids, changed),
      project_categories: categories.counts,
      portfolios: portfolios.counts,
      emission_factors: await writeFactors(ctx, plan),
    },
    defaultPortfolioChanged: await writeDefault(ctx, plan),
    sharesChanged: categories.sharesChanged || portfolios.sharesChanged,
  };
}
