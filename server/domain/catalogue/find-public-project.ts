// The project that a public page shows, for anyone who asks.
import type { Context, Mode } from "#core/context";
import type { Portfolio, Project } from "#prisma";
import { isPublicId, preferLive } from "./public-rules";

export interface PublicProject {
  mode: Mode;
  project: Project;
  /** Those that are offered to everyone and hold the project, in the order of the catalogue. */
  portfolios: Portfolio[];
}

/** The project with this id, of the mode or else of live before test; null where there is none. */
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
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return { mode: project.mode as Mode, project, portfolios };
}
