// Gives somebody who works in an account another role there.
import type { AccountContext } from "#core/context";
import { addMember } from "./add-member";
import { requireOwnerLeft } from "./require-owner-left";
import type { SetMemberRole } from "./schema";

/** Of the live account. @throws not-found; conflict where nobody would own the account */
export async function setMemberRole(
  ctx: AccountContext,
  { personId, role }: SetMemberRole,
): Promise<void> {
  await requireOwnerLeft(ctx, { personId, staysOwner: role === "owner" });
  await addMember(ctx, { accountId: ctx.account.id, personId, role });
}
