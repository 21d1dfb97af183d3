import NextAuth from "next-auth";
import { currentCaller } from "#core/caller";
import { newContext } from "#core/context";
import { appUrl } from "#core/env";
import { isDecodable } from "#core/text";
import { recordSecurityEvent } from "#domain/people";
import { authOptions, type Visit } from "./options";
import { logInByForm } from "./plain-login";

interface Route {
  params: Promise<{ nextauth: string[] }>;
}

/** Used by the login form and the menu. next-auth has more, with pages and a log of its own. */
const PATHS =
  /^(GET (csrf|providers|session)|POST (login|signout|callback\/credentials)|\w+ (signin|callback)\/\w+)$/;
const ONLY_POSTED = /^GET (signin\/|callback\/credentials)/;

function isServed(method: string, segments: readonly string[]): boolean {
  const call = `${method} ${segments.join("/")}`;
  return PATHS.test(call) && !ONLY_POSTED.test(call);
}

/** next-auth reports other addresses as faults of the installation. */
function isWebAddress(url: string): boolean {
  return /^https?:$/.test(URL.parse(url, appUrl())?.protocol ?? "");
}

/** The addresses to return to that the request brings. */
function callbackUrlsOf(request: Request): string[] {
  const { searchParams } = new URL(request.url);
  const cookies = request.headers.get("cookie")?.matchAll(/next-auth\.callback-url=([^;]*)/g) ?? [];
  const stored = [...cookies].map(([, url = ""]) =>
    isDecodable(url) ? decodeURIComponent(url) : url,
  );
  return [...searchParams.getAll("callbackUrl"), ...stored];
}

/** Errors that providers send when the person cancelled. */
const CANCELED = /^(access_denied|user_cancelled_\w+)$/;

/** Handles a provider's redirect with an error instead of a code. The login page explains it. */
async function handleProviderError(visit: Visit, provider: string, error: string) {
  const isCancelled = CANCELED.test(error);
  if (!isCancelled) {
    await recordSecurityEvent(visit.ctx, {
      kind: "auth.sso_failed",
      visitor: visit.visitor,
      data: { provider: provider.slice(0, 32), error: error.slice(0, 64) },
    });
  }
  const location = `${appUrl()}/admin/login?error=${isCancelled ? "cancelled" : "provider-failed"}`;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** Handles requests of sign-in and sign-out below /api/auth. */
export async function handleAuth(request: Request, route: Route): Promise<Response> {
  const { nextauth: segments } = await route.params;
  if (!isServed(request.method, segments)) return new Response("Not found\n", { status: 404 });
  if (!callbackUrlsOf(request).every(isWebAddress)) {
    return new Response("callbackUrl must be a web address\n", { status: 400 });
  }
  // next-auth reads its own URL only from the environment.
  process.env["NEXTAUTH_URL"] = appUrl();
  const { headers } = request;
  const visitor = { network: currentCaller(), userAgent: headers.get("user-agent") };
  const visit: Visit = { ctx: newContext({ type: "public" }), visitor, headers, cookies: [] };
  const [action, provider] = segments;
  if (action === "login") return logInByForm(request, visit);
  const error = new URL(request.url).searchParams.get("error");
  if (action === "callback" && provider && error) {
    return handleProviderError(visit, provider, error);
  }
  const response: Response = await NextAuth(
    request as never,
    route as never,
    await authOptions(visit),
  );
  if (visit.cookies.length === 0) return response;
  const withCookies = new Response(response.body, response);
  for (const cookie of visit.cookies) withCookies.headers.append("set-cookie", cookie);
  return withCookies;
}
