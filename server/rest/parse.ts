import type { z } from "zod";
import { fieldErrorsOf, invalid, Problem } from "#core/errors";
import type { Upload, UploadLimits } from "./endpoint";

const MAX_BODY_BYTES = 1024 * 1024;

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
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

/** A message for people, such as "must be at least 1". */
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

/** Parses a value. @throws invalid-parameters naming every invalid field */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value, { error: message, reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, root));
}

/** Repeated parameters become a list, which no schema accepts. */
export function queryOf(url: URL): Record<string, string | string[]> {
  const names = [...new Set(url.searchParams.keys())];
  const query = names.map((name): [string, string | string[]] => {
    const [first = "", ...more] = url.searchParams.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(query);
}

/** @throws payload-too-large as soon as there are more than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem("payload-too-large", { detail: `The body can have at most ${maxBytes} bytes.` });
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  // The HTTP server enforces content-length, so bytes are counted only without it.
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

function contentTypeOf(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

/** @throws unsupported-media-type, payload-too-large, invalid `body` */
export async function readUpload(request: Request, limits: UploadLimits): Promise<Upload> {
  const contentType = contentTypeOf(request);
  if (contentType === undefined || !limits.contentTypes.includes(contentType)) {
    throw new Problem("unsupported-media-type", {
      detail: `Send the file with a Content-Type of ${limits.contentTypes.join(", ")}.`,
    });
  }
  const bytes = await readBody(request, limits.maxBytes);
  if (bytes.length === 0) throw invalid("body", "is required", "required");
  return { contentType, bytes };
}

/** Undefined if there is no body. @throws unsupported-media-type, invalid `body` */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return undefined;
  if (contentTypeOf(request) !== "application/json") {
    throw new Problem("unsupported-media-type", {
      detail: "Send the body as JSON, with the header Content-Type: application/json.",
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    throw invalid("body", `must be JSON: ${reason}`, "malformed");
  }
}
