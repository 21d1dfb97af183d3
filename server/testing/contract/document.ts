// The published OpenAPI document, parsed for tests.

/** A JSON Schema as the document contains it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required: boolean;
  schema: Schema;
}

export interface ResponseDescription {
  /** All descriptions of the operation, as one text. */
  text: string;
  /** Headers by lower-case name. */
  headers: Map<string, { required: boolean; schema: string | undefined }>;
  /** Content type → JSON pointer to its schema, if any. */
  content: Map<string, string | undefined>;
}

export interface Operation {
  /** "POST /orders" */
  name: string;
  operationId: string;
  method: string;
  path: string;
  isPublic: boolean;
  isDeprecated: boolean;
  parameters: Parameter[];
  /** Content type → schema of the body. */
  bodies: Map<string, Schema | undefined>;
  responses: Map<number, ResponseDescription>;
}

export interface ApiDocument {
  /** The document as fetched. */
  raw: object;
  /** Path of the server URL: "/v1". */
  base: string;
  operations: Operation[];
  /** Operations for a request path on any server; null if no path matches. */
  operationsAt(pathname: string): Operation[] | null;
  /** Resolves a schema that is a reference. */
  follow(schema: Schema): Schema;
}

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (part: string) => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** A node of the document with its JSON pointer; resolves references. */
class Node {
  readonly pointer: string;
  readonly value: Json;
  readonly #root: Json;

  constructor(root: Json, pointer: string) {
    let at: unknown = root;
    for (const part of pointer.split("/").slice(1)) {
      at = isObject(at) || Array.isArray(at) ? (at as Json)[unescaped(part)] : undefined;
    }
    const ref = isObject(at) ? at["$ref"] : undefined;
    const target = typeof ref === "string" ? new Node(root, ref.replace(/^#/, "")) : null;
    this.#root = root;
    this.pointer = target?.pointer ?? pointer;
    this.value = target?.value ?? (isObject(at) || Array.isArray(at) ? (at as Json) : {});
  }

  child(...parts: string[]): Node {
    return new Node(this.#root, [this.pointer, ...parts.map(escaped)].join("/"));
  }

  /** Members of an object, with their names. */
  entries(name: string): [string, Node][] {
    const node = this.child(name);
    return Object.keys(node.value).map((key) => [key, node.child(key)]);
  }

  schemaPointer(): string | undefined {
    return "schema" in this.value ? `${this.pointer}/schema` : undefined;
  }
}

function readParameter({ value }: Node): Parameter {
  const { in: place, name, required, schema } = value;
  return {
    in: place as Parameter["in"],
    name: String(name),
    required: required === true,
    schema: (schema ?? {}) as Schema,
  };
}

function readResponse(node: Node): ResponseDescription {
  const headers = node.entries("headers").map(([name, header]) => {
    const required = header.value["required"] === true;
    return [name.toLowerCase(), { required, schema: header.schemaPointer() }] as const;
  });
  const content = node
    .entries("content")
    .map(([type, media]) => [type, media.schemaPointer()] as const);
  return { text: JSON.stringify(node.value), headers: new Map(headers), content: new Map(content) };
}

function readOperation(item: Node, path: string, method: string): Operation {
  const node = item.child(method);
  const parameters = [...item.entries("parameters"), ...node.entries("parameters")];
  const security = node.value["security"];
  return {
    name: `${method.toUpperCase()} ${path}`,
    operationId: String(node.value["operationId"]),
    method: method.toUpperCase(),
    path,
    isPublic: Array.isArray(security) && security.length === 0,
    isDeprecated: node.value["deprecated"] === true,
    parameters: parameters.map(([, parameter]) => readParameter(parameter)),
    bodies: new Map(
      node
        .child("requestBody")
        .entries("content")
        .map(([type, media]) => [type, media.value["schema"] as Schema | undefined]),
    ),
    responses: new Map(
      node
        .entries("responses")
        .map(([status, response]) => [Number(status), readResponse(response)]),
    ),
  };
}

/** Regular expression for a path template; a parameter matches anything between two slashes. */
function patternOf(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

const METHODS = /^(get|put|post|delete|patch|head|options|trace)$/;

/** Parses a document that was fetched from the API. */
export function readDocument(raw: object): ApiDocument {
  const root = new Node(raw as Json, "");
  const base = new URL(String(root.child("servers", "0").value["url"])).pathname;
  const paths = root.entries("paths").map(([path, item]) => ({
    // Literal paths take precedence over parameters.
    isLiteral: !path.includes("{"),
    pattern: patternOf(path),
    operations: Object.keys(item.value)
      .filter((name) => METHODS.test(name))
      .map((method) => readOperation(item, path, method)),
  }));
  const ordered = paths.toSorted((a, b) => Number(b.isLiteral) - Number(a.isLiteral));
  return {
    raw,
    base,
    operations: paths.flatMap(({ operations }) => operations),
    operationsAt(pathname) {
      if (!pathname.startsWith(base)) return null;
      const below = pathname.slice(base.length);
      return ordered.find(({ pattern }) => pattern.test(below))?.operations ?? null;
    },
    follow(schema) {
      if (schema.$ref === undefined) return schema;
      return new Node(raw as Json, schema.$ref.replace(/^#/, "")).value as Schema;
    },
  };
}
