import type { Problem, ProblemCode } from "./generated/schemas.js";

/** Every error that this package throws by itself. */
export abstract class CarbonTillError extends Error {}

/** Body of a 401. */
interface Unauthorized {
  title: string;
  status: number;
}

interface Failure {
  status: number;
  problem: Problem | Unauthorized | null;
  requestId: string | null;
  idempotencyKey: string | null;
}

function messageOf({ status, problem }: Failure): string {
  if (!problem) return `HTTP ${status}`;
  const { title, detail, errors } = problem as Partial<Problem>;
  const fields = Object.entries(errors ?? {}).map(
    ([name, messages]) => `${name} ${messages.join(", ")}`,
  );
  const others = fields.filter((field) => !detail?.includes(field));
  const rest = [...(detail ? [detail] : []), ...others].join("; ");
  return rest ? `${title}: ${rest}` : `${title}`;
}

/** The API rejected the request, and it had no effect. */
export class ApiError extends CarbonTillError {
  override readonly name = "ApiError";
  readonly status: number;
  /** Null if the response came from something else, such as a proxy. */
  readonly code: ProblemCode | null;
  readonly title: string | null;
  readonly detail: string | null;
  /** The messages of each invalid field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The code of each field in `errors`. */
  readonly errorCodes: Readonly<Record<string, string>>;
  /** For `insufficient-stock`: kg that can be bought now. */
  readonly availableKg: number | null;
  /** Include it when you ask the installation's operator for help. */
  readonly requestId: string | null;
  /** The key that the request was sent with. */
  readonly idempotencyKey: string | null;
  /** The whole response body. */
  readonly problem: Problem | Unauthorized | null;

  constructor(failure: Failure) {
    super(messageOf(failure));
    const { status, problem, requestId, idempotencyKey } = failure;
    const body = (problem ?? {}) as Partial<Problem>;
    this.status = status;
    this.problem = problem;
    this.code = (body.code as ProblemCode | undefined) ?? (status === 401 ? "unauthorized" : null);
    this.title = body.title ?? null;
    this.detail = body.detail ?? null;
    this.errors = body.errors ?? {};
    this.errorCodes = body.error_codes ?? {};
    this.availableKg = body.available_kg ?? null;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
  }
}

/**
 * There was no complete response, even after retries, so the request may have had its effect. To
 * find out, repeat the call with the same `idempotencyKey`: the effect happens only once.
 */
export class ConnectionError extends CarbonTillError {
  override readonly name: string = "ConnectionError";
  readonly idempotencyKey: string | null;

  constructor(message: string, options: { cause?: unknown; idempotencyKey: string | null }) {
    super(message, { cause: options.cause });
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** The last attempt took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

/** The request to your webhook receiver does not come from Carbon Till. Respond with 400. */
export class WebhookVerificationError extends CarbonTillError {
  override readonly name = "WebhookVerificationError";
}
