// The providers that may vouch for people, and what their profiles prove.
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { LoginProvider } from "#core/env";

/** Claims of an ID token or of UserInfo (OpenID Connect Core 5.1), or the like from GitHub. */
export interface Claims {
  sub?: string | undefined;
  email?: unknown;
  email_verified?: unknown;
}

/** Why an address cannot be used: each has a text of its own on the login page. */
export type EmailRefusal = "no-email" | "email-unverified" | "email-verification-missing";

/**
 * One profile from the ID token and UserInfo, which is where the code flow delivers the e-mail
 * address (Core 5.4). An address and its verification are taken from the same source.
 * @throws where UserInfo is about somebody else (Core 5.3.2)
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

/** The verified address. Some providers send the claim as the string "true", which says as much. */
export function verifiedEmailOf(profile: Claims): { email: string } | { refusal: EmailRefusal } {
  const { email, email_verified: verified } = profile;
  if (typeof email !== "string" || email === "") return { refusal: "no-email" };
  if (verified === true || verified === "true") return { email };
  const isMissing = verified === undefined || verified === null;
  return { refusal: isMissing ? "email-verification-missing" : "email-unverified" };
}

/** GitHub's list of a person's addresses: only a verified primary one counts. */
export function githubClaims(emails: unknown): Claims {
  const list = Array.isArray(emails) ? (emails as Record<string, unknown>[]) : [];
  const primary = list.find((it) => it["primary"] === true);
  return { email: primary?.["email"], email_verified: primary?.["verified"] };
}

const TIMEOUT_MS = 10_000;
const checks = ["pkce", "state", "nonce"] as const;
const httpOptions = { timeout: TIMEOUT_MS };

/** Any OpenID provider. */
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
        // The callback has verified it by now.
        const idToken = (tokens as unknown as { claims(): Claims }).claims();
        const asks = client.issuer.metadata.userinfo_endpoint && access_token;
        const userInfo = asks ? await client.userinfo<Claims>(access_token) : null;
        return mergeClaims(idToken, userInfo) as Awaited<ReturnType<typeof client.userinfo>>;
      },
    },
    profile: ({ sub = "" }) => ({ id: sub }),
  };
}

/** The profile of GitHub has no e-mail address, or one that may not be verified. */
async function githubProfile(accessToken: string) {
  const ask = async (path: string) => {
    const answer = await fetch(`https://api.github.com${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, "user-agent": "carbon-till" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`);
    return answer.json() as Promise<unknown>;
  };
  const profile = (await ask("/user")) as Record<string, unknown>;
  return { ...profile, ...githubClaims(await ask("/user/emails")) };
}

/** next-auth's configuration of the provider. */
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
