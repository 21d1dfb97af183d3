import type { z } from "zod";

/** Problem slug → HTTP status and default title. The slug ends the problem's `type` URI. */
export const problems = {
  "invalid-parameters": { status: 400, title: "Your request parameters didn't validate" },
  "invalid-subaccount": { status: 400, title: "Could not find subaccount with the given id" },
  "idempotency-key-too-long": { status: 400, title: "Idempotency key is too long" },
  unauthorized: { status: 401, title: "Unauthorized" },
  "payment-required": { status: 402, title: "Your balance or credit limit does not cover this" },
  "spending-limit-exceeded": {
    status: 402,
    title: "This key's spending limit does not cover this",
  },
  forbidden: { status: 403, title: "Forbidden" },
  "account-suspended": { status: 403, title: "This account is suspended" },
  "proof-required": { status: 403, title: "Confirm that it is you" },
  "second-factor-required": { status: 403, title: "Operators need a second factor" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  "request-timeout": { status: 408, title: "The request did not arrive in time" },
  conflict: { status: 409, title: "The object's state does not allow this" },
  "idempotency-concurrent-requests": {
    status: 409,
    title: "Another request with the same idempotency key is still being processed",
  },
  "insufficient-stock": { status: 409, title: "Not enough credits are available now" },
  gone: { status: 410, title: "This was withdrawn" },
  "payload-too-large": { status: 413, title: "Payload too large" },
  "unsupported-media-type": { status: 415, title: "Unsupported media type" },
  "idempotency-changed-payload": {
    status: 422,
    title: "Previous request submitted with same idempotency key had different payload",
  },
  "rate-limited": { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
} as const;

export type ProblemCode = keyof typeof problems;

/** Problems of the dashboard, which API requests never get. */
export const dashboardProblems: ReadonlySet<ProblemCode> = new Set([
  "proof-required",
  "second-factor-required",
]);
/** Field name → messages. */
export type FieldErrors = Record<string, string[]>;

/** Published: codes are added, never changed. */
export const fieldCodes = [
  "required",
  "unknown-field",
  "wrong-type",
  "not-allowed",
  "malformed",
  "too-small",
  "too-large",
  "too-short",
  "too-long",
  "unknown-id",
  "exclusive",
  "repeated",
  "invalid",
] as const;
export type FieldCode = (typeof fieldCodes)[number];

interface Details {
  title?: string;
  detail?: string;
  errors?: FieldErrors;
  /** Field name → code; a field of `errors` without one is `invalid`. */
  errorCodes?: Record<string, FieldCode>;
  headers?: Record<string, string>;
  /** For `insufficient-stock`: the kg available now. */
  availableKg?: number;
  /** For an edit of something that has changed: the values now. */
  current?: Record<string, unknown>;
  cause?: unknown;
}

function codesFor(errors: FieldErrors, known: Record<string, FieldCode> = {}) {
  const codeOf = (field: string) => (Object.hasOwn(known, field) ? known[field] : "invalid");
  const codes = Object.keys(errors).map((field) => [field, codeOf(field)]);
  return Object.fromEntries(codes) as Record<string, FieldCode>;
}

/** A failure that may be shown to the client. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: FieldErrors | undefined;
  readonly errorCodes: Record<string, FieldCode> | undefined;
  readonly headers: Record<string, string>;
  readonly availableKg: number | undefined;
  readonly current: Record<string, unknown> | undefined;

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.detail ?? details.title ?? problems[code].title, { cause: details.cause });
    this.name = "Problem";
    this.code = code;
    this.title = details.title ?? problems[code].title;
    this.detail = details.detail;
    this.errors = details.errors;
    this.errorCodes = details.errors && codesFor(details.errors, details.errorCodes);
    this.headers = details.headers ?? {};
    this.availableKg = details.availableKg;
    this.current = details.current;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

export function invalid(field: string, message: string, code: FieldCode = "invalid"): Problem {
  return new Problem("invalid-parameters", {
    errors: Object.fromEntries([[field, [message]]]),
    errorCodes: Object.fromEntries([[field, code]]),
  });
}

/** 404 "Could not find <thing>". */
export function notFound(thing: string): Problem {
  return new Problem("not-found", { title: `Could not find ${thing}` });
}

export function conflict(title: string, detail?: string): Problem {
  return new Problem("conflict", { title, ...(detail === undefined ? {} : { detail }) });
}

export function forbidden(title: string, detail?: string): Problem {
  return new Problem("forbidden", { title, ...(detail === undefined ? {} : { detail }) });
}

/** Another request has claimed the idempotency key; nothing was written. */
export class KeyTaken extends Error {
  override readonly name = "KeyTaken";
}

export interface FieldFault {
  field: string;
  message: string;
  code: FieldCode;
}

/** A client that sent thousands of faults gets the first, in a few kilobytes. */
const MAX_LISTED = 20;
const MAX_LISTED_BYTES = 4000;
const MAX_NAME_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 400;

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** Returns the messages and first code of each field, and how many are left out of `total`. */
function listed(faults: Iterable<FieldFault>, total: number) {
  // Maps, because a client's field may be named toString or __proto__.
  const errors = new Map<string, string[]>();
  const errorCodes = new Map<string, FieldCode>();
  let [count, bytes] = [0, 0];
  for (const { field, message, code } of faults) {
    if (count === MAX_LISTED || bytes > MAX_LISTED_BYTES) break;
    const name = shortened(field, MAX_NAME_LENGTH);
    const messages = errors.get(name) ?? [];
    messages.push(shortened(message, MAX_MESSAGE_LENGTH));
    errors.set(name, messages);
    if (!errorCodes.has(name)) errorCodes.set(name, code);
    count += 1;
    bytes += Buffer.byteLength(JSON.stringify([name, name, messages.at(-1)]));
  }
  return {
    errors: Object.fromEntries(errors) as FieldErrors,
    errorCodes: Object.fromEntries(errorCodes) as Record<string, FieldCode>,
    ...(total > count && { detail: `The first ${count} of ${total} problems are listed.` }),
  };
}

/** Returns a problem that names the first of the faults. */
export function problemOf(faults: readonly FieldFault[]): Problem {
  return new Problem("invalid-parameters", listed(faults, faults.length));
}

const codesByIssue: Partial<Record<z.core.$ZodIssue["code"], FieldCode>> = {
  invalid_type: "wrong-type",
  invalid_format: "malformed",
  invalid_value: "not-allowed",
};

/** Requires issues that were reported with their input. */
function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if ("input" in issue && issue.input === undefined) return "required";
  if (issue.code === "custom")
    return (issue.params?.["code"] as FieldCode | undefined) ?? "invalid";
  if (issue.code === "too_small") return issue.origin === "string" ? "too-short" : "too-small";
  if (issue.code === "too_big") return issue.origin === "string" ? "too-long" : "too-large";
  return codesByIssue[issue.code] ?? "invalid";
}

function* faultsOf(issue: z.core.$ZodIssue, root: string): Generator<FieldFault> {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") {
    yield { field: path.join(".") || root, message: issue.message, code: codeOf(issue) };
    return;
  }
  for (const key of issue.keys) {
    const field = [...path, key].join(".");
    yield { field, message: "is not a known field", code: "unknown-field" };
  }
}

function* allFaultsOf(issues: readonly z.core.$ZodIssue[], root: string): Generator<FieldFault> {
  for (const issue of issues) yield* faultsOf(issue, root);
}

/** Returns what is wrong with each of the first invalid fields. `root` names the value itself. */
export function fieldErrorsOf({ issues }: z.core.$ZodError, root: string) {
  const total = issues.reduce(
    (sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1),
    0,
  );
  return listed(allFaultsOf(issues, root), total);
}
