import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { findLoggedIn } from "#auth/session";
import { currentCaller } from "#core/caller";
import { type Context, newContext } from "#core/context";
import { appUrl } from "#core/env";
import { fieldErrorsOf, Problem } from "#core/errors";
import { problemResponse, toProblem } from "#core/problem";
import type { LoggedIn, Visitor } from "#domain/people";

/** The account, by the slug of the live one, and which mode of it a request is about. */
export const ACCOUNT_HEADER = "x-dashboard-account";
export const MODE_HEADER = "x-dashboard-mode";

export interface TrpcContext extends Context {
  loggedIn: LoggedIn | null;
  headers: Headers;
  /** Procedures add response headers here. */
  responseHeaders?: Headers | undefined;
}

export async function createTrpcContext(
  headers: Headers,
  ctx = newContext({ type: "public" }),
): Promise<TrpcContext> {
  const loggedIn = await findLoggedIn(ctx, headers);
  const actor = loggedIn ? ({ type: "person", id: loggedIn.person.id } as const) : ctx.actor;
  return { ...ctx, actor, loggedIn, headers };
}

/** For security events and limits. */
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
 * Responds to one of our own pages outside tRPC. `respond` gets the context that procedures get.
 * Errors become problem documents.
 */
export async function respondToOwnPage(
  request: Request,
  { account, mode }: { account: string | null; mode: string },
  respond: (ctx: TrpcContext) => Promise<Response>,
): Promise<Response> {
  if (isForeign(request))
    return new Response("Requests from other sites are not allowed", { status: 403 });
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
