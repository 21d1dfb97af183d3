// Logging in, in the words of next-auth: a password, or a provider that vouches for the person.
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { currentCaller } from "#core/caller";
import { database } from "#core/db";
import { env, type LoginProvider } from "#core/env";
import { Problem } from "#core/errors";
import { newContext } from "#core/new-context";
import {
  endSession,
  ensureCookieSecret,
  LogIn,
  logIn,
  logInByIdentity,
  requireLoginAttempt,
} from "#domain/people";
import { isSecure } from "./session";

const SESSION_SECONDS = 14 * 24 * 3600;

interface Profile {
  sub?: string;
  id?: number | string;
  email?: string | null;
  email_verified?: boolean;
}

function providerOf({ id, name, clientId, clientSecret, issuer }: LoginProvider) {
  if (id === "google") return Google({ clientId, clientSecret });
  if (id === "github") return GitHub({ clientId, clientSecret });
  const config: OAuthConfig<Profile> = {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer?.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state"],
    clientId,
    clientSecret,
    profile: ({ sub = "" }) => ({ id: sub }),
  };
  return config;
}

/** Opens a session for what was typed; what went wrong is the error's message, for the form. */
async function authorize(typed: unknown, headers: Record<string, string | undefined>) {
  const ctx = newContext({ type: "public" });
  const { email, password, code } = (typed ?? {}) as Record<string, unknown>;
  const input = LogIn.safeParse({ email, password, code: code || null });
  if (!input.success) throw new Error("refused");
  const attempt = {
    ...input.data,
    address: currentCaller(),
    userAgent: headers["user-agent"] ?? null,
  };
  try {
    await requireLoginAttempt(ctx, attempt);
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") throw new Error("too-often");
    throw error;
  }
  const result = await database().transaction((db) => logIn({ ...ctx, db }, attempt));
  if (result.outcome !== "in") throw new Error(result.outcome);
  return { id: result.personId, sessionId: result.sessionId };
}

/** Only addresses that the provider has verified tell who somebody is. */
function verifiedEmailOf(provider: string, profile: Profile): string | null {
  // GitHub shows on a profile only addresses that were verified.
  const isVerified = profile.email_verified === true || provider === "github";
  return isVerified ? (profile.email ?? null) : null;
}

/** next-auth's options for this installation. */
export async function authOptions(): Promise<AuthOptions> {
  return {
    secret: await ensureCookieSecret(newContext({ type: "public" })),
    useSecureCookies: isSecure(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: "/admin/login", error: "/admin/login" },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: (typed, request) => authorize(typed, request.headers ?? {}),
      }),
      ...env.loginProviders.map(providerOf),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (!account || account.type === "credentials") return true;
        const { provider, providerAccountId: subject } = account;
        const verifiedEmail = verifiedEmailOf(provider, (profile ?? {}) as Profile);
        const ctx = newContext({ type: "public" });
        const found = await database().transaction((db) =>
          logInByIdentity({ ...ctx, db }, { provider, subject, verifiedEmail, userAgent: null }),
        );
        if (!found) return "/admin/login?error=unknown";
        Object.assign(user, { id: found.personId, sessionId: found.sessionId });
        return true;
      },
      jwt({ token, user }) {
        // The cookie says nothing of the person: who it is, the database knows.
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
