// Takes an invitation back before it is followed.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";

/** Its link opens nothing any more. @throws not-found where it is not open, or another's */
export async function takeBackInvitation(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<void> {
  const ended = await ctx.db.prisma.mailedLink.updateMany({
    where: { id, accountId: ctx.account.id, endedAt: null },
    data: { endedAt: ctx.now },
  });
  if (ended.count === 0) throw notFound("invitation");
  await recordAudit(ctx, { action: "member.invitation_taken_back", subjectId: id });
}
