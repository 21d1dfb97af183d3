// Operations of the OpenAPI document: requests, answers, headers.
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import { exampleOf } from "#core/example";
import type { Endpoint } from "./endpoint";
import { MAX_KEY_LENGTH } from "./idempotency";
import type { problemResponses } from "./openapi-problems";

const requestHeaders = {
  "X-Subaccount-Id": z
    .string()
    .optional()
    .meta({
      param: { id: "X-Subaccount-Id" },
      description: "Id of the subaccount concerned. Blank counts as absent.",
      examples: ["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  "Idempotency-Key": z
    .string()
    .max(MAX_KEY_LENGTH)
    .optional()
    .meta({
      param: { id: "Idempotency-Key" },
      description:
        "Unique to what you want to happen, such as the number of your own order. Sent again with " +
        "the same key, the request has its effect only once and gets its first answer. Kept for " +
        "30 days. It must not be blank.",
      examples: ["order-4711"],
    }),
};

const responseHeaders = {
  "X-Request-Id": z.string().meta({
    header: { id: "X-Request-Id" },
    description: "The request's id, to be named when asking for help; a problem's `instance`.",
    examples: ["7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11"],
  }),
  "Cache-Control": z.literal("no-store").meta({
    header: { id: "Cache-Control" },
    description: "Answers are the caller's alone, and are not to be cached.",
  }),
  RateLimit: z
    .string()
    .regex(/^"(read|write|lookup)";r=\d+;t=\d+$/)
    .optional()
    .meta({
      header: { id: "RateLimit" },
      description:
        "How many requests of this kind the key, or without one the address, has left (`r`), and " +
        "after how many seconds it has all again (`t`). Absent where the installation sets no limit.",
      examples: ['"write";r=99;t=1'],
    }),
  "RateLimit-Policy": z
    .string()
    .regex(/^"(read|write|lookup)";q=\d+;w=1$/)
    .optional()
    .meta({
      header: { id: "RateLimit-Policy" },
      description:
        "How many requests of this kind the key, or without one the address, may make (`q`) in " +
        "how many seconds (`w`). " +
        "Absent where the installation sets no limit.",
      examples: ['"write";q=100;w=1'],
    }),
  "Retry-After": z
    .int()
    .min(1)
    .meta({
      header: { id: "Retry-After" },
      description: "After how many seconds to send the request again.",
      examples: [1],
    }),
  "WWW-Authenticate": z.literal("Bearer").meta({
    header: { id: "WWW-Authenticate" },
    description: "How to authenticate.",
  }),
  Location: z.url().meta({
    header: { id: "Location" },
    description: "The address of what was made.",
  }),
  "X-Idempotent-Replay": z
    .literal("true")
    .optional()
    .meta({
      header: { id: "X-Idempotent-Replay" },
      description: "Present where this is the answer that the idempotency key's first request got.",
    }),
  Deprecation: z
    .string()
    .regex(/^@\d+$/)
    .meta({
      header: { id: "Deprecation" },
      description: "Since when the operation is deprecated, in seconds since 1970 (RFC 9745).",
      examples: ["@1795219200"],
    }),
  Link: z.string().meta({
    header: { id: "Link" },
    description: "The operation to go to instead, and where to read about deprecations.",
  }),
};

/** Of an answer that is the same for everybody. */
const publicHeaders = z.object({
  "X-Request-Id": responseHeaders["X-Request-Id"],
  "Cache-Control": z
    .string()
    .regex(/^public\b/)
    .meta({
      header: { id: "PublicCacheControl" },
      description: "How long the answer may be shown again, by anybody.",
      examples: ["public, max-age=0, s-maxage=60"],
    }),
  ETag: z
    .string()
    .regex(/^W\/"[\w-]+"$/)
    .meta({
      header: { id: "ETag" },
      description:
        "Names this version of the answer. Sent back as `If-None-Match`, it is answered with 304 " +
        "and no body while the version is current.",
      examples: ['W/"Vt0rYTm4IvKZoM4WnJd2kQp9x1c"'],
    }),
});

type ResponseHeader = keyof typeof responseHeaders;
const everywhere: ResponseHeader[] = ["X-Request-Id", "Cache-Control"];
const limits: ResponseHeader[] = ["RateLimit", "RateLimit-Policy"];

function pick(names: ResponseHeader[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, responseHeaders[name]])));
}

/** Whether there is a limit to requests: of the key, or of the caller's address. */
export function isCounted({ access, countsCaller }: Endpoint): boolean {
  return access !== "public" || countsCaller === true;
}

/** Whether a repeated request can be told from a new one by a key. */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  return endpoint.method === "POST" && endpoint.access === "write";
}

/** The headers that a request may have, besides its key. */
function requestHeadersOf(endpoint: Endpoint) {
  return z.object({
    ...(endpoint.subaccount && { "X-Subaccount-Id": requestHeaders["X-Subaccount-Id"] }),
    ...(takesIdempotencyKey(endpoint) && { "Idempotency-Key": requestHeaders["Idempotency-Key"] }),
  });
}

/** The headers of a success. */
function successHeadersOf(endpoint: Endpoint) {
  const { location, deprecated } = endpoint;
  if (endpoint.prepared) return publicHeaders;
  const hasBody = endpoint.status !== 204;
  return pick([
    ...everywhere,
    ...(isCounted(endpoint) ? limits : []),
    ...(location && hasBody ? (["Location"] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (["X-Idempotent-Replay"] as const) : []),
    ...(deprecated && hasBody ? (["Deprecation", "Link"] as const) : []),
  ]);
}

/** The headers of a problem, by its status. */
export function problemHeadersOf(status: number) {
  return pick([
    ...everywhere,
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 429 ? limits : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
  ]);
}

const successes = { 200: "Done.", 201: "Made.", 204: "Done; the answer has no body." };

function requestBodyOf(endpoint: Endpoint): ZodOpenApiRequestBodyObject | undefined {
  const { body, upload, example } = endpoint;
  if (upload) {
    const types = upload.contentTypes.map((type) => [
      type,
      { schema: { type: "string" as const, format: "binary" } },
    ]);
    const description = `The file, of at most ${upload.maxBytes / 1024 / 1024} MiB.`;
    return { description, required: true, content: Object.fromEntries(types) };
  }
  if (!body) return undefined;
  const media = { schema: body, example: exampleOf(body, "input", example?.body) };
  return { required: true, content: { "application/json": media } };
}

function successOf(endpoint: Endpoint) {
  const { resource, example } = endpoint;
  const status = endpoint.status ?? 200;
  const media = { schema: resource, example: exampleOf(resource, "output", example?.resource) };
  return {
    description: successes[status],
    headers: successHeadersOf(endpoint),
    ...(status !== 204 && { content: { "application/json": media } }),
  };
}

function unchangedOf(endpoint: Endpoint) {
  const description = "The version that `If-None-Match` names is current.";
  return { description, headers: successHeadersOf(endpoint) };
}

function descriptionOf({ description, deprecated }: Endpoint): string | undefined {
  const instead =
    deprecated && `Deprecated since ${deprecated.since}: use \`${deprecated.successor}\`.`;
  return [description, instead].filter(Boolean).join("\n\n") || undefined;
}

/** The operation, complete with examples, headers, and every way to fail. */
export function operationOf(
  endpoint: Endpoint,
  failures: ReturnType<typeof problemResponses>,
): ZodOpenApiOperationObject {
  const { params, query, access, deprecated } = endpoint;
  const description = descriptionOf(endpoint);
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(description && { description }),
    ...(deprecated && { deprecated: true }),
    security: access === "public" ? [] : [{ key: [access] }],
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      header: requestHeadersOf(endpoint),
    },
    ...(requestBody && { requestBody }),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint),
      ...(endpoint.prepared && { 304: unchangedOf(endpoint) }),
      ...failures.of(endpoint),
    },
  };
}
