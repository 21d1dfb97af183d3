// Limits on attempts to log in.
import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import { firstIdAt } from "#core/id";
import { FORGET_AFTER_MS, type Limit } from "./attempt-rules";
import { forgetOldChallenges } from "./passkeys";
import {
  deleteOldAttempts,
  deleteOldSecurityEvents,
  recordSecurityEvent,
  type Visitor,
} from "./security-events";
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

const KEEP_EVENTS_MS = 180 * 24 * 3_600_000;
/** Whatever happens, the table stays this small. */
const MAX_EVENTS = 200_000;

/** `maxEvents` is for tests. */
export async function forgetOldAttempts(
  ctx: Context,
  { maxEvents = MAX_EVENTS }: { maxEvents?: number } = {},
): Promise<void> {
  const { db, now } = ctx;
  await deleteOldAttempts(db, new Date(now.getTime() - FORGET_AFTER_MS));
  await forgetOldChallenges(ctx);
  const before = firstIdAt("securityEvent", new Date(now.getTime() - KEEP_EVENTS_MS));
  await deleteOldSecurityEvents(db, { before, kept: maxEvents });
}
