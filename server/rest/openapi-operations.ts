import { z } from "zod";
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from "zod-openapi";
import { exampleOf } from "#core/example";
import type { Endpoint } from "./endpoint";
import { MAX_KEY_LENGTH } from "./parse";

const requestHeaders = {
  "X-Subaccount-Id": z
    .string()
    .optional()
    .meta({
      param: { id: "X-Subaccount-Id" },
      description: "Id of the subaccount to act for. A blank value means none.",
      examples: ["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  "Idempotency-Key": z
    .string()
    .max(MAX_KEY_LENGTH)
    .optional()
    .meta({
      param: { id: "Idempotency-Key" },
      description:
        "Unique to the operation, such as your own order number. If you repeat the request " +
        "with the same key, it has its effect only once and returns its first response. Kept " +
        "for 30 days. It must not be blank.",
      examples: ["order-4711"],
    }),
};

const responseHeaders = {
  "X-Request-Id": z.string().meta({
    header: { id: "X-Request-Id" },
    description:
      "The request's id. Include it when you ask for help. It is also the `instance` of a problem.",
    examples: ["7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11"],
  }),
  "Cache-Control": z.literal("no-store").meta({
    header: { id: "Cache-Control" },
    description: "Responses are private and must not be cached.",
  }),
  RateLimit: z
    .string()
    .regex(/^"(read|write|lookup)";r=\d+;t=\d+$/)
    .optional()
    .meta({
      header: { id: "RateLimit" },
      description:
        "Remaining requests of this kind for the key, or for the IP address if no key is " +
        "needed (`r`), and seconds until all are available again (`t`). Missing if the " +
        "installation sets no limit.",
      examples: ['"write";r=99;t=1'],
    }),
  "RateLimit-Policy": z
    .string()
    .regex(/^"(read|write|lookup)";q=\d+;w=1$/)
    .optional()
    .meta({
      header: { id: "RateLimit-Policy" },
      description:
        "Requests of this kind that the key, or the IP address if no key is needed, can make " +
        "(`q`) in this number of seconds (`w`). Missing if the installation sets no limit.",
      examples: ['"write";q=100;w=1'],
    }),
  "Retry-After": z
    .int()
    .min(1)
    .meta({
      header: { id: "Retry-After" },
      description: "Seconds to wait before you repeat the request.",
      examples: [1],
    }),
  "WWW-Authenticate": z.literal("Bearer").meta({
    header: { id: "WWW-Authenticate" },
    description: "How to authenticate.",
  }),
  Location: z.url().meta({
    header: { id: "Location" },
    description: "URL of the created object.",
  }),
  "X-Idempotent-Replay": z
    .literal("true")
    .optional()
    .meta({
      header: { id: "X-Idempotent-Replay" },
      description:
        "Present if this is the response to an earlier request with the same idempotency key.",
    }),
  Deprecation: z
    .string()
    .regex(/^@\d+$/)
    .meta({
      header: { id: "Deprecation" },
      description: "When the operation was deprecated, in seconds since 1970 (RFC 9745).",
      examples: ["@1795219200"],
    }),
  Sunset: z.string().meta({
    header: { id: "Sunset" },
    description: "The first day on which the operation may be gone (RFC 8594).",
    examples: ["Tue, 21 Nov 2028 00:00:00 GMT"],
  }),
  Link: z.string().meta({
    header: { id: "Link" },
    description: "The operation to use instead, and where to read about deprecations.",
  }),
};

/** For responses that are the same for everyone. */
const publicHeaders = z.object({
  "X-Request-Id": responseHeaders["X-Request-Id"],
  "Cache-Control": z
    .string()
    .regex(/^public\b/)
    .meta({
      header: { id: "PublicCacheControl" },
      description: "How long the response can be cached and shared.",
      examples: ["public, max-age=0, s-maxage=60"],
    }),
  ETag: z
    .string()
    .regex(/^W\/"[\w-]+"$/)
    .meta({
      header: { id: "ETag" },
      description:
        "Identifies this version. If you send it as `If-None-Match` while it is current, the " +
        "response is a 304 without a body.",
      examples: ['W/"Vt0rYTm4IvKZoM4WnJd2kQp9x1c"'],
    }),
});

type ResponseHeader = keyof typeof responseHeaders;
const commonHeaders: ResponseHeader[] = ["X-Request-Id", "Cache-Control"];
const limits: ResponseHeader[] = ["RateLimit", "RateLimit-Policy"];

function pick(names: ResponseHeader[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, responseHeaders[name]])));
}

/** True if requests are rate-limited, by key or by IP address. */
export function isCounted({ access, countsCaller }: Endpoint): boolean {
  return access !== "public" || countsCaller === true;
}

/** Only new effects need protection against repetition. */
export function takesIdempotencyKey(endpoint: Endpoint): boolean {
  const { method, access, isUnkeyed } = endpoint;
  return method === "POST" && access === "write" && !isUnkeyed;
}

function requestHeadersOf(endpoint: Endpoint) {
  return z.object({
    ...(endpoint.subaccount && { "X-Subaccount-Id": requestHeaders["X-Subaccount-Id"] }),
    ...(takesIdempotencyKey(endpoint) && { "Idempotency-Key": requestHeaders["Idempotency-Key"] }),
  });
}

function successHeadersOf(endpoint: Endpoint) {
  const { location, deprecated } = endpoint;
  if (endpoint.prepared) return publicHeaders;
  const hasBody = endpoint.status !== 204;
  return pick([
    ...commonHeaders,
    ...(isCounted(endpoint) ? limits : []),
    ...(location && hasBody ? (["Location"] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (["X-Idempotent-Replay"] as const) : []),
    ...(deprecated && hasBody ? (["Deprecation", "Sunset", "Link"] as const) : []),
  ]);
}

export function problemHeadersOf(status: number) {
  return pick([
    ...commonHeaders,
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 429 ? limits : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
  ]);
}

const successes = { 200: "Done.", 201: "Created.", 204: "Done. The response has no body." };

function requestBodyOf(endpoint: Endpoint): ZodOpenApiRequestBodyObject | undefined {
  const { body, upload, example } = endpoint;
  if (upload) {
    const types = upload.contentTypes.map((type) => [
      type,
      { schema: { type: "string" as const, format: "binary" } },
    ]);
    const description = `The file, at most ${upload.maxBytes / 1024 / 1024} MiB.`;
    return { description, required: true, content: Object.fromEntries(types) };
  }
  if (!body) return undefined;
  const media = { schema: body, example: exampleOf(body, "input", example?.body) };
  return { required: true, content: { "application/json": media } };
}

/** All pages of a list. */
const csvMedia = {
  schema: {
    type: "string" as const,
    description:
      "The whole list without pages, if you send `Accept: text/csv`. The first line names the " +
      "columns. If the connection ends early, the list is incomplete.",
  },
};

const pdfMedia = {
  schema: {
    type: "string" as const,
    format: "binary",
    description: "The document, if you send `Accept: application/pdf`.",
  },
};

function successOf(endpoint: Endpoint) {
  const { resource, example } = endpoint;
  const status = endpoint.status ?? 200;
  const media = { schema: resource, example: exampleOf(resource, "output", example?.resource) };
  return {
    description: successes[status],
    headers: successHeadersOf(endpoint),
    ...(status !== 204 && {
      content: {
        "application/json": media,
        ...(endpoint.csv && { "text/csv": csvMedia }),
        ...(endpoint.pdf && { "application/pdf": pdfMedia }),
      },
    }),
  };
}

function unchangedOf(endpoint: Endpoint) {
  const description = "The version in `If-None-Match` is current.";
  return { description, headers: successHeadersOf(endpoint) };
}

function descriptionOf({ description, deprecated }: Endpoint): string {
  const instead =
    deprecated && `Deprecated since ${deprecated.since}: use \`${deprecated.successor}\`.`;
  return [description, instead].filter(Boolean).join("\n\n");
}

/** An operation with its examples, headers, and every problem. */
export function operationOf(
  endpoint: Endpoint,
  failures: { of(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> },
): ZodOpenApiOperationObject {
  const { params, query, access, deprecated } = endpoint;
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(deprecated && { deprecated: true }),
    ...(endpoint.exactlyOneOf && { "x-exactly-one-of": endpoint.exactlyOneOf }),
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
