import { getToken } from "next-auth/jwt";
import { type Context, publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { capabilitiesOf, listMemberships, type Membership } from "#domain/accounts";
import {
  ensureCookieSecret,
  findLoginSession,
  type LoggedIn,
  rememberDevice,
} from "#domain/people";

/** next-auth names the cookie depending on https. */
export function isSecure(): boolean {
  return appUrl().startsWith("https:");
}

function cookiesOf(header: string | null): Record<string, string> {
  const pairs = (header ?? "").split(/;\s*/).flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** Looks up the session in the database, because it may have been revoked there. */
export async function findLoggedIn(ctx: Context, headers: Headers): Promise<LoggedIn | null> {
  const cookies = cookiesOf(headers.get("cookie"));
  if (!Object.keys(cookies).some((name) => name.includes("next-auth.session-token"))) return null;
  const token = await getToken({
    // getToken reads only these parts of a request.
    req: { cookies, headers: {} } as never,
    secret: await ensureCookieSecret(ctx),
    secureCookie: isSecure(),
  });
  const sessionId = token?.["sessionId"];
  return typeof sessionId === "string" ? findLoginSession(ctx, sessionId) : null;
}

const NAME = "carbon-till-device";
// The longest time for which browsers store cookies.
const MAX_AGE_SECONDS = 400 * 24 * 3600;

export function readDeviceCookie(headers: Headers): string | null {
  return cookiesOf(headers.get("cookie"))[NAME] ?? null;
}

/** Returns the Set-Cookie header that makes the browser a known device of the person. */
export async function deviceCookieFor(
  ctx: Context,
  { email, headers }: { email: string; headers: Headers },
): Promise<string> {
  const value = await rememberDevice(ctx, { email, cookie: readDeviceCookie(headers) });
  const secure = isSecure() ? "; Secure" : "";
  return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

type CapableMembership = Membership & { capabilities: ReturnType<typeof capabilitiesOf> };

/**
 * Returns null without a session. Only for what a page shows first: each procedure checks
 * permissions itself.
 */
export async function findPerson(
  headers: Headers,
): Promise<{ person: LoggedIn["person"]; memberships: CapableMembership[] } | null> {
  const ctx = publicContext();
  const loggedIn = await findLoggedIn(ctx, headers);
  if (!loggedIn) return null;
  const { person } = loggedIn;
  const memberships = await listMemberships(ctx, person.id);
  const capable = memberships.map((it) => ({ ...it, capabilities: capabilitiesOf(it.role) }));
  return { person, memberships: capable };
}
