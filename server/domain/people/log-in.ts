// The second half of a login: the second factor, if there is one, and the session.
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import type { Person } from "#prisma";
import { codeLimits } from "./attempt-rules";
import type { CheckedLogin } from "./check-login";
import { openSession } from "./open-session";
import { recordSecurityEvent } from "./record-security-event";
import { takeBackAttempts, takeTotpStep } from "./store";
import { totpStep } from "./totp-rules";

export type LoginResult =
  | { outcome: "in"; sessionId: string; personId: string; email: string }
  /** The password is right, and a code is needed, or another one. */
  | { outcome: "code-needed" | "code-wrong" }
  | { outcome: "refused" };

async function isSecondFactor(ctx: Context, person: Person, code: string): Promise<boolean> {
  const step = person.totpKey && totpStep(person.totpKey, code, ctx.now);
  if (step !== null) return takeTotpStep(ctx.db, person.id, step);
  const codeHash = new Uint8Array(sha256(code.toLowerCase().replace(/[^a-z0-9]/g, "")));
  const used = await ctx.db.prisma.recoveryCode.deleteMany({
    where: { personId: person.id, codeHash },
  });
  return used.count === 1;
}

/** Opens a session, or says why not. What `checkLogin` compared with must still be there. */
export async function logIn(
  ctx: Context,
  checked: Extract<CheckedLogin, { outcome: "proven" }>,
): Promise<LoginResult> {
  const { personId, passwordHash, source, code, visitor } = checked;
  const person = await ctx.db.prisma.person.findUnique({ where: { id: personId, passwordHash } });
  if (!person) return { outcome: "refused" };
  const { email } = person;
  if (person.totpKey) {
    if (!code) return { outcome: "code-needed" };
    if (!(await isSecondFactor(ctx, person, code))) {
      await recordSecurityEvent(ctx, { kind: "auth.code_failed", visitor, personId, email });
      return { outcome: "code-wrong" };
    }
    await takeBackAttempts(ctx.db, codeLimits(source));
  }
  if (source.device === null) {
    await recordSecurityEvent(ctx, { kind: "auth.new_device", visitor, personId, email });
  }
  const { userAgent } = visitor;
  const sessionId = await openSession(ctx, { personId, method: "password", userAgent });
  return { outcome: "in", sessionId, personId, email };
}
