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

export interface Answer {
  status: string;
  description: string;
  headers: Parameter[];
  content: Record<string, Media>;
}

export interface Operation {
  id: string;
  /** Null: it is a callback, which the product itself sends. */
  path: string | null;
  method: string;
  group: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** What a key must be for; null where none is needed. */
  scope: string | null;
  parameters: Parameter[];
  body: Record<string, Media>;
  answers: Answer[];
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document's nodes, read once, below.
type Node = any;

/** The node, or the component that it refers to. */
function follow(node: Node): Node {
  if (typeof node?.$ref !== "string") return node;
  const parts: string[] = node.$ref.split("/").slice(1);
  return follow(parts.reduce((found: Node, part) => found?.[part], openapiDocument()));
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

function readAnswer(status: string, node: Node): Answer {
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
    parameters: (node.parameters ?? []).map(follow),
    body: readContent(node.requestBody?.content),
    answers: Object.entries(node.responses)
      .map(([status, answer]) => readAnswer(status, answer))
      .sort((a, b) => Number(b.status === "2XX") - Number(a.status === "2XX")),
  };
}

function readOperations(): Operation[] {
  const { paths, webhooks }: Node = openapiDocument();
  const own = Object.entries<Node>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, node]) => readOperation(node, method, path)),
  );
  const sent = Object.values<Node>(webhooks).map(({ post }) => readOperation(post, "POST", null));
  return [...own, ...sent];
}

let read: Operation[] | undefined;

/** All operations, and the callbacks. */
export function listOperations(): Operation[] {
  read ??= readOperations();
  return read;
}

/** The address below which the paths are: https://…/v1. */
export function serverUrl(): string {
  const { servers }: Node = openapiDocument();
  return servers[0].url;
}

export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

/** The operations in their groups. */
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

/** The names of all schemas that have a page. */
export function listSchemas(): string[] {
  const { components }: Node = openapiDocument();
  return Object.keys(components.schemas).sort();
}

/** A schema by its name; undefined where there is none. */
export function findSchema(name: string): Schema | undefined {
  const { components }: Node = openapiDocument();
  return Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined;
}

/** The name under which a schema has a page, if it has one. */
export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split("/").at(-1);
}

/** The schema itself where it is a reference to one. */
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
  const { id, path, method, group, summary, description, parameters, body, answers } = operation;
  const answered = answers.flatMap(({ content, headers }) => [
    ...Object.entries(content).flatMap(([, { schema, examples }]) => [
      ...fieldNames(schema),
      ...Object.keys(examples ?? {}),
    ]),
    ...headers.map(({ name }) => name),
  ]);
  const sent = Object.values(body).flatMap(({ schema }) => fieldNames(schema));
  const words = [id, path, method, group, summary, description];
  return [...words, ...parameters.map(({ name }) => name), ...sent, ...answered]
    .join(" ")
    .toLowerCase();
}

let texts: Map<Operation, string> | undefined;

/** The operations that have every word of the query somewhere; all where it has no word. */
export function findOperations(query: string): Operation[] {
  texts ??= new Map(listOperations().map((operation) => [operation, textOf(operation)]));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = [...texts].filter(([, text]) => words.every((word) => text.includes(word)));
  return matches.map(([operation]) => operation);
}
