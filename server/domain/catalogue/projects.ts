import type { AccountContext, Context, Mode, ModeContext } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { named } from "#core/name-order";
import { cursorOf, type Page, pageOf } from "#core/page";
import { containing } from "#core/text";
import type { Portfolio, Prisma, Project } from "#prisma";
import type { CurrencyPrices } from "./price-rules";
import type { Mechanism } from "./project-attributes";
import type { ProjectCategoryWithProjects } from "./resource";
import type { ListCatalogueProjects } from "./schema";
import { catalogueOrder, categoryParts } from "./store";

const MAX_ID_LENGTH = 255;

/** Returns whether the id in a URL can exist; other texts are not looked up. */
export function isPublicId(id: string): boolean {
  return id !== "" && id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes("\0");
}

/** Of entries with one id, the live one, or else the test one. */
export function preferLive<Entry extends { mode: string }>(
  entries: readonly Entry[],
): Entry | null {
  return entries.find(({ mode }) => mode === "live") ?? entries[0] ?? null;
}

/** The project of the account's mode. @throws not-entries */
export async function getProject(ctx: ModeContext, { id }: { id: string }): Promise<Project> {
  const { mode } = ctx.account;
  const project = await ctx.db.prisma.project.findUnique({ where: { mode_id: { mode, id } } });
  if (!project) throw notFound("project");
  return project;
}

/** Facts of a project beside its name, for lists of projects. */
export interface ProjectSketch {
  primaryImageUrl: string | null;
  attributes: { mechanism: Mechanism | null; durability_years: number | null };
}

/** By id. Unknown projects are left out. */
export async function listProjectSketches(
  ctx: Context,
  { mode, ids }: { mode: Mode; ids: readonly string[] },
): Promise<ReadonlyMap<string, ProjectSketch>> {
  const rows = await ctx.db.prisma.project.findMany({
    where: { mode, id: { in: [...ids] } },
    select: { id: true, primaryImageUrl: true, mechanism: true, durabilityYears: true },
  });
  const sketchOf = ({ primaryImageUrl, mechanism, durabilityYears }: (typeof rows)[number]) => ({
    primaryImageUrl,
    attributes: { mechanism: mechanism as Mechanism | null, durability_years: durabilityYears },
  });
  return new Map(rows.map((row) => [row.id, sketchOf(row)]));
}

/** Names that certificates record, by id. Unknown projects are left out. */
export async function listProjectNames(
  ctx: Context,
  { mode, ids }: { mode: Mode; ids: readonly string[] },
): Promise<ReadonlyMap<string, { name: string; type: string; location_name: string }>> {
  const rows = await ctx.db.prisma.project.findMany({
    where: { mode, id: { in: [...ids] } },
    select: { id: true, name: true, type: true, locationName: true },
  });
  return new Map(
    rows.map(({ id, name, type, locationName }) => [
      id,
      { name, type, location_name: locationName },
    ]),
  );
}

export async function listProjects(ctx: AccountContext): Promise<Project[]> {
  return ctx.db.prisma.project.findMany({
    where: { mode: ctx.account.mode },
    orderBy: catalogueOrder,
  });
}

interface Kinds {
  registries: string[];
  types: string[];
}

function conditionOf(mode: Mode, input: ListCatalogueProjects): Prisma.ProjectWhereInput {
  const { search } = input;
  const contains = search && containing(search);
  return {
    mode,
    ...(input.registry && { registryName: input.registry }),
    ...(input.type && { type: input.type }),
    ...(contains && {
      OR: [
        { searchName: named(search) },
        { id: contains },
        { registryId: contains },
        { developer: contains },
        { locationName: contains },
      ],
    }),
  };
}

/** A page in the order of the catalogue. @throws invalid naming an unknown cursor */
export async function listCatalogueProjects(
  ctx: Context,
  { mode, ...input }: ListCatalogueProjects & { mode: Mode },
): Promise<Page<Project>> {
  const { project } = ctx.db.prisma;
  const cursor = cursorOf(input);
  const at = cursor && (await project.findUnique({ where: { mode_id: { mode, id: cursor.id } } }));
  if (cursor && !at) throw invalid(cursor.parameter, "is not the id of a project", "unknown-id");
  const isBack = cursor?.direction === "newer";
  const [beyond, order] = isBack ? (["lt", "desc"] as const) : (["gt", "asc"] as const);
  const rows = await project.findMany({
    where: {
      AND: [
        conditionOf(mode, input),
        at
          ? {
              OR: [
                { position: { [beyond]: at.position } },
                { position: at.position, id: { [beyond]: at.id } },
              ],
            }
          : {},
      ],
    },
    orderBy: [{ position: order }, { id: order }],
    take: input.limit + 1,
  });
  return pageOf(rows, input.limit, cursor);
}

/** Registries and types of the catalogue's projects, sorted by name. */
export async function listProjectKinds(ctx: Context, { mode }: { mode: Mode }): Promise<Kinds> {
  const { project } = ctx.db.prisma;
  const [byRegistry, byType] = await Promise.all([
    project.findMany({
      where: { mode },
      distinct: ["registryName"],
      select: { registryName: true },
    }),
    project.findMany({ where: { mode }, distinct: ["type"], select: { type: true } }),
  ]);
  const named = (names: string[]) => names.filter(Boolean).sort();
  return {
    registries: named(byRegistry.map(({ registryName }) => registryName)),
    types: named(byType.map(({ type }) => type)),
  };
}

export interface ProjectShare {
  categoryId: string;
  categoryName: string;
  /** Share of the category's weights, from 0 to 1. */
  share: number;
  /** Of the category. */
  prices: CurrencyPrices[];
}

/** In the order of the catalogue. */
export async function listProjectShares(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<ProjectShare[]> {
  const categories = await ctx.db.prisma.projectCategory.findMany({
    where: { mode, projects: { some: { projectId: id } } },
    orderBy: catalogueOrder,
    include: { projects: true, prices: true },
  });
  return categories.map(({ id: categoryId, name, projects, prices }) => {
    const all = projects.reduce((sum, member) => sum + Number(member.weightMillionths), 0);
    const weight = projects.find(({ projectId }) => projectId === id)?.weightMillionths ?? 0;
    return {
      categoryId,
      categoryName: name,
      share: Number(weight) / all,
      prices,
    };
  });
}

export interface PublicProject {
  mode: Mode;
  project: Project;
  /** Offered portfolios with the project, in the order of the catalogue. */
  portfolios: Portfolio[];
}

/**
 * The project with this id, of the given mode, or else live before test; null if it does not exist.
 */
export async function findPublicProject(
  ctx: Context,
  { id, mode }: { id: string; mode: Mode | null },
): Promise<PublicProject | null> {
  if (!isPublicId(id)) return null;
  const { prisma } = ctx.db;
  const project = preferLive(
    await prisma.project.findMany({ where: { id, ...(mode && { mode }) } }),
  );
  if (!project) return null;
  const holdsIt = { category: { projects: { some: { projectId: id } } } };
  const portfolios = await prisma.portfolio.findMany({
    where: {
      mode: project.mode,
      accountId: null,
      archivedAt: null,
      allocations: { some: holdsIt },
    },
    orderBy: catalogueOrder,
  });
  return { mode: project.mode as Mode, project, portfolios };
}

/** The category with its projects. @throws not-entries */
export async function getProjectCategory(
  ctx: ModeContext,
  { id }: { id: string },
): Promise<ProjectCategoryWithProjects> {
  const category = await ctx.db.prisma.projectCategory.findUnique({
    where: { mode_id: { mode: ctx.account.mode, id } },
    include: categoryParts,
  });
  if (!category) throw notFound("project category");
  return category;
}

export async function listProjectCategories(
  ctx: ModeContext,
): Promise<ProjectCategoryWithProjects[]> {
  return ctx.db.prisma.projectCategory.findMany({
    where: { mode: ctx.account.mode },
    orderBy: catalogueOrder,
    include: categoryParts,
  });
}
