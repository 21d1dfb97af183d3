// Which checkout sessions are past their time.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countExpiry } from "./backlog-store";

/** Sessions of all accounts, live and test. */
export function getExpiryBacklog(ctx: Context): Promise<Backlog> {
  return countExpiry(ctx.db, ctx.now);
}
