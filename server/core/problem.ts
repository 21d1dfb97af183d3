// Every error that leaves the product, in the form of RFC 9457.
import { type Context, publicContext } from "./context";
import { isUnreachable } from "./db-errors";
import { appUrl, env } from "./env";
import { Problem, type ProblemCode } from "./errors";
import type { Log } from "./log";

export const PROBLEM_TYPE = "application/problem+json";

/** A problem's `type` URI; by default the address of the page that explains it. */
export function problemType(code: ProblemCode): string {
  return `${env.CT_PROBLEM_TYPE_BASE ?? `${appUrl()}/v1/errors`}/${code}`;
}

/** Failures that the log has already: a problem may pass several layers on its way out. */
const logged = new WeakSet<Problem>();

/** The problem that a failure shows to the world; what is not meant for it goes to the log. */
export function toProblem(error: unknown, log: Log): Problem {
  const problem = error instanceof Problem ? error : problemOf(error);
  if (problem.status < 500 || logged.has(problem)) return problem;
  logged.add(problem);
  const err = error instanceof Problem ? (error.cause ?? error) : error;
  log.error({ event: "request.failed", err }, "request failed");
  return problem;
}

function problemOf(error: unknown): Problem {
  if (!isUnreachable(error)) return new Problem("internal");
  return new Problem("unavailable", {
    detail:
      "Something that this needs cannot be reached. Try again, with the same idempotency key.",
    headers: { "retry-after": "1" },
  });
}

/** What a problem says. A 401 says as little as it can. */
export function problemBody(problem: Problem, requestId: string) {
  const { code, status, title, detail, errors, errorCodes, availableKg } = problem;
  if (code === "unauthorized") return { title, status };
  return {
    type: problemType(code),
    title,
    status,
    code,
    detail,
    errors,
    error_codes: errorCodes,
    available_kg: availableKg,
    instance: requestId,
  };
}

/** The answer for a problem. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const { code, status } = problem;
  return new Response(JSON.stringify(problemBody(problem, requestId)), {
    status,
    headers: {
      "content-type": PROBLEM_TYPE,
      "x-request-id": requestId,
      "cache-control": "no-store",
      ...(code === "unauthorized" && { "www-authenticate": "Bearer" }),
      ...problem.headers,
    },
  });
}

/** Answers with what `work` finds, or with the problem it met, readable from any page's scripts. */
export async function answerPublicly(work: (ctx: Context) => Promise<Response>): Promise<Response> {
  const ctx = publicContext();
  try {
    return await work(ctx);
  } catch (error) {
    const response = problemResponse(toProblem(error, ctx.log), ctx.requestId);
    response.headers.set("access-control-allow-origin", "*");
    return response;
  }
}
