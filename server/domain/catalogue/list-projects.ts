// The projects whose credits are sold.
import type { AccountContext } from "#core/context";
import type { Project } from "#prisma";

/** All projects of the account's mode. */
export async function listProjects(ctx: AccountContext): Promise<Project[]> {
  return ctx.db.prisma.project.findMany({
    where: { mode: ctx.account.mode },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}
