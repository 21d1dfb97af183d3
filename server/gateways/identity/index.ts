import { z } from "zod";

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

/** Returns what prevents sign-in with this issuer, or null. */
export async function probeIssuer(issuer: string, timeoutMs: number): Promise<string | null> {
  const url = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => String((error as Error).cause ?? error),
  );
  if (typeof response === "string") return `${url} does not respond (${response})`;
  if (!response.ok) return `${url} responds with ${response.status}`;
  const document = Discovery.safeParse(await response.json().catch(() => null));
  if (!document.success) return `${url} is not an OpenID Connect discovery document`;
  // Compared like at sign-in, which rejects tokens of another issuer.
  if (withoutSlash(document.data.issuer) === withoutSlash(issuer)) return null;
  return `${url} is the document of another issuer, ${document.data.issuer}`;
}
