// Every error that leaves the product, in the form of RFC 9457.
import { isUnreachable } from "./db";
import { appUrl } from "./env";
import { Problem, type ProblemCode } from "./errors";
import type { Log } from "./log";

export const PROBLEM_TYPE = "application/problem+json";

/** The page that explains a problem, which is also its `type` URI. */
export function problemUrl(code: ProblemCode): string {
  return `${appUrl()}/v1/errors/${code}`;
}

/** The problem that a failure shows to the world; what is not meant for it goes to the log. */
export function toProblem(error: unknown, log: Log): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) log.error({ err: error.cause ?? error }, "request failed");
    return error;
  }
  log.error({ err: error }, "request failed");
  if (!isUnreachable(error)) return new Problem("internal");
  return new Problem("unavailable", {
    detail:
      "Something that this needs cannot be reached. Try again, with the same idempotency key.",
    headers: { "retry-after": "1" },
  });
}

/** What a problem says. A 401 says as little as it can. */
export function problemBody(problem: Problem, requestId: string) {
  const { code, status, title, detail, errors } = problem;
  if (code === "unauthorized") return { title, status };
  return { type: problemUrl(code), title, status, detail, errors, instance: requestId };
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
