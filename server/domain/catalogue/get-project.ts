// One project whose credits are sold.
import type { ModeContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Project } from "#prisma";

/** The project of the account's mode. @throws not-found */
export async function getProject(ctx: ModeContext, { id }: { id: string }): Promise<Project> {
  const { mode } = ctx.account;
  const project = await ctx.db.prisma.project.findUnique({ where: { mode_id: { mode, id } } });
  if (!project) throw notFound("project");
  return project;
}
