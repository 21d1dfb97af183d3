// Asks somebody by mail to own an account that nobody owns.
import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { invitePerson } from "./invite-person";
import type { InviteFirstOwner } from "./schema";

/**
 * `ctx.account` is the live account. For operators, whom an account's data is no business of once
 * it has an owner. @throws conflict where it has one; invalid `email`
 */
export async function inviteFirstOwner(
  ctx: AccountContext,
  { email }: InviteFirstOwner,
): Promise<void> {
  const where = { accountId: ctx.account.id, role: "owner" };
  if ((await ctx.db.prisma.membership.count({ where })) > 0) {
    throw conflict("The account has an owner", "Its owners invite whoever else works in it.");
  }
  await invitePerson(ctx, { email, role: "owner" });
}
