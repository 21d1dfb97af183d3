// Takes due events for one attempt each, so that no other worker sends them meanwhile.
import type { SqlContext } from "#core/context";
import { type ClaimedEvent, claimDue } from "./store";

// Longer than an attempt may take. A worker that ends without a word leaves its events due again.
const LEASE_MS = 30_000;

/** Up to `limit` events that are due, of any account; of one order never two at once. */
export function claimEvents(ctx: SqlContext, input: { limit: number }): Promise<ClaimedEvent[]> {
  const leasedUntil = new Date(ctx.now.getTime() + LEASE_MS);
  return claimDue(ctx.db, { now: ctx.now, leasedUntil, limit: input.limit });
}
