// The first half of a login: everything that is counted or hashed, outside a transaction.
import type { Context } from "#core/context";
import { verifyPassword } from "#core/passwords";
import { codeLimits, type LoginSource, loginLimits } from "./attempt-rules";
import { type CheckedPasskey, checkPasskey } from "./check-passkey";
import { findDevice } from "./find-device";
import { normalEmail } from "./login-rules";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { requireAttempt } from "./require-attempt";
import type { LogIn, PasskeyLogin } from "./schema";
import { takeBackAttempts } from "./store";

/** Of no password, so that an unknown address takes as long to refuse as a known one. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export type LoginAttempt = LogIn & {
  visitor: Visitor;
  deviceCookie: string | null;
  /** In place of a code. */
  passkey?: PasskeyLogin | null;
};

export type CheckedLogin =
  | { outcome: "refused" | "code-needed" | "passkey-needed" | "passkey-wrong" }
  | {
      outcome: "proven";
      personId: string;
      /** What the password was compared with. */
      passwordHash: string;
      source: LoginSource;
      code: string | null;
      passkey: CheckedPasskey | null;
      visitor: Visitor;
    };

type Proven = Extract<CheckedLogin, { outcome: "proven" }>;

/** The second factor, as far as it can be checked here, where the person has one. */
async function checkSecondFactor(
  ctx: Context,
  { passkey: response, visitor }: LoginAttempt,
  proven: Proven,
): Promise<CheckedLogin> {
  const { personId, source, code } = proven;
  const { person, passkey } = ctx.db.prisma;
  const { totpKey } = await person.findUniqueOrThrow({ where: { id: personId } });
  const hasPasskey = (await passkey.count({ where: { personId } })) > 0;
  if (!totpKey && !hasPasskey) return proven;
  if (!response && !code) return { outcome: hasPasskey ? "passkey-needed" : "code-needed" };
  const { email } = source;
  const limits = codeLimits(source);
  await requireAttempt(ctx, { limits, attempted: "code", visitor, email, personId });
  if (!response) return proven;
  const expected = { purpose: "login", personId: null } as const;
  const checked = await checkPasskey(ctx, { response, expected, personId, visitor });
  return checked ? { ...proven, passkey: checked } : { outcome: "passkey-wrong" };
}

/**
 * Counts the attempt and checks the password; an unknown address is refused as slowly as a known
 * one. `logIn` finishes the login in a transaction. @throws rate-limited
 */
export async function checkLogin(ctx: Context, attempt: LoginAttempt): Promise<CheckedLogin> {
  const { visitor, password, code } = attempt;
  const email = normalEmail(attempt.email);
  const device = await findDevice(ctx, { email, cookie: attempt.deviceCookie });
  const source = { email, network: visitor.network, device };
  const limits = loginLimits(source);
  await requireAttempt(ctx, { limits, attempted: "login", visitor, email });
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  const isRight = await verifyPassword(password, person?.passwordHash ?? NOBODY);
  if (!person?.passwordHash || !isRight) {
    const personId = person?.id;
    await recordSecurityEvent(ctx, {
      kind: "auth.login_failed",
      visitor,
      email,
      ...(personId !== undefined && { personId }),
    });
    return { outcome: "refused" };
  }
  await takeBackAttempts(ctx.db, limits);
  const { id: personId, passwordHash } = person;
  return checkSecondFactor(ctx, attempt, {
    outcome: "proven",
    personId,
    passwordHash,
    source,
    code: code ?? null,
    passkey: null,
    visitor,
  });
}
