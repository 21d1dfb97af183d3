// Records that the time of checkout sessions is over; who reads them sees it before.
import type { SqlContext } from "#core/context";
import { emitEvents } from "#domain/events";
import { sessionEvent } from "./session-events";
import { expireDue } from "./store";

/** Expires up to `limit` sessions, of any account, whose time is over. Returns how many. */
export async function expireDueSessions(
  ctx: SqlContext,
  input: { limit: number },
): Promise<number> {
  const sessions = await expireDue(ctx.db, ctx.now, input.limit);
  await emitEvents(
    ctx,
    sessions.map((session) => sessionEvent(session, "expired")),
  );
  return sessions.length;
}
