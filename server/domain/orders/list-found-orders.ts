// Pages through the orders that a person looks for.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf } from "#core/page";
import type { FoundOrder } from "./rules";
import type { SearchOrders } from "./schema";
import { findOrdersBy } from "./search-store";
import { findOrder } from "./store";

/**
 * A page of the account's orders by what is asked for; with `last`, the page at the other end.
 * @throws invalid naming the cursor that is not there, or `last` where there is one too
 */
export async function listFoundOrders(
  ctx: AccountContext,
  input: SearchOrders,
): Promise<Page<FoundOrder>> {
  const { limit, last, search, state, channel, subaccount_id, from, to, sort } = input;
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor && last) throw invalid("last", "must not be given together with a cursor");
  const beyond = cursor && (await findOrder(ctx.db, accountId, cursor.id));
  if (cursor && !beyond) throw invalid(cursor.parameter, "is not the id of an order", "unknown-id");
  const isBackwards = last || cursor?.direction === "newer";
  const found = await findOrdersBy(ctx.db, {
    accountId,
    search: search || null,
    state: state ?? null,
    channel: channel ?? null,
    subaccountId: subaccount_id ?? null,
    from: from ?? null,
    to: to ?? null,
    sort,
    beyond,
    isBackwards,
    limit: limit + 1,
  });
  const page = pageOf(found, limit, null);
  if (isBackwards) page.data.reverse();
  return page;
}
