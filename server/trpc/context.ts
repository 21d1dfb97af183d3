// Who asks through the dashboard: the first thing that every procedure knows.
import { findLoggedIn } from "#auth/session";
import { currentCaller } from "#core/caller";
import { type Context, newContext } from "#core/context";
import type { LoggedIn, Visitor } from "#domain/people";

/** Names the account and the twin of it that a request is about. */
export const ACCOUNT_HEADER = "x-dashboard-account";
export const MODE_HEADER = "x-dashboard-mode";

export interface TrpcContext extends Context {
  loggedIn: LoggedIn | null;
  headers: Headers;
  /** What a procedure adds to the answer's headers. */
  answerHeaders?: Headers | undefined;
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
