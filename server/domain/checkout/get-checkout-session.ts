// Reads one checkout session.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { asOf, type CheckoutSession } from "./rules";

/** The account's session with this id, as of now. @throws not-found */
export async function getCheckoutSession(
  ctx: AccountContext,
  input: { id: string },
): Promise<CheckoutSession> {
  const where = { accountId: ctx.account.id, id: input.id };
  const row = await ctx.db.prisma.checkoutSession.findFirst({ where });
  if (!row) throw notFound("checkout session");
  return asOf(ctx.now, row);
}
