// The login form as the browser itself sends it, before or without the page's script.
import { encode } from "next-auth/jwt";
import { currentPage } from "#core/caller";
import { appUrl } from "#core/env";
import { ensureCookieSecret } from "#domain/people";
import { authorize, SESSION_SECONDS, type Visit } from "./options";
import { isSecure } from "./session";

const MAX_NEXT_LENGTH = 2000;

/** The login page, which leads to the current page afterwards. */
export const loginUrl = () => `/admin/login?${new URLSearchParams({ next: currentPage() })}`;

/**
 * Accepts only addresses in the dashboard, with their filters, so that no link leads elsewhere after
 * the login, nor in a circle.
 */
export function safeNext(next: unknown): string {
  const url = typeof next === "string" ? URL.parse(next, appUrl()) : null;
  const isDashboard =
    url?.origin === new URL(appUrl()).origin && /^\/admin(\/[\w.%:~/-]*)?$/.test(url.pathname);
  if (!url || !isDashboard || /^\/admin\/(login|reset|invitation|address)\b/.test(url.pathname)) {
    return "/admin";
  }
  const path = url.pathname + url.search;
  return path.length <= MAX_NEXT_LENGTH ? path : "/admin";
}

function seeOther(path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: appUrl() + path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Another site's form would log the visitor in as someone else. A proxy may change the Host. */
function isOwnForm({ headers }: Request): boolean {
  const origin = headers.get("origin");
  return origin === appUrl() || URL.parse(origin ?? "")?.host === headers.get("host");
}

export async function logInByForm(request: Request, visit: Visit): Promise<Response> {
  if (!isOwnForm(request)) return seeOther("/admin/login");
  const fields = Object.fromEntries(await request.formData());
  const next = safeNext(fields["next"]);
  try {
    const { id, sessionId } = await authorize(visit, fields);
    const secret = await ensureCookieSecret(visit.ctx);
    const token = await encode({ token: { sub: id, sessionId }, secret, maxAge: SESSION_SECONDS });
    const [prefix, secure] = isSecure() ? ["__Secure-", "; Secure"] : ["", ""];
    const session = `${prefix}next-auth.session-token=${token}; Path=/; Max-Age=${SESSION_SECONDS}`;
    return seeOther(next, [...visit.cookies, `${session}; HttpOnly; SameSite=Lax${secure}`]);
  } catch (error) {
    const { message } = error as Error;
    return seeOther(`/admin/login?${new URLSearchParams({ error: message, next })}`);
  }
}
