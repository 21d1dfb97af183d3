// What zod says of schemas, made fit for publishing.

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

/** Calls `visit` for every object below `value`, following references; each once. */
function visitAll(root: Json, value: unknown, visit: (node: Json) => void, seen = new Set<Json>()) {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  visit(value);
  const { $ref } = value;
  if (typeof $ref === "string") {
    const target = $ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), root);
    visitAll(root, target, visit, seen);
  }
  for (const [name, inner] of Object.entries(value)) {
    // Examples are values, whatever they look like.
    if (name !== "example" && name !== "examples") visitAll(root, inner, visit, seen);
  }
}

/** The parts of the document that describe what callers send. */
function requestsOf(document: Json): unknown[] {
  const operations = Object.values((document["paths"] ?? {}) as Json).flatMap((item) =>
    Object.values(item as Json),
  );
  return operations.map((operation) => (operation as Json)["requestBody"]);
}

/**
 * Opens every schema of what is answered or called back: fields are added in time, and a client
 * that validates must not break by it. Bodies of requests stay closed, since unknown fields are
 * refused.
 */
export function openAnswers<Document extends object>(document: Document): Document {
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

/** Takes out what zod adds without being asked: the bounds of exact integers, a date's pattern. */
export function withoutNoise({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as Json;
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  if (schema["format"] === "date-time") delete schema["pattern"];
}
