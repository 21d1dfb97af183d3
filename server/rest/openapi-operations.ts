// Makes an operation of the OpenAPI document from the endpoint that answers it.
import type { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from "zod-openapi";
import { exampleOf } from "#core/example";
import type { Endpoint } from "./endpoint";
import { requestHeadersOf, successHeadersOf } from "./openapi-headers";
import type { problemAnswers } from "./openapi-problems";

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
  failures: ReturnType<typeof problemAnswers>,
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
