// Queues a mail with a link by which a person who forgot the password sets another.
import type { Context } from "#core/context";
import { newId } from "#core/id";
import { queueMails } from "#domain/queue";
import { RESET_LINK_MS, resetLimits, resetSubject } from "./attempt-rules";
import { requireAttempt } from "./attempts";
import { linkMail } from "./link-mails";
import { normalEmail } from "./login-rules";
import type { RequestPasswordReset } from "./schema";
import { recordSecurityEvent, type Visitor } from "./security-events";
import { createResetLink } from "./store";

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
  const { db, now } = ctx;
  const id = newId("mailedLink");
  const expiresAt = new Date(now.getTime() + RESET_LINK_MS);
  const link = { subject: resetSubject(email), id, email, now, expiresAt };
  // If this process dies in between, the caller got no answer and asks again.
  if (await createResetLink(db, link)) {
    await queueMails(db, { mails: [linkMail("password_reset", id)], now });
  }
}
