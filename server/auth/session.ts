// Whose request it is, by the cookie that logging in set.
import { getToken } from "next-auth/jwt";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { ensureCookieSecret, findLoginSession, type LoggedIn } from "#domain/people";

/** next-auth names the cookie by whether it goes over https. */
export function isSecure(): boolean {
  return appUrl().startsWith("https:");
}

/** The cookies of a request, by name. */
export function cookiesOf(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(/;\s*/).flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** The person who is logged in, or null; asked of the database, where a session can be ended. */
export async function findLoggedIn(ctx: Context, headers: Headers): Promise<LoggedIn | null> {
  const cookies = cookiesOf(headers.get("cookie"));
  if (!Object.keys(cookies).some((name) => name.includes("next-auth.session-token"))) return null;
  const token = await getToken({
    // Of a request it reads no more than these.
    req: { cookies, headers: {} } as never,
    secret: await ensureCookieSecret(ctx),
    secureCookie: isSecure(),
  });
  const sessionId = token?.["sessionId"];
  return typeof sessionId === "string" ? findLoginSession(ctx, sessionId) : null;
}
