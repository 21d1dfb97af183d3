// Lets a person in by e-mail, password and, where there is one, the second factor.
import type { Context } from "#core/context";
import { sha256, verifyPassword } from "#core/crypto";
import type { Person } from "#prisma";
import { type Attempt, limitsOf, normalEmail } from "./login-rules";
import { openSession } from "./open-session";
import type { LogIn } from "./schema";
import { takeBackAttempt, takeTotpStep } from "./store";
import { totpStep } from "./totp-rules";

/** Of no password: so that an unknown address takes as long to refuse as a known one. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export type LoginResult =
  | { outcome: "in"; sessionId: string; personId: string }
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

/**
 * Opens a session, or says why not; who asks for an unknown person hears the same, as slowly, as
 * with a wrong password. `requireLoginAttempt` goes before it.
 */
export async function logIn(
  ctx: Context,
  input: LogIn & Attempt & { userAgent: string | null },
): Promise<LoginResult> {
  const person = await ctx.db.prisma.person.findUnique({
    where: { email: normalEmail(input.email) },
  });
  const isRight = await verifyPassword(input.password, person?.passwordHash ?? NOBODY);
  if (!person?.passwordHash || !isRight) return { outcome: "refused" };
  if (person.totpKey) {
    if (!input.code) return { outcome: "code-needed" };
    if (!(await isSecondFactor(ctx, person, input.code))) return { outcome: "code-wrong" };
  }
  await takeBackAttempt(ctx.db, limitsOf(input));
  const { userAgent } = input;
  const sessionId = await openSession(ctx, { personId: person.id, method: "password", userAgent });
  return { outcome: "in", sessionId, personId: person.id };
}
