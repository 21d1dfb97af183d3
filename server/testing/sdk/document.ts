// The OpenAPI document as the generator of the SDK sees it: without the address of an installation.
import { z } from "zod";
import { openapiDocument } from "#rest/openapi";

const Schema = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
});
export type Schema = z.infer<typeof Schema>;

const Reference = z.object({ $ref: z.string() });
const Parameter = z.object({
  in: z.enum(["path", "query", "header"]),
  name: z.string(),
  required: z.boolean().default(false),
  schema: Schema,
});
const Media = z.object({ schema: Schema });
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  deprecated: z.boolean().default(false),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), Media).optional() }),
  ),
});
export type Operation = z.infer<typeof Operation>;

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.looseObject({ requestBody: z.object({ content: z.record(z.string(), Media) }) }),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), Schema),
    parameters: z.record(z.string(), Parameter),
  }),
});
export type Document = z.infer<typeof Document>;

export function readDocument(): Document {
  return Document.parse(JSON.parse(JSON.stringify(openapiDocument())));
}

/** "#/components/schemas/Order" → "Order". */
export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

export function parametersOf(document: Document, operation: Operation) {
  return operation.parameters.map((it) => {
    const parameter = "$ref" in it ? document.components.parameters[nameOf(it.$ref)] : it;
    if (!parameter) throw new Error(`${operation.operationId} has an unknown parameter`);
    return parameter;
  });
}

/** "listOrders" → "ListOrdersQuery". */
export function queryTypeOf({ operationId }: Operation): string {
  return `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;
}

/** Schema of the query parameters; null if there are none. */
export function querySchemaOf(document: Document, operation: Operation): Schema | null {
  const own = parametersOf(document, operation).filter((it) => it.in === "query");
  if (own.length === 0) return null;
  return {
    type: "object",
    description: `Query parameters of \`${operation.operationId}\`.`,
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}
