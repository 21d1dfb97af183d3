// What of the queue of orders is for a worker to do, and what waits for credits.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countMatching } from "./backlog-store";

/** Orders of both modes. */
export function getMatchingBacklog(ctx: Context): Promise<Backlog> {
  return countMatching(ctx.db);
}
