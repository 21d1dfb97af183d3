// Drafts and writes an order in one step, where the REST API does so in two.
import type { AccountContext } from "#core/context";
import { draftOrder, writeOrder } from "#domain/orders";

type NewOrder = Parameters<typeof draftOrder>[1];

/** Places an order of the context's account. @throws as draftOrder and writeOrder */
export async function placeOrder(ctx: AccountContext, input: NewOrder) {
  return writeOrder(ctx, await draftOrder(ctx, input));
}
