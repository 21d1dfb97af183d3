// Takes due events for one attempt each, so that no other worker sends them meanwhile.
import type { SqlContext } from "#core/context";
import { type Allowance, type ClaimedEvent, claimDue } from "./store";

// Longer than an attempt may take. A worker that ends without a word leaves its events due again.
const LEASE_MS = 30_000;

/**
 * Due events of any account, of each host as many as it is allowed, those due longest; of one order
 * never two at once. Without `perHost` and `byHost`, hosts are allowed as many as there are.
 */
export function claimEvents(
  ctx: SqlContext,
  input: Pick<Allowance, "limit"> & Partial<Allowance>,
): Promise<ClaimedEvent[]> {
  const leasedUntil = new Date(ctx.now.getTime() + LEASE_MS);
  const { limit, perHost = limit, byHost = new Map() } = input;
  return claimDue(ctx.db, { now: ctx.now, leasedUntil, limit, perHost, byHost });
}
