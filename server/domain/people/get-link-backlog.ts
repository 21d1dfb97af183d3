// Which invitations and password resets are to be mailed.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countLinks } from "./backlog-store";

/** Links of the whole installation. */
export function getLinkBacklog(ctx: Context): Promise<Backlog> {
  return countLinks(ctx.db, ctx.now);
}
