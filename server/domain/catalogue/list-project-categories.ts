// The kinds of projects that there are.
import type { ModeContext } from "#core/context";
import type { ProjectCategoryWithProjects } from "./resource";

/** All project categories of the account's mode, with their projects. */
export async function listProjectCategories(
  ctx: ModeContext,
): Promise<ProjectCategoryWithProjects[]> {
  return ctx.db.prisma.projectCategory.findMany({
    where: { mode: ctx.account.mode },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: {
      projects: {
        orderBy: [{ position: "asc" }, { projectId: "asc" }],
        include: { project: true },
      },
    },
  });
}
