// Expires the checkout sessions whose time is over.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { expireDueSessions } from "#domain/checkout";

// One transaction's worth: its rows are soon free again for whoever waits for one of them.
const BATCH = 1000;

/** Expires all that are due at the context's now. Returns how many. */
export async function expireCheckoutSessions(ctx: Context): Promise<number> {
  let expired: number;
  let all = 0;
  do {
    expired = await database().sqlTransaction((db) =>
      expireDueSessions({ ...ctx, db }, { limit: BATCH }),
    );
    all += expired;
  } while (expired === BATCH);
  return all;
}
