// The OpenAPI 3.1 document, made from the same values that answer the requests.
import { z } from "zod";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import type { KeptAnswer } from "#core/context";
import { weakEtag } from "#core/crypto";
import { appUrl } from "#core/env";
import { type Endpoint, publicEndpoint } from "./endpoint";
import { operationOf } from "./openapi-operations";
import { problemAnswers } from "./openapi-problems";
import { openAnswers, withoutNoise } from "./openapi-schemas";
import { describeApi, tags } from "./openapi-texts";
import { makeWebhooks } from "./openapi-webhooks";
import { endpoints } from "./registry";

function makeDocument() {
  const failures = problemAnswers();
  const described = [...endpoints, openapiEndpoint];
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of described) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint, failures) };
  }
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Carbon Till",
        version: "v1",
        summary: "Carbon credits by the kilogram.",
        description: describeApi(),
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: `${appUrl()}/v1`, description: "This installation" }],
      externalDocs: { url: `${appUrl()}/docs`, description: "The guide" },
      security: [{ key: [] }],
      tags: tags.filter(({ name }) => described.some(({ tag }) => tag === name)),
      paths,
      webhooks: makeWebhooks(),
      components: {
        securitySchemes: {
          key: {
            type: "http",
            scheme: "bearer",
            description:
              "An API key: `ct_test_…` for the sandbox, `ct_live_…` for the real stock. An " +
              "operation names the scope that it needs; `write` includes `read`.",
          },
        },
        examples: failures.examples(),
      },
    },
    { override: withoutNoise },
  );
  return openAnswers(document);
}

export type OpenapiDocument = ReturnType<typeof makeDocument>;
let document: OpenapiDocument | undefined;

/** The document, made once a process. */
export function openapiDocument(): OpenapiDocument {
  document ??= makeDocument();
  return document;
}

let prepared: KeptAnswer | undefined;

/** The document as it is sent, made once a process. */
export function openapiAnswer(): KeptAnswer {
  if (prepared) return prepared;
  const body = JSON.stringify(openapiDocument());
  const headers = {
    "content-type": "application/json",
    // Another version of the product may start at any time, with another document.
    "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
    etag: weakEtag(body),
  };
  prepared = { status: 200, headers, body };
  return prepared;
}

/** The operations that callers should leave, each with where to go instead. */
export function listDeprecations() {
  return endpoints.flatMap(({ method, path, operationId, summary, deprecated }) =>
    deprecated ? [{ method, path, operationId, summary, ...deprecated }] : [],
  );
}

export const openapiEndpoint: Endpoint = publicEndpoint({
  method: "GET",
  path: "/openapi.json",
  operationId: "getOpenapiDocument",
  tag: "Documents",
  summary: "Get this document",
  description: "The whole API in the form of OpenAPI 3.1. It needs no key.",
  query: z.strictObject({}),
  resource: z.record(z.string(), z.unknown()).meta({
    description: "An OpenAPI document.",
    examples: [{ openapi: "3.1.1", info: { title: "Carbon Till", version: "v1" }, paths: {} }],
  }),
  run: async () => openapiDocument(),
  present: (made) => ({ ...made }),
  prepared: openapiAnswer,
});
