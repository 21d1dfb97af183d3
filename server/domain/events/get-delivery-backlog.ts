// What of the callbacks is due, is tried again, or was given up.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countDeliveries } from "./backlog-store";

/** Events of all accounts, live and test. */
export function getDeliveryBacklog(ctx: Context): Promise<Backlog> {
  return countDeliveries(ctx.db, ctx.now);
}
