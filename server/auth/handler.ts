// Answers what next-auth serves below /api/auth: logging in and out.
import NextAuth from "next-auth";
import { currentCaller } from "#core/caller";
import { newContext } from "#core/context";
import { appUrl } from "#core/env";
import { recordSecurityEvent } from "#domain/people";
import { authOptions, type Visit } from "./options";

interface Route {
  params: Promise<{ nextauth: string[] }>;
}

/** What providers say when the person themselves turned back. */
const CANCELED = /^(access_denied|user_cancelled_\w+)$/;

/**
 * A provider that sends the person back with an error instead of a code. That is no fault of ours:
 * the login page explains it.
 */
async function answerProviderError(visit: Visit, provider: string, error: string) {
  const isCanceled = CANCELED.test(error);
  if (!isCanceled) {
    await recordSecurityEvent(visit.ctx, {
      kind: "auth.sso_failed",
      visitor: visit.visitor,
      data: { provider: provider.slice(0, 32), error: error.slice(0, 64) },
    });
  }
  const location = `${appUrl()}/admin/login?error=${isCanceled ? "canceled" : "provider-failed"}`;
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** Answers logging in and out. */
export async function answerAuth(request: Request, route: Route): Promise<Response> {
  // next-auth reads its own address from the environment alone.
  process.env["NEXTAUTH_URL"] = appUrl();
  const { headers } = request;
  const visitor = { network: currentCaller(), userAgent: headers.get("user-agent") };
  const visit: Visit = { ctx: newContext({ type: "public" }), visitor, headers, cookies: [] };
  const [action, provider] = (await route.params).nextauth;
  const error = new URL(request.url).searchParams.get("error");
  if (action === "callback" && provider && error) {
    return answerProviderError(visit, provider, error);
  }
  const answer: Response = await NextAuth(
    request as never,
    route as never,
    await authOptions(visit),
  );
  if (visit.cookies.length === 0) return answer;
  const answered = new Response(answer.body, answer);
  for (const cookie of visit.cookies) answered.headers.append("set-cookie", cookie);
  return answered;
}
