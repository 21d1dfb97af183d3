// Pages through the projects of a catalogue, searched and filtered.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf } from "#core/page";
import { containing } from "#core/text";
import type { Prisma, Project } from "#prisma";
import type { ListCatalogueProjects } from "./schema";

interface Kinds {
  registries: string[];
  types: string[];
}

function conditionOf(mode: Mode, input: ListCatalogueProjects): Prisma.ProjectWhereInput {
  const contains = input.search && containing(input.search);
  return {
    mode,
    ...(input.registry && { registryName: input.registry }),
    ...(input.type && { type: input.type }),
    ...(contains && {
      OR: [
        { name: contains },
        { id: contains },
        { registryId: contains },
        { developer: contains },
        { locationName: contains },
      ],
    }),
  };
}

/** A page, in the order of the catalogue. @throws invalid naming the cursor that is not there */
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

/** The registries and types that the catalogue's projects have, by name. */
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
