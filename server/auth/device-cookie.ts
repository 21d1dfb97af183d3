// The cookie by which a browser is recognized as one that a person used before.
import type { Context } from "#core/context";
import { rememberDevice } from "#domain/people";
import { cookiesOf, isSecure } from "./session";

const NAME = "carbon-till-device";
// Browsers keep no cookie longer.
const MAX_AGE_SECONDS = 400 * 24 * 3600;

/** Null where the browser has none. */
export function readDeviceCookie(headers: Headers): string | null {
  return cookiesOf(headers.get("cookie"))[NAME] ?? null;
}

/** The Set-Cookie header that remembers the browser for the person. */
export async function deviceCookieFor(
  ctx: Context,
  { email, headers }: { email: string; headers: Headers },
): Promise<string> {
  const value = await rememberDevice(ctx, { email, cookie: readDeviceCookie(headers) });
  const secure = isSecure() ? "; Secure" : "";
  return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
