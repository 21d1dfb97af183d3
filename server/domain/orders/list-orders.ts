// Pages through an account's orders, newest first.
import type { AccountContext } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import type { Order } from "./rules";
import { findOrder, findOrders } from "./store";

async function requireParts(
  ctx: AccountContext,
  { accountId, subaccountId }: { accountId: string; subaccountId: string | null },
  cursor: Cursor | null,
): Promise<void> {
  if (subaccountId !== null) {
    const where = { accountId, id: subaccountId };
    if (!(await ctx.db.prisma.subaccount.findFirst({ where }))) {
      throw new Problem("invalid-subaccount");
    }
  }
  if (cursor && !(await findOrder(ctx.db, accountId, cursor.id))) {
    throw invalid(cursor.parameter, "is not the id of an order", "unknown-id");
  }
}

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
  const orders = await findOrders(ctx.db, filter, cursor, input.limit + 1);
  // A page with orders proves its cursor and its subaccount; only an empty one needs a look.
  if (orders.length === 0) await requireParts(ctx, filter, cursor);
  return pageOf(orders, input.limit, cursor);
}
