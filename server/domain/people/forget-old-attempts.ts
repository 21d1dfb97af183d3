// Deletes counters, challenges and security events that nobody needs any more.
import type { Context } from "#core/context";
import { firstIdAt } from "#core/id";
import { FORGET_AFTER_MS } from "./attempt-rules";
import { forgetOldChallenges } from "./passkey-challenge-store";
import { deleteOldAttempts, deleteOldSecurityEvents } from "./security-event-store";

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
