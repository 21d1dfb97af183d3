// Lets in a person for whom a provider such as Google vouches.
import type { Context } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { normalEmail } from "./login-rules";
import { openSession } from "./open-session";

interface Identity {
  provider: string;
  /** The person's id at the provider, which never changes. */
  subject: string;
  /** Null where the provider does not say that the person owns it. */
  verifiedEmail: string | null;
  userAgent: string | null;
}

/**
 * Opens a session of the person whom the provider knows by this subject, or, the first time, of the
 * one who has the e-mail address that it verified. Null where there is no such person: nobody joins
 * without an invitation.
 */
export async function logInByIdentity(
  ctx: Context,
  { provider, subject, verifiedEmail, userAgent }: Identity,
): Promise<{ sessionId: string; personId: string; email: string } | null> {
  const { identity, person } = ctx.db.prisma;
  const where = { provider_subject: { provider, subject } };
  let personId = (await identity.findUnique({ where }))?.personId;
  if (personId === undefined) {
    if (verifiedEmail === null) return null;
    const known = await person.findUnique({ where: { email: normalEmail(verifiedEmail) } });
    if (!known) return null;
    personId = known.id;
    await identity.create({ data: { provider, subject, personId, createdAt: ctx.now } });
    await recordAudit(ctx, {
      action: "person.identity_added",
      subjectId: personId,
      data: { provider },
    });
  }
  const { email } = await person.findUniqueOrThrow({ where: { id: personId } });
  const sessionId = await openSession(ctx, { personId, method: provider, userAgent });
  return { personId, sessionId, email };
}
