import { openapiDocument } from "#rest/openapi";

/** A JSON Schema, or a reference to one. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Response {
  status: string;
  description: string;
  headers: Parameter[];
  content: Record<string, Media>;
}

export interface Operation {
  id: string;
  /** Null: a webhook event. */
  path: string | null;
  method: string;
  group: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** Required scope of the key; null: no key. */
  scope: string | null;
  parameters: Parameter[];
  /** Fields of the body or the query of which a request must have exactly one. */
  exactlyOneOf: string[];
  body: Record<string, Media>;
  responses: Response[];
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document's nodes, read once, below.
type Node = any;

/** Resolves a reference to a component. */
function follow(node: Node): Node {
  if (typeof node?.$ref !== "string") return node;
  const parts: string[] = node.$ref.split("/").slice(1);
  return follow(parts.reduce((at: Node, part) => at?.[part], openapiDocument()));
}

function readContent(content: Node): Record<string, Media> {
  const entries = Object.entries<Node>(content ?? {}).map(([type, media]) => {
    const examples = Object.entries<Node>(media.examples ?? {}).map(
      ([name, example]) => [name, follow(example)] as const,
    );
    return [type, { ...media, examples: Object.fromEntries(examples) }] as const;
  });
  return Object.fromEntries(entries);
}

function readResponse(status: string, node: Node): Response {
  const { description, headers, content } = follow(node);
  const read = Object.entries<Node>(headers ?? {}).map(([name, header]) => ({
    ...follow(header),
    name,
  }));
  return { status, description, headers: read, content: readContent(content) };
}

function readOperation(node: Node, method: string, path: string | null): Operation {
  return {
    id: node.operationId,
    path,
    method: method.toUpperCase(),
    group: path === null ? "Webhooks" : node.tags[0],
    summary: node.summary,
    description: node.description ?? "",
    isDeprecated: node.deprecated === true,
    scope: node.security[0]?.key[0] ?? null,
    exactlyOneOf: node["x-exactly-one-of"] ?? [],
    parameters: (node.parameters ?? []).map(follow),
    body: readContent(node.requestBody?.content),
    responses: Object.entries(node.responses)
      .map(([status, response]) => readResponse(status, response))
      .sort((a, b) => Number(b.status === "2XX") - Number(a.status === "2XX")),
  };
}

function readOperations(): Operation[] {
  const { paths, webhooks }: Node = openapiDocument();
  const own = Object.entries<Node>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, node]) => readOperation(node, method, path)),
  );
  const requestTerms = Object.values<Node>(webhooks).map(({ post }) =>
    readOperation(post, "POST", null),
  );
  return [...own, ...requestTerms];
}

let read: Operation[] | undefined;

/** Returns all operations and webhook events. */
export function listOperations(): Operation[] {
  read ??= readOperations();
  return read;
}

export function serverUrl(): string {
  const { servers }: Node = openapiDocument();
  return servers[0].url;
}

export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

export function listGroups(operations = listOperations()): Group[] {
  const { tags }: Node = openapiDocument();
  const groups: { name: string; description: string }[] = [
    ...tags,
    { name: "Webhooks", description: "What is sent to callback URLs and webhook endpoints." },
  ];
  return groups
    .map((group) => ({ ...group, operations: operations.filter((it) => it.group === group.name) }))
    .filter((group) => group.operations.length > 0);
}

/** Returns the names of all schemas that have a page. */
export function listSchemas(): string[] {
  const { components }: Node = openapiDocument();
  return Object.keys(components.schemas).sort();
}

export function findSchema(name: string): Schema | undefined {
  const { components }: Node = openapiDocument();
  return Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined;
}

/** Returns the name of a schema that has a page. */
export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split("/").at(-1);
}

/** Resolves a reference to a schema. */
export function resolve(schema: Schema): Schema {
  return follow(schema);
}

function fieldNames(schema: Schema | undefined, depth = 0): string[] {
  if (!schema || depth > 6) return [];
  const { properties = {}, items, anyOf = [] } = resolve(schema);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      name,
      ...fieldNames(field, depth + 1),
    ]),
    ...fieldNames(items, depth + 1),
    ...anyOf.flatMap((option) => fieldNames(option, depth + 1)),
  ];
}

function textOf(operation: Operation): string {
  const { id, path, method, group, summary, description, parameters, body, responses } = operation;
  const responseTerms = responses.flatMap(({ content, headers }) => [
    ...Object.entries(content).flatMap(([, { schema, examples }]) => [
      ...fieldNames(schema),
      ...Object.keys(examples ?? {}),
    ]),
    ...headers.map(({ name }) => name),
  ]);
  const requestTerms = Object.values(body).flatMap(({ schema }) => fieldNames(schema));
  const terms = [id, path, method, group, summary, description];
  return [...terms, ...parameters.map(({ name }) => name), ...requestTerms, ...responseTerms]
    .join(" ")
    .toLowerCase();
}

let index: Map<Operation, string> | undefined;

/** Returns the operations that contain every term of the query. */
export function findOperations(query: string): Operation[] {
  index ??= new Map(listOperations().map((operation) => [operation, textOf(operation)]));
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = [...index].filter(([, text]) => terms.every((term) => text.includes(term)));
  return matches.map(([operation]) => operation);
}
