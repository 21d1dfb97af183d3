// The second half of a login: the second factor, if there is one, and the session.
import type { Context } from "#core/context";
import type { Person } from "#prisma";
import { codeLimits } from "./attempt-rules";
import type { CheckedLogin } from "./check-login";
import { recordPasskeyUse } from "./check-passkey";
import { takeRecoveryCode } from "./create-recovery-codes";
import { openSession } from "./open-session";
import { recordSecurityEvent } from "./record-security-event";
import { takeBackAttempts, takeTotpStep } from "./store";
import { totpStep } from "./totp-rules";

export type LoginResult =
  | { outcome: "in"; sessionId: string; personId: string; email: string }
  /** The password is right, and a code is needed, or another one; or a passkey. */
  | { outcome: "code-needed" | "code-wrong" | "passkey-needed" | "passkey-wrong" }
  | { outcome: "refused" };

/** Whether the code is the authenticator's, or a recovery code. Either is used up. */
export async function isSecondFactor(
  ctx: Context,
  { person, code }: { person: Person; code: string },
): Promise<boolean> {
  const step = person.totpKey && totpStep(person.totpKey, code, ctx.now);
  if (step !== null) return takeTotpStep(ctx.db, person.id, step);
  return takeRecoveryCode(ctx, { personId: person.id, code });
}

type Proven = Extract<CheckedLogin, { outcome: "proven" }>;

/** Null where the second factor holds, or where the person has none. */
async function refuseSecondFactor(
  ctx: Context,
  person: Person,
  { passkey, code, source, visitor }: Proven,
): Promise<Exclude<LoginResult, { outcome: "in" }> | null> {
  const { id: personId, email, totpKey } = person;
  const hasPasskey = (await ctx.db.prisma.passkey.count({ where: { personId } })) > 0;
  if (!totpKey && !hasPasskey) return null;
  if (passkey) {
    if (!(await recordPasskeyUse(ctx, passkey))) return { outcome: "passkey-wrong" };
  } else {
    if (!code) return { outcome: hasPasskey ? "passkey-needed" : "code-needed" };
    if (!(await isSecondFactor(ctx, { person, code }))) {
      await recordSecurityEvent(ctx, { kind: "auth.code_failed", visitor, personId, email });
      return { outcome: "code-wrong" };
    }
  }
  await takeBackAttempts(ctx.db, codeLimits(source));
  return null;
}

/** Opens a session, or says why not. What `checkLogin` compared with must still be there. */
export async function logIn(ctx: Context, checked: Proven): Promise<LoginResult> {
  const { personId, passwordHash, source, visitor } = checked;
  const person = await ctx.db.prisma.person.findUnique({ where: { id: personId, passwordHash } });
  if (!person) return { outcome: "refused" };
  const { email } = person;
  const refusal = await refuseSecondFactor(ctx, person, checked);
  if (refusal) return refusal;
  if (source.device === null) {
    await recordSecurityEvent(ctx, { kind: "auth.new_device", visitor, personId, email });
  }
  const { userAgent } = visitor;
  const sessionId = await openSession(ctx, { personId, method: "password", userAgent });
  return { outcome: "in", sessionId, personId, email };
}
