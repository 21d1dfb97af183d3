// Sign-in and sign-out with next-auth: by password, passkey or identity provider.
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { type Context, newContext } from "#core/context";
import { database } from "#core/db";
import { env } from "#core/env";
import { Problem } from "#core/errors";
import { log } from "#core/log";
import {
  endSession,
  ensureCookieSecret,
  LogIn,
  type LoginResult,
  logInByIdentity,
  PasskeyLogin,
  recordSecurityEvent,
  type Visitor,
} from "#domain/people";
import { logInByPasskey, logInWithPassword } from "./login";
import { type Claims, providerOf, verifiedEmailOf } from "./providers";
import { deviceCookieFor, isSecure, readDeviceCookie } from "./session";

export const SESSION_SECONDS = 14 * 24 * 3600;

export interface Visit {
  ctx: Context;
  visitor: Visitor;
  headers: Headers;
  /** Set-Cookie headers to send in addition to next-auth's own. */
  cookies: string[];
}

/** Returns the code by which the login page explains a failure. */
function failureOf(error: unknown): string {
  if (error instanceof Problem && error.code === "rate-limited") return "too-often";
  if (error instanceof Problem && error.code === "unavailable") return "busy";
  log.error({ event: "auth.login_error", err: error }, "unexpected error during login");
  return "other";
}

async function rememberDevice(visit: Visit, email: string): Promise<void> {
  visit.cookies.push(await deviceCookieFor(visit.ctx, { email, headers: visit.headers }));
}

/** Parses the authenticator's response, which the form sends as JSON; null if it is invalid. */
function passkeyFrom(sent: unknown): PasskeyLogin | null {
  try {
    return PasskeyLogin.parse(JSON.parse(String(sent)));
  } catch {
    return null;
  }
}

/** By a passkey alone, or by a password with a code or a passkey. */
async function logInBy(visit: Visit, sent: Record<string, unknown>): Promise<LoginResult> {
  const { ctx, visitor, headers } = visit;
  const passkey = sent["passkey"] ? passkeyFrom(sent["passkey"]) : null;
  if (sent["passkey"] && !passkey) return { outcome: "passkey-wrong" };
  const deviceCookie = readDeviceCookie(headers);
  if (passkey && !sent["email"]) {
    return logInByPasskey(ctx, { response: passkey, visitor, deviceCookie });
  }
  const { email, password, code } = sent;
  const input = LogIn.safeParse({ email, password, code: code || null });
  if (!input.success) return { outcome: "refused" };
  return logInWithPassword(ctx, { ...input.data, passkey, visitor, deviceCookie });
}

/** Opens a session. The message of an error is a code for the login page. */
export async function authorize(visit: Visit, sent: unknown) {
  const result = await logInBy(visit, (sent ?? {}) as Record<string, unknown>).catch(
    (error: unknown) => {
      throw new Error(failureOf(error));
    },
  );
  if (result.outcome !== "in") throw new Error(result.outcome);
  await rememberDevice(visit, result.email);
  return { id: result.personId, sessionId: result.sessionId };
}

interface Vouched {
  provider: string;
  subject: string;
  profile: Claims;
}

/** Returns the session of a person verified by an identity provider, or why there is none. */
async function enterByIdentity(visit: Visit, { provider, subject, profile }: Vouched) {
  const { ctx, visitor } = visit;
  const verified = verifiedEmailOf(profile);
  const verifiedEmail = "email" in verified ? verified.email : null;
  const login = await database().transaction((db) =>
    logInByIdentity({ ...ctx, db }, { provider, subject, verifiedEmail, visitor }),
  );
  if (login.outcome === "in") {
    await rememberDevice(visit, login.email);
    return login;
  }
  const isUnknown = login.outcome === "unknown";
  const reason = isUnknown && "refusal" in verified ? verified.refusal : login.outcome;
  await recordSecurityEvent(ctx, {
    kind: "auth.sso_refused",
    visitor,
    ...(verifiedEmail !== null && { email: verifiedEmail }),
    data: { provider, reason },
  });
  return { failure: reason };
}

/** next-auth's metadata may contain tokens, so only messages are logged. */
const logger: NonNullable<AuthOptions["logger"]> = {
  error(code, metadata) {
    const error = metadata instanceof Error ? metadata : metadata.error;
    const fields = { code, reason: error?.message };
    // A cookie that is not ours or no longer is.
    if (/JWT|SIGNOUT/.test(code)) logger.warn?.(code as never);
    else if (/OAUTH/.test(code))
      log.warn({ event: "auth.sso_failed", ...fields }, "single sign-on failed");
    else log.error({ event: "auth.login_error", ...fields }, "unexpected error during login");
  },
  warn: (code) => log.debug({ event: "auth.library_warning", code }, "warning from next-auth"),
};

export async function authOptions(visit: Visit): Promise<AuthOptions> {
  return {
    secret: await ensureCookieSecret(visit.ctx),
    useSecureCookies: isSecure(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/admin/login", error: "/admin/login" },
    logger,
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        authorize: (typed) => authorize(visit, typed),
      }),
      ...env.loginProviders.map(providerOf),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (!account || account.type === "credentials") return true;
        const { provider, providerAccountId: subject } = account;
        const vouched = { provider, subject, profile: (profile ?? {}) as Claims };
        // next-auth would put the message of an error into the URL.
        const entered = await enterByIdentity(visit, vouched).catch((error: unknown) => ({
          failure: failureOf(error),
        }));
        if ("failure" in entered) return `/admin/login?error=${entered.failure}`;
        Object.assign(user, { id: entered.personId, sessionId: entered.sessionId });
        return true;
      },
      jwt({ token, user }) {
        // The cookie only contains the session's ID; the database knows whose it is.
        if (!user) return token;
        return { sub: user.id, sessionId: (user as { sessionId?: string }).sessionId ?? "" };
      },
    },
    events: {
      async signOut({ token }) {
        const [personId, id] = [token.sub, token["sessionId"]];
        if (!personId || typeof id !== "string") return;
        await endSession(newContext({ type: "person", id: personId }), { personId, id });
      },
    },
  };
}
