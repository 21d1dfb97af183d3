// Queues a mail with a link by which a person who forgot the password sets another.
import type { Context } from "#core/context";
import { newId } from "#core/id";
import { RESET_LINK_MS, resetLimits, resetSubject } from "./attempt-rules";
import { requireAttempt } from "./attempts";
import { normalEmail } from "./login-rules";
import type { RequestPasswordReset } from "./schema";
import { recordSecurityEvent, type Visitor } from "./security-events";
import { queueResetMail } from "./store";

/**
 * Does the same work for known and unknown addresses: the worker finds out, at mailing, whether
 * anybody has this one. Links mailed before stay valid, and an address gets few mails however
 * often it is typed. @throws rate-limited by network
 */
export async function requestPasswordReset(
  ctx: Context,
  input: RequestPasswordReset & { visitor: Visitor },
): Promise<void> {
  const { visitor } = input;
  const email = normalEmail(input.email);
  const limits = resetLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "reset", visitor, email });
  await recordSecurityEvent(ctx, { kind: "auth.reset_requested", visitor, email });
  await queueResetMail(ctx.db, {
    subject: resetSubject(email),
    id: newId("mailedLink"),
    email,
    now: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + RESET_LINK_MS),
  });
}
