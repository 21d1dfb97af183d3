import { RateLimiterMemory } from "rate-limiter-flexible";
import { currentCaller } from "#core/caller";
import { publicContext } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { toProblem } from "#core/problem";
import { isOver, plain, readForm } from "#rest/public-form";
import { unsubscribe } from "./unsubscribe";

/** Mail providers send for many of their users from one address. */
const submissions = new RateLimiterMemory({ points: 120, duration: 60 });

const respond = (status: number, line: string, headers = {}) =>
  new Response(`${line}\n`, { status, headers: { ...plain, ...headers } });

/**
 * `POST /unsubscribe/{token}`: from the button of a mail program (RFC 8058), which follows no
 * redirect, or from our page. The token authorizes it alone, so any site may send it.
 */
export async function unsubscribeForm(request: Request, token: string): Promise<Response> {
  const ctx = publicContext();
  if (await isOver(submissions, currentCaller())) {
    await request.body?.cancel().catch(() => {});
    return respond(429, "Too many requests: try again in a minute.", { "retry-after": "60" });
  }
  try {
    const form = await readForm(request);
    await withDatabaseUse("request", () =>
      database().transaction((db) => unsubscribe({ ...ctx, db }, { token })),
    );
    if (form.get("from") !== "page") return respond(200, "You are unsubscribed.");
    const location = `/unsubscribe/${encodeURIComponent(token)}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  } catch (error) {
    const { status } = toProblem(error, ctx.log);
    const line =
      status === 404 ? "This link is not valid." : "That did not work: try again in a moment.";
    return respond(status, line);
  }
}
