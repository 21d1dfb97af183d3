// Drafts and places an order in one step, where the REST API does so in two.
import type { AccountContext } from "#core/context";
import { draftOrder, placeOrder as placeDraft } from "#domain/orders";
import { billing } from "#modules";

type NewOrder = Parameters<typeof draftOrder>[1];

/** Places an order of the context's account. @throws as draftOrder and placeDraft */
export async function placeOrder(ctx: AccountContext, input: NewOrder) {
  const order = await draftOrder(ctx, input);
  return placeDraft(ctx, { order, charge: billing.charge });
}
