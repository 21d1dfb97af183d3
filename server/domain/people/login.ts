import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "#core/context";
import { newSecretId } from "#core/id";
import { verifyPassword } from "#core/passwords";
import { normalEmail } from "#core/text";
import { recordAudit } from "#domain/accounts";
import type { Person } from "#prisma";
import { clearAttempts, requireAttempt } from "./attempts";
import { ensureCookieSecret } from "./installation-secrets";
import { type CheckedPasskey, checkPasskey, recordPasskeyUse } from "./passkeys";
import { codeLimits, type LoginSource, loginLimits, passkeyLimits, SESSION_MS } from "./rules";
import type { LogIn, PasskeyLogin } from "./schema";
import { isSecondFactor } from "./second-factor";
import { recordSecurityEvent, type Visitor } from "./security-events";

interface OpenSession {
  personId: string;
  /** "password", or the name of the identity provider. */
  method: string;
  userAgent: string | null;
}

/** Returns the id of the new session, which goes into a signed cookie. */
export async function openSession(ctx: Context, input: OpenSession): Promise<string> {
  const { personId, method } = input;
  const id = newSecretId("loginSession");
  await ctx.db.prisma.loginSession.create({
    data: {
      personId,
      id,
      method,
      userAgent: input.userAgent?.slice(0, 512) ?? null,
      createdAt: ctx.now,
      seenAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + SESSION_MS),
    },
  });
  const actor = { type: "person", id: personId } as const;
  await recordAudit({ ...ctx, actor }, { action: "person.logged_in", data: { method } });
  return id;
}

const MAX_ENTRIES = 4;

/** The new value of the device cookie. `email` is normalized. */
export async function rememberDevice(
  ctx: Context,
  device: { email: string; cookie: string | null },
): Promise<string> {
  const { email, cookie } = device;
  if (cookie && (await findDevice(ctx, device)) !== null) return cookie;
  const nonce = randomBytes(12).toString("base64url");
  const entry = `${nonce}.${await deviceMac(ctx, { email, nonce })}`;
  const others = (cookie ?? "").split(ENTRY_SEPARATOR).filter((it) => /^[\w-]+\.[\w-]+$/.test(it));
  return [entry, ...others].slice(0, MAX_ENTRIES).join(ENTRY_SEPARATOR);
}

/** The cookie holds one entry per person who recently logged in with the browser. */
const ENTRY_SEPARATOR = "~";

interface Device {
  email: string;
  cookie: string | null;
}

/** Proves that we wrote the entry, and for which address. */
async function deviceMac(
  ctx: Context,
  { email, nonce }: { email: string; nonce: string },
): Promise<string> {
  const secret = await ensureCookieSecret(ctx);
  return createHmac("sha256", secret).update(`device ${nonce} ${email}`).digest("base64url");
}

/** The device's id if the person has logged in there before. `email` is normalized. */
export async function findDevice(ctx: Context, { email, cookie }: Device): Promise<string | null> {
  for (const entry of (cookie ?? "").slice(0, 512).split(ENTRY_SEPARATOR)) {
    const [nonce, mac] = entry.split(".");
    if (!nonce || !mac) continue;
    const actual = Buffer.from(mac);
    const expected = Buffer.from(await deviceMac(ctx, { email, nonce }));
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return nonce;
  }
  return null;
}

/** Hash of no password, so that checking an unknown address takes as long. */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export type LoginAttempt = LogIn & {
  visitor: Visitor;
  deviceCookie: string | null;
  /** Alternative to a code. */
  passkey?: PasskeyLogin | null;
};

export type CheckedLogin =
  | { outcome: "refused" | "code-needed" | "passkey-needed" | "passkey-wrong" }
  | {
      outcome: "proven";
      personId: string;
      /** The hash that the password was compared with. */
      passwordHash: string;
      source: LoginSource;
      code: string | null;
      passkey: CheckedPasskey | null;
      visitor: Visitor;
    };

type Proven = Extract<CheckedLogin, { outcome: "proven" }>;

/**
 * Checks as much of the second factor as is possible outside a transaction, if the person has one.
 */
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
 * Counts the attempt and checks the password, equally slowly for unknown addresses. `logIn`
 * completes the login in a transaction.
 * @throws rate-limited
 */
export async function checkLogin(ctx: Context, attempt: LoginAttempt): Promise<CheckedLogin> {
  const { visitor, password, code } = attempt;
  const email = normalEmail(attempt.email);
  const device = await findDevice(ctx, { email, cookie: attempt.deviceCookie });
  const source = { email, network: visitor.network, device };
  const limits = loginLimits(source);
  await requireAttempt(ctx, { limits, attempted: "login", visitor, email });
  const person = await ctx.db.prisma.person.findUnique({ where: { email } });
  const isRight = await verifyPassword(password, person?.passwordHash ?? DUMMY_HASH);
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
  await clearAttempts(ctx.db, limits);
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

export type LoginResult =
  | { outcome: "in"; sessionId: string; personId: string; email: string }
  /** The password is right; a second factor is missing or wrong. */
  | { outcome: "code-needed" | "code-wrong" | "passkey-needed" | "passkey-wrong" }
  | { outcome: "refused" };

/** Null if the second factor is right or the person has none. */
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
  await clearAttempts(ctx.db, codeLimits(source));
  return null;
}

/** Opens a session, or returns why not. The hash that `checkLogin` used must still be stored. */
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

/** Null if the passkey is not accepted. Outside a transaction. @throws rate-limited */
export async function checkPasskeyLogin(
  ctx: Context,
  { response, visitor }: { response: PasskeyLogin; visitor: Visitor },
): Promise<CheckedPasskey | null> {
  const limits = passkeyLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "passkey", visitor });
  const expected = { purpose: "login", personId: null } as const;
  const checked = await checkPasskey(ctx, { response, expected, visitor });
  if (checked) await clearAttempts(ctx.db, limits);
  return checked;
}

/** Opens a session unless the passkey was removed since the check. */
export async function logInWithPasskey(
  ctx: Context,
  { checked, deviceCookie }: { checked: CheckedPasskey; deviceCookie: string | null },
): Promise<LoginResult> {
  if (!(await recordPasskeyUse(ctx, checked))) return { outcome: "passkey-wrong" };
  const { personId, visitor } = checked;
  const { email } = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  if ((await findDevice(ctx, { email, cookie: deviceCookie })) === null) {
    await recordSecurityEvent(ctx, { kind: "auth.new_device", visitor, personId, email });
  }
  const { userAgent } = visitor;
  const sessionId = await openSession(ctx, { personId, method: "passkey", userAgent });
  return { outcome: "in", sessionId, personId, email };
}
