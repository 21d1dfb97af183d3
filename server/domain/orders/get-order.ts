// Reads one order with all its details.
import type { AccountContext } from "#core/context";
import { notFound } from "#core/errors";
import { loadDetail } from "./load-detail";
import type { OrderDetail } from "./rules";
import { findOrder } from "./store";

/** The account's order with this id. @throws not-found */
export async function getOrder(ctx: AccountContext, input: { id: string }): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  return loadDetail(ctx, order);
}
