// Ends a person's work in an account.
import type { AccountContext } from "#core/context";
import { recordAudit } from "./record-audit";
import { requireOwnerLeft } from "./require-owner-left";

/** Of the live account. @throws not-found; conflict where nobody would own the account */
export async function removeMember(
  ctx: AccountContext,
  { personId }: { personId: string },
): Promise<void> {
  await requireOwnerLeft(ctx, { personId });
  const where = { accountId: ctx.account.id, personId };
  await ctx.db.prisma.membership.deleteMany({ where });
  await recordAudit(ctx, { action: "member.removed", subjectId: personId });
}
