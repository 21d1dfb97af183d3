// The OpenAPI 3.1 document, made from the same values that answer the requests.
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { appUrl } from "#core/env";
import { type ProblemCode, problems } from "#core/errors";
import { PROBLEM_TYPE } from "#core/problem";
import { type Endpoint, publicEndpoint } from "./endpoint";
import { endpoints } from "./registry";

const ProblemResource = z
  .strictObject({
    type: z.string().optional().meta({ description: "URI of the problem's type; none on a 401." }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Field → what is wrong with it." }),
    instance: z.string().optional().meta({ description: "The request's id." }),
  })
  .meta({ id: "Problem", description: "An error, in the form of RFC 9457." });

const subaccountHeader = z
  .string()
  .optional()
  .meta({ description: "Id of the subaccount concerned; blank counts as absent." });
const idempotencyHeader = z.string().max(512).optional().meta({
  description: "Unique to this request: repeated with it, the request has its effect only once.",
});

function parametersOf(endpoint: Endpoint) {
  const headers: Record<string, z.ZodType> = {};
  if (endpoint.subaccount) headers["X-Subaccount-Id"] = subaccountHeader;
  if (endpoint.method === "POST" && endpoint.access === "write") {
    headers["Idempotency-Key"] = idempotencyHeader;
  }
  return {
    ...(endpoint.params && { path: endpoint.params as z.ZodObject }),
    ...(endpoint.query && { query: endpoint.query as z.ZodObject }),
    ...(Object.keys(headers).length > 0 && { header: z.object(headers) }),
  };
}

function problemCodesOf(endpoint: Endpoint): Set<ProblemCode> {
  const codes = new Set<ProblemCode>(["internal", "unavailable", ...(endpoint.problems ?? [])]);
  if (endpoint.access !== "public") codes.add("unauthorized").add("rate-limited");
  if (endpoint.access === "write") codes.add("forbidden");
  if (endpoint.query || endpoint.method !== "GET") codes.add("invalid-parameters");
  if (endpoint.method === "POST" || endpoint.method === "PUT") {
    codes.add("payload-too-large").add("unsupported-media-type");
  }
  if (endpoint.method === "POST" && endpoint.access === "write") {
    codes.add("idempotency-key-too-long").add("idempotency-concurrent-requests");
    codes.add("idempotency-changed-payload");
  }
  return codes;
}

function responseHeaders(endpoint: Endpoint) {
  const described = (description: string) => ({ description, schema: { type: "string" as const } });
  return {
    "X-Request-Id": described("The request's id, to be named when asking for help."),
    ...(endpoint.access !== "public" && {
      RateLimit: described("How many requests the key has left, and for how long."),
      "RateLimit-Policy": described("How many requests the key may make."),
    }),
    ...(endpoint.location && { Location: described("The address of what was made.") }),
  };
}

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const byStatus = Map.groupBy(problemCodesOf(endpoint), (code) => problems[code].status);
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(" "),
        content: { [PROBLEM_TYPE]: { schema: ProblemResource } },
      },
    ]);
  const status = String(endpoint.status ?? 200);
  const success = {
    description: endpoint.status === 201 ? "Made." : "Done.",
    headers: responseHeaders(endpoint),
    ...(status !== "204" && { content: { "application/json": { schema: endpoint.resource } } }),
  };
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    ...(endpoint.access === "public" && { security: [] }),
    requestParams: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: endpoint.body } },
      },
    }),
    responses: { [status]: success, ...Object.fromEntries(failures) },
  };
}

function makeDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of [...endpoints, openapiEndpoint]) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint) };
  }
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Carbon Till",
      version: "v1",
      description: "Sell carbon credits by the kilogram.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: `${appUrl()}/v1` }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `ct_live_…`, `ct_test_…`.",
        },
      },
    },
    paths,
  });
}

let document: ReturnType<typeof makeDocument> | undefined;

/** The document, made once a process. */
function openapiDocument() {
  document ??= makeDocument();
  return document;
}

export const openapiEndpoint: Endpoint = publicEndpoint({
  method: "GET",
  path: "/openapi.json",
  operationId: "getOpenapiDocument",
  tag: "Documents",
  summary: "This document",
  resource: z.record(z.string(), z.unknown()),
  run: async () => openapiDocument(),
  present: (made) => ({ ...made }),
});
