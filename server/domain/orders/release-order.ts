// Lets an order be matched: the money that it waited for is there.
import type { AccountContext } from "#core/context";
import { release } from "./store";

/** Puts the order into the queue of the matching. Returns false where it did not wait for money. */
export function releaseOrder(ctx: AccountContext, input: { id: string }): Promise<boolean> {
  return release(ctx.db, ctx.account.id, input.id);
}
