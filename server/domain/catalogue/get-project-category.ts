// One kind of projects, with the projects.
import type { ModeContext } from "#core/context";
import { notFound } from "#core/errors";
import type { ProjectCategoryWithProjects } from "./resource";

/** The category with its projects. @throws not-found */
export async function getProjectCategory(
  ctx: ModeContext,
  { id }: { id: string },
): Promise<ProjectCategoryWithProjects> {
  const category = await ctx.db.prisma.projectCategory.findUnique({
    where: { mode_id: { mode: ctx.account.mode, id } },
    include: {
      projects: {
        orderBy: [{ position: "asc" }, { projectId: "asc" }],
        include: { project: true },
      },
    },
  });
  if (!category) throw notFound("project category");
  return category;
}
