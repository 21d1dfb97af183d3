// Counts an attempt before it is made, and refuses it where there were too many.
import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import type { Limit } from "./attempt-rules";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { countAttempt } from "./store";

interface Attempt {
  limits: Limit[];
  /** What is attempted, for the security log: "login", "code". */
  attempted: string;
  visitor: Visitor;
  email?: string;
  personId?: string;
}

/** A flood of refused attempts is recorded now and then, not each time. */
const RECORD_EVERY = 100;

/**
 * Counts first, so that many at once are counted too. Call it outside the transaction of what is
 * attempted: a rollback would take the count back. @throws rate-limited
 */
export async function requireAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  const { limits, attempted, ...source } = attempt;
  for (const { subject, limit, windowMs } of limits) {
    const since = new Date(ctx.now.getTime() - windowMs);
    const counted = await countAttempt(ctx.db, { subject, now: ctx.now, since });
    if (counted.count <= limit) continue;
    if ((counted.count - limit) % RECORD_EVERY === 1) {
      await recordSecurityEvent(ctx, {
        ...source,
        kind: "auth.attempts_limited",
        data: { attempted },
      });
    }
    const waitMs = Math.max(1000, counted.since.getTime() - since.getTime());
    throw new Problem("rate-limited", {
      title: "Too many attempts",
      detail: `Try again in ${Math.ceil(waitMs / 60_000)} minutes.`,
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    });
  }
}
