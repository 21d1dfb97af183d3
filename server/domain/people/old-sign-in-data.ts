import type { Context } from "#core/context";
import { firstIdAt } from "#core/id";
import { deleteOldAttempts } from "./attempts";
import { deleteOldChallenges } from "./passkeys";
import { ATTEMPT_RETENTION_MS } from "./rules";
import { deleteOldSecurityEvents } from "./security-events";

const EVENT_RETENTION_MS = 180 * 24 * 3_600_000;
/** Upper bound of rows, for floods. */
const MAX_EVENTS = 200_000;

/** `maxEvents` is for tests. */
export async function deleteOldSignInData(
  ctx: Context,
  { maxEvents = MAX_EVENTS }: { maxEvents?: number } = {},
): Promise<void> {
  const { db, now } = ctx;
  await deleteOldAttempts(db, new Date(now.getTime() - ATTEMPT_RETENTION_MS));
  await deleteOldChallenges(ctx);
  const oldest = new Date(now.getTime() - EVENT_RETENTION_MS);
  await db.prisma.emailChange.deleteMany({ where: { expiresAt: { lt: oldest } } });
  const before = firstIdAt("securityEvent", oldest);
  await deleteOldSecurityEvents(db, { before, maxEvents });
}
