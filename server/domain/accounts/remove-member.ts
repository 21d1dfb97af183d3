// Ends a person's work in an account.
import type { AccountContext } from "#core/context";
import { forbidden, notFound } from "#core/errors";
import { recordAudit } from "./record-audit";

/** Of the live account. @throws not-found; forbidden where nobody would own the account */
export async function removeMember(
  ctx: AccountContext,
  { personId }: { personId: string },
): Promise<void> {
  const { membership } = ctx.db.prisma;
  const accountId = ctx.account.id;
  // Locks them all, so that two owners cannot remove each other at once.
  const members = await membership.updateManyAndReturn({
    where: { accountId },
    data: { accountId },
  });
  if (!members.some((it) => it.personId === personId)) throw notFound("member");
  const owners = members.filter((it) => it.role === "owner" && it.personId !== personId);
  if (owners.length === 0) throw forbidden("An account needs an owner");
  await membership.deleteMany({ where: { accountId, personId } });
  await recordAudit(ctx, { action: "member.removed", subjectId: personId });
}
