// Problems as RFC 9457 responses.
import { type Context, publicContext, type StoredResponse } from "./context";
import { isReadOnly, isUnreachable } from "./db-errors";
import { appUrl, env } from "./env";
import { Problem, type ProblemCode } from "./errors";
import type { Log } from "./log";
import { problemDescriptions } from "./problem-descriptions";

export const PROBLEM_TYPE = "application/problem+json";

/** Defaults to the URL of the page that explains it. */
export function problemType(code: ProblemCode): string {
  return `${env.CT_PROBLEM_TYPE_BASE ?? `${appUrl()}/v1/errors`}/${code}`;
}

/** Already logged: a problem may pass several layers on its way out. */
const logged = new WeakSet<Problem>();

/** Converts an error to a public problem. Internal details go to the log only. */
export function toProblem(error: unknown, log: Log): Problem {
  const problem = error instanceof Problem ? error : problemOf(error);
  if (problem.status < 500 || logged.has(problem)) return problem;
  logged.add(problem);
  const err = error instanceof Problem ? (error.cause ?? error) : error;
  log.error({ event: "request.failed", err }, "request failed");
  return problem;
}

function problemOf(error: unknown): Problem {
  if (!isUnreachable(error) && !isReadOnly(error)) return new Problem("internal");
  return new Problem("unavailable", {
    detail: "A required service is unavailable. Try again with the same idempotency key.",
    headers: { "retry-after": "1" },
  });
}

const MAX_DETAIL_LENGTH = 400;

/** The invalid fields in a sentence, or what this kind of problem means. */
function defaultDetail({ code, errors = {} }: Problem): string {
  const fields = Object.entries(errors).map(
    ([field, messages]) => `${field} ${messages.join(", ")}`,
  );
  const text = fields.length > 0 ? `${fields.join("; ")}.` : problemDescriptions[code].meaning;
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH - 1)}…` : text;
}

/** A 401 reveals as little as possible. */
export function problemBody(problem: Problem, requestId: string) {
  const {
    code,
    status,
    title,
    detail = defaultDetail(problem),
    errors,
    errorCodes,
    availableKg,
  } = problem;
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

export function problemReply(problem: Problem, requestId: string): StoredResponse {
  const { code, status } = problem;
  const headers = {
    "content-type": PROBLEM_TYPE,
    "x-request-id": requestId,
    "cache-control": "no-store",
    ...(code === "unauthorized" && { "www-authenticate": "Bearer" }),
    ...problem.headers,
  };
  return { status, headers, body: JSON.stringify(problemBody(problem, requestId)) };
}

export function problemResponse(problem: Problem, requestId: string): Response {
  const { body, ...init } = problemReply(problem, requestId);
  return new Response(body, init);
}

/** Returns the response of `work` or its problem, readable by scripts of any site. */
export async function respondPublicly(
  work: (ctx: Context) => Promise<Response>,
): Promise<Response> {
  const ctx = publicContext();
  try {
    return await work(ctx);
  } catch (error) {
    const response = problemResponse(toProblem(error, ctx.log), ctx.requestId);
    response.headers.set("access-control-allow-origin", "*");
    return response;
  }
}
