// Reads a request's parts and holds them against the endpoint's schemas, naming each bad field.
import type { z } from "zod";
import { type FieldErrors, invalid, Problem } from "#core/errors";

const MAX_BODY_BYTES = 1024 * 1024;

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

function sizeMessage(issue: RawIssue): string {
  const { origin } = issue as { origin?: string };
  const letters = origin === "string" ? " characters" : "";
  if (issue.code === "too_small") {
    const verb = letters
      ? "must have at least"
      : issue.inclusive
        ? "must be at least"
        : "must be greater than";
    return `${verb} ${issue.minimum}${letters}`;
  }
  const { maximum } = issue as { maximum?: number };
  return `${letters ? "must have" : "must be"} at most ${maximum}${letters}`;
}

/** What is wrong with a value, for people: "must be at least 1". */
function message(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return "is required";
      return `must be ${kinds[String(issue.expected)] ?? issue.expected}`;
    }
    case "too_small":
    case "too_big":
      return sizeMessage(issue);
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be one of ${issue.values?.join(", ")}`;
    case "invalid_format":
      return `must be a valid ${issue.format === "regex" ? "value" : issue.format}`;
    default:
      return undefined;
  }
}

function addIssue(errors: FieldErrors, root: string, issue: z.core.$ZodIssue): void {
  const add = (field: string, text: string) => {
    errors[field] = [...(errors[field] ?? []), text];
  };
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) add([...path, key].join("."), "is not a known field");
  } else {
    add(path.join(".") || root, issue.message);
  }
}

/** The value as the schema wants it. @throws invalid-parameters naming every bad field */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value, { error: message });
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) addIssue(errors, root, issue);
  throw new Problem("invalid-parameters", { errors });
}

/** The query's parameters; one given twice becomes a list, which no schema accepts. */
export function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length === 1 && values[0] !== undefined ? values[0] : values;
  }
  return query;
}

/** The body's bytes. @throws payload-too-large as soon as there are more than `maxBytes` */
async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem("payload-too-large", { detail: `The body may have at most ${maxBytes} bytes.` });
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  // The server below holds a body to the length it announces; only without one are bytes counted.
  if (length !== null) return Buffer.from(await request.arrayBuffer());
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The JSON body, or undefined where there is none. @throws unsupported-media-type, invalid `body` */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new Problem("unsupported-media-type", {
      detail: "Send the body as JSON, with the header Content-Type: application/json.",
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text);
  } catch (error) {
    throw invalid("body", `must be JSON: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}
