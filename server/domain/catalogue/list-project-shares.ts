// In which categories a project is, and how much of each it is.
import type { Context, Mode } from "#core/context";

export interface ProjectShare {
  categoryId: string;
  categoryName: string;
  /** Its part of the weights of the category's projects, from 0 to 1. */
  share: number;
}

/** By the order of the catalogue. */
export async function listProjectShares(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<ProjectShare[]> {
  const categories = await ctx.db.prisma.projectCategory.findMany({
    where: { mode, projects: { some: { projectId: id } } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: { projects: true },
  });
  return categories.map(({ id: categoryId, name, projects }) => {
    const all = projects.reduce((sum, member) => sum + Number(member.weightMillionths), 0);
    const own = projects.find(({ projectId }) => projectId === id)?.weightMillionths ?? 0;
    return { categoryId, categoryName: name, share: Number(own) / all };
  });
}
