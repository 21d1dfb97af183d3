// Requirements on the response to any request.
import type { ApiDocument, Operation, Schema } from "#testing/contract/document";

export interface Sent {
  method: string;
  pathname: string;
  query: URLSearchParams;
  headers: Headers;
  body: Uint8Array | null;
  /** True if the key has the write scope. */
  mayWrite: boolean;
}

export interface Received {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** Dotted names of all fields in a schema; list entries are `#`. */
function knownFields(document: ApiDocument, given: Schema, prefix = "", depth = 0): string[] {
  const schema = document.follow(given);
  const at = (name: string) => (prefix === "" ? name : `${prefix}.${name}`);
  const inner = (name: string, one: Schema) =>
    depth > 6 ? [] : [at(name), ...knownFields(document, one, at(name), depth + 1)];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => inner(name, one)),
    ...(schema.items ? inner("#", schema.items) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) =>
      knownFields(document, one, prefix, depth + 1),
    ),
  ];
}

/** Dotted names of all fields in a value, except in the deepest of nested lists. */
function sentFields(value: unknown, prefix = "", depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > 6) return [];
  return Object.keys(value).flatMap((key) => {
    const name = depth === 0 ? key : `${prefix}.${key}`;
    return [name, ...sentFields((value as Record<string, unknown>)[key], name, depth + 1)];
  });
}

function parsed(body: Uint8Array | null): unknown {
  try {
    return body && JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

/** Checks that a 400 names fields that the caller knows: from the document, or from the request. */
function fieldFaults(document: ApiDocument, operation: Operation, sent: Sent, named: string[]) {
  const schema = operation.bodies.get("application/json");
  const known = new Set([
    "body",
    ...operation.parameters.map(({ name }) => name),
    ...(schema ? knownFields(document, schema) : []),
    ...sent.query.keys(),
    ...sentFields(parsed(sent.body)),
  ]);
  return named
    .filter((name) => !known.has(name) && !known.has(name.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, "#")))
    .map(
      (name) =>
        `it names the field ${JSON.stringify(name)}, which is neither documented nor in the request`,
    );
}

/** Faults of the response beyond its schema. */
export function responseFaults(document: ApiDocument, sent: Sent, got: Received): string[] {
  const { status, body } = got;
  const faults = status >= 500 ? [`the status is ${status}`] : [];
  const operation = document
    .operationsAt(sent.pathname)
    ?.find((one) => one.method === sent.method.replace("HEAD", "GET"));
  if (!operation) return faults;
  const problem = (status === 400 && parsed(body)) as { type?: string; errors?: object } | null;
  const slug = problem?.type?.split("/").at(-1);
  if (slug === "invalid-parameters") {
    faults.push(...fieldFaults(document, operation, sent, Object.keys(problem?.errors ?? {})));
  }
  const longest = operation.parameters.find((it) => /^idempotency-key$/i.test(it.name))?.schema
    .maxLength;
  const key = sent.headers.get("idempotency-key") ?? "";
  if (longest !== undefined && key.length > longest && sent.mayWrite) {
    if (slug !== "idempotency-key-too-long")
      faults.push("an idempotency key that is too long was accepted");
  }
  return faults;
}
