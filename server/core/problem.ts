// Every error that leaves the product, in the form of RFC 9457.
import { isUnreachable } from "./db";
import { appUrl } from "./env";
import { Problem, type ProblemCode } from "./errors";
import type { Log } from "./log";

export const PROBLEM_TYPE = "application/problem+json";

/** The page that explains a problem, which is also its `type` URI. */
function problemUrl(code: ProblemCode): string {
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

/** The answer for a problem. A 401 says as little as it can. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const { code, status, title, detail, errors } = problem;
  const body =
    code === "unauthorized"
      ? { title, status }
      : { type: problemUrl(code), title, status, detail, errors, instance: requestId };
  return new Response(JSON.stringify(body), {
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
