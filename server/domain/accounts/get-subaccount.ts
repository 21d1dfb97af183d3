// Reads one subaccount.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import type { Subaccount } from "#prisma";

/** The account's subaccount with this id. @throws not-found */
export async function getSubaccount(
  ctx: AccountContext,
  input: { id: string },
): Promise<Subaccount> {
  const row = await ctx.db.prisma.subaccount.findFirst({
    where: { accountId: ctx.account.id, id: input.id },
  });
  if (!row) throw notFound("subaccount");
  return row;
}
