// The context of a request from the dashboard.
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { findLoggedIn } from "#auth/session";
import { currentCaller } from "#core/caller";
import { type Context, newContext } from "#core/context";
import { appUrl } from "#core/env";
import { fieldErrorsOf, Problem } from "#core/errors";
import { problemResponse, toProblem } from "#core/problem";
import type { LoggedIn, Visitor } from "#domain/people";

/** Names the account and the twin of it that a request is about. */
export const ACCOUNT_HEADER = "x-dashboard-account";
export const MODE_HEADER = "x-dashboard-mode";

export interface TrpcContext extends Context {
  loggedIn: LoggedIn | null;
  headers: Headers;
  /** What a procedure adds to the answer's headers. */
  responseHeaders?: Headers | undefined;
}

/** The context of a request to the dashboard's door. */
export async function createTrpcContext(
  headers: Headers,
  ctx = newContext({ type: "public" }),
): Promise<TrpcContext> {
  const loggedIn = await findLoggedIn(ctx, headers);
  const actor = loggedIn ? ({ type: "person", id: loggedIn.person.id } as const) : ctx.actor;
  return { ...ctx, actor, loggedIn, headers };
}

/** Where the request comes from, for security events and limits. */
export function visitorOf({ headers }: TrpcContext): Visitor {
  return { network: currentCaller(), userAgent: headers.get("user-agent") };
}

export function isForeign({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(appUrl()).origin;
}

/**
 * Answers one of our own pages outside tRPC. `answer` gets a context as procedures do; what it throws
 * becomes a problem document.
 */
export async function respondToOwnPage(
  request: Request,
  { account, mode }: { account: string | null; mode: string },
  respond: (ctx: TrpcContext) => Promise<Response>,
): Promise<Response> {
  if (isForeign(request)) return new Response("Not from another site", { status: 403 });
  const headers = new Headers(request.headers);
  headers.set(ACCOUNT_HEADER, account ?? "");
  headers.set(MODE_HEADER, mode);
  const context = newContext({ type: "public" });
  try {
    return await respond(await createTrpcContext(headers, context));
  } catch (error) {
    const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
    const problem =
      cause instanceof z.ZodError
        ? new Problem("invalid-parameters", fieldErrorsOf(cause, "query"))
        : toProblem(cause, context.log);
    return problemResponse(problem, context.requestId);
  }
}
