import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { StoredResponse } from "#core/context";
import { weakEtag } from "#core/crypto";
import { appUrl } from "#core/env";
import { exampleOf } from "#core/example";
import { type EventType, events, eventTypes, subjectTypeOf } from "#domain/events";
import { getExampleSubject, subjectResources } from "#domain/webhooks";
import { type Endpoint, publicEndpoint } from "./endpoint";
import { operationOf } from "./openapi-operations";
import { problemResponses } from "./openapi-problems";
import { describeApi, tags } from "./openapi-texts";
import { endpoints } from "./registry";

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

/** Visits every object below `value` once, following references. */
function visitAll(
  root: Json,
  value: unknown,
  visit: (node: Json) => void,
  visited = new Set<Json>(),
) {
  if (!isObject(value) || visited.has(value)) return;
  visited.add(value);
  visit(value);
  const { $ref } = value;
  if (typeof $ref === "string") {
    const target = $ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);
    visitAll(root, target, visit, visited);
  }
  for (const [name, inner] of Object.entries(value)) {
    // Examples may look like schemas.
    if (name !== "example" && name !== "examples") visitAll(root, inner, visit, visited);
  }
}

function requestsOf(document: Json): unknown[] {
  const operations = Object.values((document["paths"] ?? {}) as Json).flatMap((item) =>
    Object.values(item as Json),
  );
  return operations.map((operation) => (operation as Json)["requestBody"]);
}

/**
 * Allows unknown fields in responses and callbacks, because new fields may be added and clients
 * that validate must not break. Request bodies stay closed: unknown fields are rejected.
 */
function openResponses<Document extends object>(document: Document): Document {
  const root = document as Json;
  const sent = new Set<Json>();
  for (const request of requestsOf(root)) visitAll(root, request, (node) => sent.add(node));
  visitAll(root, root, (node) => {
    if (node["additionalProperties"] === false && !sent.has(node)) {
      delete node["additionalProperties"];
    }
  });
  return document;
}

/** Schemas that are transformed keep their description to themselves. */
function describeParameters<Document extends object>(document: Document): Document {
  const root = document as Json;
  visitAll(root, root, ({ parameters }) => {
    for (const parameter of Array.isArray(parameters) ? (parameters as Json[]) : []) {
      const schema = parameter["schema"];
      if (isObject(schema)) parameter["description"] ??= schema["description"];
    }
  });
  return document;
}

/** Removes what zod adds by itself: bounds of safe integers, and patterns of dates. */
function withoutNoise({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as Json;
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  if (schema["format"] === "date-time") delete schema["pattern"];
}

const headers = z.object({
  "webhook-id": z.string().meta({
    description: "The event's id, the same for every attempt.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  "webhook-timestamp": z
    .string()
    .regex(/^\d+$/)
    .meta({
      description: "When this attempt was sent, in seconds since 1970.",
      examples: ["1795262400"],
    }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` followed by the base64 HMAC-SHA256 of " +
      "`{webhook-id}.{webhook-timestamp}.{body}`, made with the secret of the webhook " +
      "endpoint, or with your account's secret for callback URLs. During a rotation there " +
      "are two signatures separated by a space.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

/** Converts `checkout_session.completed` to "CheckoutSessionCompleted". */
function nameOf(type: EventType): string {
  return type.replace(/(^|[._])([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase());
}

function callbackOf(type: EventType) {
  const subject = subjectTypeOf(type);
  return z
    .strictObject({
      id: z.string().meta({
        description: "The event's id.",
        examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
      type: z.literal(type).meta({ description: "What happened." }),
      timestamp: z.iso
        .datetime()
        .meta({ description: "When it happened.", examples: ["2026-11-21T12:00:01.250Z"] }),
      [subject]: subjectResources[subject],
    })
    .meta({
      id: nameOf(type),
      description: `${events[type].summary}.`,
    });
}

function itemOf(type: EventType): ZodOpenApiPathItemObject {
  const schema = callbackOf(type);
  const subject = { [subjectTypeOf(type)]: getExampleSubject(type) };
  const example = exampleOf(schema, "output", subject);
  return {
    post: {
      operationId: type,
      tags: ["Events"],
      summary: events[type].summary,
      description:
        `${type.startsWith("order.") ? `Sent to the order's callback URL, and to` : "Sent to"} ` +
        "webhook endpoints for this type. Return any 2xx status within 15 seconds to confirm " +
        "it. Otherwise it is sent again later, unless you return a 410.",
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { "application/json": { schema, example } },
      },
      responses: {
        "2XX": { description: "The event was received." },
        "410": { description: "Do not send this event again." },
      },
    },
  };
}

function makeWebhooks(): Record<EventType, ZodOpenApiPathItemObject> {
  const items = eventTypes.map((type) => [type, itemOf(type)] as const);
  return Object.fromEntries(items) as Record<EventType, ZodOpenApiPathItemObject>;
}

function makeDocument() {
  const failures = problemResponses();
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
              "An API key: `ct_test_…` for the sandbox, `ct_live_…` for real stock. Each " +
              "operation names the scope that it needs; `write` includes `read`.",
          },
        },
        examples: failures.examples(),
      },
    },
    { override: withoutNoise },
  );
  return describeParameters(openResponses(document));
}

export type OpenapiDocument = ReturnType<typeof makeDocument>;
let document: OpenapiDocument | undefined;

/** Created once per process. */
export function openapiDocument(): OpenapiDocument {
  document ??= makeDocument();
  return document;
}

let prepared: StoredResponse | undefined;

/** Created once per process. */
export function openapiResponse(): StoredResponse {
  if (prepared) return prepared;
  const body = JSON.stringify(openapiDocument());
  const headers = {
    "content-type": "application/json",
    // An update may be installed at any time, with a different document.
    "cache-control": "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
    etag: weakEtag(body),
  };
  prepared = { status: 200, headers, body };
  return prepared;
}

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
  description: "Returns the whole API as OpenAPI 3.1. It needs no key.",
  query: z.strictObject({}),
  resource: z.record(z.string(), z.unknown()).meta({
    description: "An OpenAPI document.",
    examples: [{ openapi: "3.1.1", info: { title: "Carbon Till", version: "v1" }, paths: {} }],
  }),
  run: async () => openapiDocument(),
  present: (result) => ({ ...result }),
  prepared: openapiResponse,
});
