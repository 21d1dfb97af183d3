// Holds that an account has an owner also after one of its members has gone, or has become less.
import type { AccountContext } from "#core/context";
import { conflict, notFound } from "#core/errors";

/**
 * Locks the members of the live account, so that two owners cannot remove each other at once.
 * @throws not-found where the person is none of them; conflict where nobody else owns it
 */
export async function requireOwnerLeft(
  ctx: AccountContext,
  { personId, staysOwner = false }: { personId: string; staysOwner?: boolean },
): Promise<void> {
  const accountId = ctx.account.id;
  const members = await ctx.db.prisma.membership.updateManyAndReturn({
    where: { accountId },
    data: { accountId },
  });
  if (!members.some((it) => it.personId === personId)) throw notFound("member");
  const owners = members.filter((it) => it.role === "owner" && it.personId !== personId);
  if (owners.length === 0 && !staysOwner) throw conflict("An account needs an owner");
}
