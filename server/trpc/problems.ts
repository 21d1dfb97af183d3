import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { type FieldErrors, fieldErrorsOf, Problem, type ProblemCode } from "#core/errors";
import type { Log } from "#core/log";
import { toProblem } from "#core/problem";
import { recordSecurityEvent } from "#domain/people";
import { type TrpcContext, visitorOf } from "./context";

const codes: Partial<Record<number, TRPCError["code"]>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** The parts of an error that forms and toasts show. */
export interface ProblemView {
  /** Null if the input was rejected before the procedure ran. */
  code: ProblemCode | null;
  title: string;
  detail: string | null;
  /** By field path, named as in the API. */
  errors: FieldErrors;
  /** Of an edit that was refused because the thing has changed: the values now. */
  current?: Record<string, unknown>;
  /** Set if the failure is ours, for a report to support. */
  requestId: string | null;
}

export function toTrpcError(error: unknown, log: Log): TRPCError {
  if (error instanceof TRPCError && !(error.cause instanceof Problem)) {
    if (error.code !== "INTERNAL_SERVER_ERROR") return error;
  }
  const problem = toProblem(error instanceof TRPCError ? (error.cause ?? error) : error, log);
  const code = codes[problem.status] ?? "INTERNAL_SERVER_ERROR";
  return new TRPCError({ code, message: problem.title, cause: problem });
}

export function toProblemView(error: TRPCError, requestId: string | null = null): ProblemView {
  const { cause } = error;
  if (cause instanceof z.ZodError) {
    const { errors, detail = null } = fieldErrorsOf(cause, "input");
    return { code: null, requestId: null, title: "Check the highlighted fields", detail, errors };
  }
  if (cause instanceof Problem) {
    const { code, title, detail = null, errors = {}, current, status } = cause;
    const view = { code, title, detail, errors, requestId: status >= 500 ? requestId : null };
    return current ? { ...view, current } : view;
  }
  return { code: null, title: error.message, detail: null, errors: {}, requestId };
}

const refusals = new WeakSet<object>();

/** Marks the problem as a refusal, which is recorded. */
export function refused(problem: Problem): Problem {
  refusals.add(problem);
  return problem;
}

interface Failure {
  error: { cause?: unknown };
  path: string | undefined;
}

/** Call it outside the transaction, which the problem rolls back. */
export async function recordRefusal(
  ctx: TrpcContext | undefined,
  { error: { cause }, path }: Failure,
): Promise<void> {
  if (!ctx || typeof cause !== "object" || cause === null || !refusals.has(cause)) return;
  const { loggedIn } = ctx;
  await recordSecurityEvent(ctx, {
    kind: "auth.permission_refused",
    visitor: visitorOf(ctx),
    ...(loggedIn && { personId: loggedIn.person.id }),
    data: { procedure: path ?? "" },
  });
}
