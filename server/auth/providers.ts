// Identity providers, and the email address that a profile proves.
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { LoginProvider } from "#core/env";

/** Claims of an ID token or UserInfo (OpenID Connect Core 5.1), or GitHub's equivalent. */
export interface Claims {
  sub?: string | undefined;
  email?: unknown;
  email_verified?: unknown;
}

/** The login page explains each of them. */
export type EmailRefusal = "no-email" | "email-unverified" | "email-verification-missing";

/**
 * Merges the ID token and UserInfo, where the code flow delivers the email address (Core 5.4). The
 * address and its verification come from the same source. @throws if UserInfo is about another
 * subject (Core 5.3.2)
 */
export function mergeClaims(idToken: Claims, userInfo: Claims | null): Claims {
  if (!userInfo) return idToken;
  if (!userInfo.sub || userInfo.sub !== idToken.sub) {
    throw new Error("UserInfo has another sub than the ID token");
  }
  const { sub } = idToken;
  const [first, second] = idToken.email ? [idToken, userInfo] : [userInfo, idToken];
  const { email } = first;
  const isSame = second.email === undefined || second.email === email;
  const email_verified = first.email_verified ?? (isSame ? second.email_verified : undefined);
  return { sub, email, email_verified };
}

/** Some providers send the claim as the string "true". */
export function verifiedEmailOf(profile: Claims): { email: string } | { refusal: EmailRefusal } {
  const { email, email_verified: verified } = profile;
  if (typeof email !== "string" || email === "") return { refusal: "no-email" };
  if (verified === true || verified === "true") return { email };
  const isMissing = verified === undefined || verified === null;
  return { refusal: isMissing ? "email-verification-missing" : "email-unverified" };
}

/** Of GitHub's list of addresses, only a verified primary one counts. */
export function githubClaims(emails: unknown): Claims {
  const list = Array.isArray(emails) ? (emails as Record<string, unknown>[]) : [];
  const primary = list.find((it) => it["primary"] === true);
  return { email: primary?.["email"], email_verified: primary?.["verified"] };
}

const TIMEOUT_MS = 10_000;
const checks = ["pkce", "state", "nonce"] as const;
const httpOptions = { timeout: TIMEOUT_MS };

function openId({ id, name, clientId, clientSecret, issuer }: LoginProvider): OAuthConfig<Claims> {
  return {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer?.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: [...checks],
    clientId,
    clientSecret,
    httpOptions,
    userinfo: {
      async request({ client, tokens }) {
        const { access_token } = tokens;
        // next-auth has verified it before this callback.
        const idToken = (tokens as unknown as { claims(): Claims }).claims();
        const hasUserInfo = client.issuer.metadata.userinfo_endpoint && access_token;
        const userInfo = hasUserInfo ? await client.userinfo<Claims>(access_token) : null;
        return mergeClaims(idToken, userInfo) as Awaited<ReturnType<typeof client.userinfo>>;
      },
    },
    profile: ({ sub = "" }) => ({ id: sub }),
  };
}

/** GitHub's profile has no email address, or one that may not be verified. */
async function githubProfile(accessToken: string) {
  const get = async (path: string) => {
    const response = await fetch(`https://api.github.com${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, "user-agent": "carbon-till" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`GitHub returned ${response.status} to ${path}`);
    return response.json() as Promise<unknown>;
  };
  const profile = (await get("/user")) as Record<string, unknown>;
  return { ...profile, ...githubClaims(await get("/user/emails")) };
}

/** Returns next-auth's configuration of a provider. */
export function providerOf(provider: LoginProvider) {
  const { id, clientId, clientSecret } = provider;
  if (id === "google") return Google({ clientId, clientSecret, checks: [...checks] });
  if (id !== "github") return openId(provider);
  return GitHub({
    clientId,
    clientSecret,
    userinfo: {
      request: async ({ tokens }) => (await githubProfile(tokens.access_token ?? "")) as never,
    },
  });
}
