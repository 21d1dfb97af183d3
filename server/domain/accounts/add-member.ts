// Gives a person a role in an account.
import type { Context } from "#core/context";
import { recordAudit } from "./record-audit";
import type { Role } from "./schema";

interface AddMember {
  accountId: string;
  personId: string;
  role: Role;
}

/** Adds the person to the live account, or changes the role that the person has there. */
export async function addMember(ctx: Context, input: AddMember): Promise<void> {
  const { accountId, personId, role } = input;
  await ctx.db.prisma.membership.upsert({
    where: { accountId_personId: { accountId, personId } },
    create: { accountId, personId, role, createdAt: ctx.now },
    update: { role },
  });
  await recordAudit(ctx, {
    action: "member.set",
    subjectId: personId,
    accountId,
    data: { role },
  });
}
