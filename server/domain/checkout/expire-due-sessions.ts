// Writes down that the time of checkout sessions is over; who reads them knows it already.
import type { SqlContext } from "#core/context";
import { expireDue } from "./store";

/** Expires up to `limit` sessions, of any account, whose time is over. Returns how many. */
export function expireDueSessions(ctx: SqlContext, input: { limit: number }): Promise<number> {
  return expireDue(ctx.db, ctx.now, input.limit);
}
