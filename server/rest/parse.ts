import type { z } from "zod";
import { type FieldFault, fieldErrorsOf, invalid, Problem, problemOf } from "#core/errors";
import { issueMessage } from "#core/issue-message";
import { requireModestJson } from "#core/json";
import type { Upload, UploadLimits } from "./endpoint";

const MAX_BODY_BYTES = 1024 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a value. @throws invalid-parameters naming every invalid field */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value, { error: issueMessage, reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, root));
}

const MAX_PARAMETERS = 50;

/** @throws invalid-parameters naming repeated parameters */
export function queryOf({ searchParams }: URL): Record<string, string> {
  if (searchParams.size > MAX_PARAMETERS) {
    throw invalid("query", `must have at most ${MAX_PARAMETERS} parameters`, "too-large");
  }
  const query = new Map<string, string>();
  const faults: FieldFault[] = [];
  for (const [field, value] of searchParams) {
    if (query.has(field)) {
      faults.push({ field, message: "is given more than once", code: "repeated" });
    }
    query.set(field, value);
  }
  if (faults.length > 0) throw problemOf(faults);
  return Object.fromEntries(query);
}

/** A body that is not complete has no response that a client could read. */
async function bytesOf(request: Request): Promise<Buffer> {
  try {
    return Buffer.from(await request.arrayBuffer());
  } catch {
    throw invalid("body", "did not arrive completely", "malformed");
  }
}

/** @throws payload-too-large as soon as there are more than `maxBytes` */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem("payload-too-large", { detail: `The body can have at most ${maxBytes} bytes.` });
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  // The HTTP server enforces content-length, so bytes are counted only without it.
  if (length !== null) return bytesOf(request);
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

/** Undefined if there is no body. @throws unsupported-media-type, invalid-parameters */
export async function readJson(request: Request, maxFields?: number): Promise<unknown> {
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return undefined;
  if (contentTypeOf(request) !== "application/json") {
    throw new Problem("unsupported-media-type", {
      detail: "Send the body as JSON, with the header Content-Type: application/json.",
    });
  }
  try {
    const text = utf8.decode(bytes);
    requireModestJson(text, "body", maxFields);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = error instanceof Error ? error.message : "unreadable";
    throw invalid("body", `must be JSON: ${reason}`, "malformed");
  }
}
