import type { Context, Mode } from "#core/context";
import { withNewColors } from "./color-rules";
import { replaceCategoryPrices, replacePortfolioPrices } from "./import-prices";
import { writeProjects } from "./import-projects";
import { checkEntries, type Entries, type Fault, type ListName, mergeOrder } from "./import-rules";
import {
  comparePrices,
  type LargePriceChange,
  listPrices,
  type StatedPriceChange,
} from "./large-price-changes";
import { requireMillionths } from "./price-rules";
import type { ProjectCategoryEntry } from "./schema";
import { findPositions, movePositions, replaceAllocations } from "./store";
import {
  countTranslations,
  replaceTranslations,
  type TranslationChange,
  type WrittenTranslation,
} from "./translations";
import { removeFactors, replaceMembers, upsertRows, upserts } from "./upsert-store";

interface PlanEntries extends Entries {
  mode: Mode;
  /** Ids of all entries, unreadable ones included: references to them are valid. */
  ids: Record<ListName, string[]>;
}

export interface EntriesPlan extends PlanEntries {
  faults: Fault[];
  existing: Record<ListName, { id: string; position: number }[]>;
}

/** A file must not change an account's portfolio, or make one the default that is not offered. */
async function checkOffered(ctx: Context, input: PlanEntries) {
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
  const ofAccounts = new Set(rows.filter(({ accountId }) => accountId).map(({ id }) => id));
  const faultsOf = (id: string, path: (string | number)[]): Fault[] =>
    ofAccounts.has(id) ? [{ path, message: `"${id}" is an account's own portfolio` }] : [];
  const faults = input.portfolios.flatMap((entry, index) =>
    entry ? faultsOf(entry.id, ["portfolios", index, "id"]) : [],
  );
  if (defaultId === null) return { ofAccounts, faults };
  const path = ["default_portfolio_id"];
  const isArchived = rows.some(({ id, accountId }) => id === defaultId && accountId === null);
  faults.push(...faultsOf(defaultId, path));
  if (isArchived) faults.push({ path, message: `"${defaultId}" is archived` });
  return { ofAccounts, faults };
}

/** Collects all faults of the entries. The caller holds the catalogue's lock. */
export async function planEntries(ctx: Context, input: PlanEntries): Promise<EntriesPlan> {
  const { mode } = input;
  const existing = {
    projects: await findPositions(ctx, { mode, table: "projects" }),
    project_categories: await findPositions(ctx, { mode, table: "project_categories" }),
    portfolios: await findPositions(ctx, { mode, table: "portfolios" }),
  };
  const idsOf = (list: ListName) =>
    new Set([...existing[list].map(({ id }) => id), ...input.ids[list]]);
  const { ofAccounts, faults } = await checkOffered(ctx, input);
  const ids = {
    projects: idsOf("projects"),
    project_categories: idsOf("project_categories"),
    portfolios: new Set([...idsOf("portfolios"), ...ofAccounts]),
  };
  return {
    ...input,
    existing,
    faults: [...checkEntries(input, (list, id) => ids[list].has(id)), ...faults],
  };
}

export interface Counts {
  created: number;
  updated: number;
  unchanged: number;
}

/** Names of a list's entries, in the order of the file. */
export interface NamedChanges {
  created: string[];
  changed: string[];
  removed: string[];
}

export interface EntryChanges {
  /** Neither a new place in a list nor other translations change an entry. */
  projects: NamedChanges;
  categories: NamedChanges;
  portfolios: NamedChanges;
  factors: NamedChanges;
  translations: TranslationChange[];
  prices: StatedPriceChange[];
  defaultPortfolio: { before: string | null; after: string | null } | null;
}

export interface WrittenEntries {
  counts: Record<ListName | "emission_factors", Counts>;
  changes: EntryChanges;
  /** Prices that change by more than a factor of two. */
  largePriceChanges: LargePriceChange[];
  createdProjectIds: ReadonlySet<string>;
  /** True if orders may now be filled differently. */
  sharesChanged: boolean;
}

type Plan = EntriesPlan;

interface WrittenList {
  existing: Plan["existing"][ListName];
  entries: readonly { id: string; name: string }[];
  /** Ids of entries that are new or have other values or parts. */
  written: ReadonlySet<string>;
  moved: readonly string[];
  translations: readonly WrittenTranslation[];
}

/** Moves existing rows to their places. Returns the positions of all ids, and the moved ids. */
async function arrangeRows(
  ctx: Context,
  plan: Plan,
  { list, entries }: { list: ListName; entries: readonly { id: string }[] },
) {
  const existing = plan.existing[list];
  const order = mergeOrder(
    existing.map(({ id }) => id),
    entries.map(({ id }) => id),
  );
  const positions = new Map(order.map((id, position) => [id, position]));
  const moved = existing.filter(({ id, position }) => positions.get(id) !== position);
  const rows = moved.map(({ id }) => ({ id, position: positions.get(id) ?? 0 }));
  await movePositions(ctx, { mode: plan.mode, table: list, rows });
  return { existing, positions, moved: moved.map(({ id }) => id) };
}

function summarize({ existing, entries, written, moved, translations }: WrittenList) {
  const former = new Set(existing.map(({ id }) => id));
  const touched = new Set([...written, ...moved, ...translations.map(({ entryId }) => entryId)]);
  const created = entries.filter(({ id }) => !former.has(id));
  const before = entries.filter(({ id }) => former.has(id));
  const updated = before.filter(({ id }) => touched.has(id)).length;
  const names = (list: WrittenList["entries"]) => list.map(({ name }) => name);
  const changes: NamedChanges = {
    created: names(created),
    changed: names(before.filter(({ id }) => written.has(id))),
    removed: [],
  };
  const counts = { created: created.length, updated, unchanged: before.length - updated };
  return { counts, changes, translations, createdIds: created.map(({ id }) => id) };
}

async function writeProjectEntries(ctx: Context, plan: Plan) {
  const { mode } = plan;
  const entries = plan.projects.filter((entry) => entry !== null);
  const arranged = await arrangeRows(ctx, plan, { list: "projects", entries });
  const { positions } = arranged;
  const written = await writeProjects(ctx, { mode, projects: entries, positions });
  const translations = await replaceTranslations(ctx, { mode, kind: "project", entries });
  return summarize({ ...arranged, entries, written, translations });
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

async function writeCategories(ctx: Context, plan: Plan) {
  const { mode } = plan;
  const entries = plan.project_categories.filter((entry) => entry !== null);
  const ids = entries.map(({ id }) => id);
  const arranged = await arrangeRows(ctx, plan, { list: "project_categories", entries });
  const colors = await chooseColors(ctx, { mode, ids });
  const rows = entries.map(({ id, name, description, primary_image_url }) => ({
    ...{ id, name, description, primary_image_url },
    position: arranged.positions.get(id) ?? 0,
    color: colors.get(id) ?? 1,
  }));
  const changed = await upsertRows(ctx, { mode, into: upserts.categories, rows });
  const priced = await replaceCategoryPrices(ctx, { mode, entries });
  const members = entries.flatMap(toMemberRows);
  const regrouped = await replaceMembers(ctx, { mode, categoryIds: ids, rows: members });
  const translations = await replaceTranslations(ctx, { mode, kind: "category", entries });
  const written = new Set([...changed.map(({ id }) => id), ...priced, ...regrouped]);
  const summary = summarize({ ...arranged, entries, written, translations });
  return { ...summary, sharesChanged: regrouped.size > 0 };
}

async function writePortfolios(ctx: Context, plan: Plan) {
  const { mode } = plan;
  const entries = plan.portfolios.filter((entry) => entry !== null);
  const arranged = await arrangeRows(ctx, plan, { list: "portfolios", entries });
  const rows = entries.map(({ id, name, summary, description, primary_image_url }) => ({
    ...{ id, name, summary, description, primary_image_url },
    position: arranged.positions.get(id) ?? 0,
  }));
  const changed = await upsertRows(ctx, { mode, into: upserts.portfolios, rows });
  const priced = await replacePortfolioPrices(ctx, { mode, entries });
  const reallocated = await replaceAllocations(ctx, {
    mode,
    portfolios: entries.map((entry) => ({ id: entry.id, parts: entry.category_allocations })),
  });
  const translations = await replaceTranslations(ctx, { mode, kind: "portfolio", entries });
  const written = new Set([...changed.map(({ id }) => id), ...priced, ...reallocated]);
  const summary = summarize({ ...arranged, entries, written, translations });
  return { ...summary, sharesChanged: reallocated.size > 0 };
}

async function writeFactors(ctx: Context, plan: Plan) {
  const { mode } = plan;
  const rows = plan.emission_factors.filter((entry) => entry !== null);
  const nameOf = (factor: { activity: string; fromDistanceKm: number }) =>
    `${factor.activity} from ${factor.fromDistanceKm} km`;
  const before = await ctx.db.prisma.emissionFactor.findMany({ where: { mode } });
  const former = new Set(before.map(nameOf));
  const removed = (await removeFactors(ctx, { mode, rows })).map(nameOf);
  const written = (await upsertRows(ctx, { mode, into: upserts.factors, rows })).map(nameOf);
  const created = written.filter((name) => !former.has(name));
  const changed = written.filter((name) => former.has(name));
  // A removed step is an update of its activity.
  const updated = changed.length + removed.length;
  const counts = { created: created.length, updated, unchanged: rows.length - written.length };
  return { counts, changes: { created, changed, removed } };
}

/** Returns the names of the former and the new default, if it changed. */
async function writeDefault(ctx: Context, plan: Plan): Promise<EntryChanges["defaultPortfolio"]> {
  const { mode, default_portfolio_id: id } = plan;
  if (id === null) return null;
  const { catalogue, portfolio } = ctx.db.prisma;
  const former = (await catalogue.findUnique({ where: { mode } }))?.defaultPortfolioId ?? null;
  if (former === id) return null;
  await catalogue.update({ where: { mode }, data: { defaultPortfolioId: id } });
  const named = await portfolio.findMany({
    where: { mode, id: { in: former === null ? [id] : [former, id] } },
    select: { id: true, name: true },
  });
  const names = new Map(named.map((row) => [row.id, row.name]));
  return { before: names.get(former ?? "") ?? null, after: names.get(id) ?? null };
}

/** Writes a plan without faults. The caller still holds the catalogue's lock. */
export async function writeEntries(ctx: Context, plan: EntriesPlan): Promise<WrittenEntries> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be written");
  const formerPrices = await listPrices(ctx, plan.mode);
  const projects = await writeProjectEntries(ctx, plan);
  const categories = await writeCategories(ctx, plan);
  const portfolios = await writePortfolios(ctx, plan);
  const factors = await writeFactors(ctx, plan);
  const prices = comparePrices(formerPrices, await listPrices(ctx, plan.mode));
  const lists = [projects, categories, portfolios];
  return {
    counts: {
      projects: projects.counts,
      project_categories: categories.counts,
      portfolios: portfolios.counts,
      emission_factors: factors.counts,
    },
    changes: {
      projects: projects.changes,
      categories: categories.changes,
      portfolios: portfolios.changes,
      factors: factors.changes,
      translations: countTranslations(lists.flatMap(({ translations }) => translations)),
      prices: prices.stated,
      defaultPortfolio: await writeDefault(ctx, plan),
    },
    largePriceChanges: prices.large,
    createdProjectIds: new Set(projects.createdIds),
    sharesChanged: categories.sharesChanged || portfolios.sharesChanged,
  };
}
