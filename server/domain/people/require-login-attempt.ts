// Limits how often somebody can guess at a password, from one address or at one person.
import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import { ATTEMPT_WINDOW_MS, type Attempt, limitsOf } from "./login-rules";
import { countAttempt } from "./store";

/**
 * Counts an attempt before it is made, so that many at once are counted too; a success takes it
 * back. To be called outside the transaction of the attempt.
 * @throws rate-limited
 */
export async function requireLoginAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const since = new Date(ctx.now.getTime() - ATTEMPT_WINDOW_MS);
  for (const { subject, limit } of limitsOf(attempt)) {
    const found = await countAttempt(ctx.db, { subject, now: ctx.now, since });
    if (found.count <= limit) continue;
    const waitMs = Math.max(1000, found.since.getTime() - since.getTime());
    throw new Problem("rate-limited", {
      title: "Too many attempts to log in",
      detail: `Try again in ${Math.ceil(waitMs / 60_000)} minutes.`,
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    });
  }
}
