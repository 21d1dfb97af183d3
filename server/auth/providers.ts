// The providers that may vouch for people, as next-auth configures them.
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { LoginProvider } from "#core/env";
import { type Claims, githubClaims, mergeClaims } from "./identity-profile";

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
