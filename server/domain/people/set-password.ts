// Stores a person's new password, and ends the sessions and links that came before it.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { PasswordProof } from "./check-password";
import { recordSecurityEvent, type Visitor } from "./record-security-event";

interface SetPassword {
  personId: string;
  passwordHash: string;
  /** What entitles to the change, where a mailed link does not. */
  proof?: PasswordProof;
  /** The session that continues: that of the person who asks. */
  keptSessionId?: string;
  visitor: Visitor;
}

/** @throws invalid `current` where the password was changed since the proof */
export async function setPassword(ctx: Context, input: SetPassword): Promise<void> {
  const { personId, passwordHash, proof, keptSessionId = "", visitor } = input;
  const { person, loginSession, mailedLink } = ctx.db.prisma;
  const changed = await person.updateMany({
    where: { id: personId, ...(proof && { passwordHash: proof.passwordHash }) },
    data: { passwordHash },
  });
  if (changed.count !== 1) throw invalid("current", "is not your password any more");
  await loginSession.updateMany({
    where: { personId, endedAt: null, NOT: { id: keptSessionId } },
    data: { endedAt: ctx.now },
  });
  const { email } = await person.findUniqueOrThrow({ where: { id: personId } });
  await mailedLink.updateMany({
    where: { kind: "password_reset", email, endedAt: null },
    data: { endedAt: ctx.now, dueAt: null },
  });
  await recordAudit(ctx, { action: "person.password_set", subjectId: personId });
  const how = proof ? "old password" : "mailed link";
  await recordSecurityEvent(ctx, {
    kind: "auth.password_changed",
    visitor,
    personId,
    email,
    data: { how },
  });
}
