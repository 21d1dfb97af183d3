// The sessions of a person that go on.
import type { Context } from "#core/context";
import type { LoginSession } from "#prisma";

/** The latest used first. */
export function listLoginSessions(ctx: Context, personId: string): Promise<LoginSession[]> {
  return ctx.db.prisma.loginSession.findMany({
    where: { personId, endedAt: null, expiresAt: { gt: ctx.now } },
    orderBy: [{ seenAt: "desc" }, { id: "desc" }],
  });
}
