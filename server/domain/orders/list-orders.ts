// Pages through an account's orders, newest first.
import type { AccountContext } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import type { Order } from "./rules";
import { findOrder, findOrders } from "./store";

/**
 * A page of the account's orders, or of one subaccount's.
 * @throws invalid naming the cursor that is not there; invalid-subaccount
 */
export async function listOrders(
  ctx: AccountContext,
  input: PageQuery & { subaccountId: string | null },
): Promise<Page<Order>> {
  const { subaccountId } = input;
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  const filter = { accountId, subaccountId };
  const [orders, subaccount, edge] = await Promise.all([
    findOrders(ctx.db, filter, cursor, input.limit + 1),
    subaccountId === null
      ? true
      : ctx.db.prisma.subaccount.findFirst({ where: { accountId, id: subaccountId } }),
    cursor === null ? true : findOrder(ctx.db, accountId, cursor.id),
  ]);
  if (!subaccount) throw new Problem("invalid-subaccount");
  if (cursor && !edge) throw invalid(cursor.parameter, "is not the id of an order");
  return pageOf(orders, input.limit, cursor);
}
