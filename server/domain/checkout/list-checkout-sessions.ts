// Pages through an account's checkout sessions, newest first.
import type { AccountContext } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { asOf, type CheckoutSession } from "./rules";

/**
 * A page of the account's sessions, or of one subaccount's, as of now.
 * @throws invalid naming the cursor that is not there; invalid-subaccount
 */
export async function listCheckoutSessions(
  ctx: AccountContext,
  input: PageQuery & { subaccountId: string | null },
): Promise<Page<CheckoutSession>> {
  const accountId = ctx.account.id;
  const { checkoutSession, subaccount } = ctx.db.prisma;
  const { subaccountId } = input;
  const cursor = cursorOf(input);
  if (subaccountId !== null) {
    const found = await subaccount.findFirst({ where: { accountId, id: subaccountId } });
    if (!found) throw new Problem("invalid-subaccount");
  }
  if (cursor) {
    const found = await checkoutSession.findFirst({ where: { accountId, id: cursor.id } });
    if (!found)
      throw invalid(cursor.parameter, "is not the id of a checkout session", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await checkoutSession.findMany({
    where: { accountId, ...(subaccountId !== null && { subaccountId }), ...beyond },
    ...walk,
  });
  const sessions = rows.map((row) => asOf(ctx.now, row));
  return pageOf(sessions, input.limit, cursor);
}
