// Who is behind a session: asked at every request of the dashboard.
import type { Context } from "#core/context";
import { findLoggedIn, type LoggedIn, seeSession } from "./store";

/** How exactly it is kept when a session was last used. */
const SEEN_MS = 5 * 60_000;

/** The person of the session; null where it was ended, is over, or never was. */
export async function findLoginSession(ctx: Context, id: string): Promise<LoggedIn | null> {
  const found = await findLoggedIn(ctx.db, id, ctx.now);
  if (found && ctx.now.getTime() - found.seenAt.getTime() > SEEN_MS) {
    await seeSession(ctx.db, id, ctx.now);
  }
  return found;
}
