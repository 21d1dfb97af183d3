// Expires the checkout sessions whose time is over.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { expireDueSessions } from "#domain/checkout";

// One transaction's worth: its rows are soon free again for whoever waits for one of them.
const BATCH = 1000;

/** Expires all that are due at the context's now. */
export async function expireCheckoutSessions(ctx: Context): Promise<void> {
  let expired: number;
  do {
    expired = await database().sqlTransaction((db) =>
      expireDueSessions({ ...ctx, db }, { limit: BATCH }),
    );
  } while (expired === BATCH);
}
