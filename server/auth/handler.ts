import NextAuth from "next-auth";
import { currentCaller } from "#core/caller";
import { newContext } from "#core/context";
import { appUrl } from "#core/env";
import { recordSecurityEvent } from "#domain/people";
import { authOptions, type Visit } from "./options";

interface Route {
  params: Promise<{ nextauth: string[] }>;
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
  // next-auth reads its own URL only from the environment.
  process.env["NEXTAUTH_URL"] = appUrl();
  const { headers } = request;
  const visitor = { network: currentCaller(), userAgent: headers.get("user-agent") };
  const visit: Visit = { ctx: newContext({ type: "public" }), visitor, headers, cookies: [] };
  const [action, provider] = (await route.params).nextauth;
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
