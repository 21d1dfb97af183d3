// Ends a person's session: at logging out, or from another device.
import type { Context } from "#core/context";
import { recordAudit } from "#domain/accounts";

/** Ends it; false where the person has no such session that goes on. */
export async function endSession(
  ctx: Context,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  const ended = await ctx.db.prisma.loginSession.updateMany({
    where: { personId, id, endedAt: null },
    data: { endedAt: ctx.now },
  });
  if (ended.count === 0) return false;
  // Not which one: a session's id is as good as its key.
  await recordAudit(ctx, { action: "person.session_ended", subjectId: personId });
  return true;
}
