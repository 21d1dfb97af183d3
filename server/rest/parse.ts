import { z } from "zod";
import { type FieldFault, fieldErrorsOf, invalid, Problem, problemOf } from "#core/errors";
import { issueMessage } from "#core/issue-message";
import { requireModestJson } from "#core/json";
import { decodedSegment } from "#core/text";
import { type AnyInput, BASE, type Endpoint, type Upload, type UploadLimits } from "./endpoint";

const MAX_BODY_BYTES = 1024 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a value. @throws invalid-parameters naming every invalid field */
function parseAs<T>(schema: z.ZodType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value, { error: issueMessage, reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, root));
}

const MAX_PARAMETERS = 50;

/** @throws invalid-parameters naming repeated parameters */
function queryOf({ searchParams }: URL): Record<string, string> {
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
async function readUpload(request: Request, limits: UploadLimits): Promise<Upload> {
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

export const MAX_KEY_LENGTH = 512;

/** @throws invalid if the header is blank; idempotency-key-too-long */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  // Usually an unset shell variable. The caller believes to be protected, so don't ignore it.
  if (key.trim() === "") throw invalid("Idempotency-Key", "must not be blank", "required");
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw new Problem("idempotency-key-too-long", {
    detail: `An idempotency key can have at most ${MAX_KEY_LENGTH} characters.`,
  });
}

/** Replaces NUL, which PostgreSQL rejects, so that the object is not found. */
function paramsOf(endpoint: Endpoint, url: URL): Record<string, string> {
  const given = url.pathname.slice(BASE.length).split("/");
  const params: Record<string, string> = {};
  for (const [place, name] of endpoint.path.split("/").entries()) {
    if (!name.startsWith("{")) continue;
    params[name.slice(1, -1)] = decodedSegment(given[place] ?? "");
  }
  return params;
}

async function readBodyOf(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (endpoint.upload) return readUpload(request, endpoint.upload);
  const reads = endpoint.method === "GET" || endpoint.method === "DELETE";
  const json = reads ? undefined : await readJson(request, endpoint.maxFields);
  if (endpoint.body && json === undefined && !request.headers.has("content-type")) {
    throw new Problem("unsupported-media-type", {
      detail: "Send a JSON body with the header Content-Type: application/json.",
    });
  }
  if (!endpoint.body && json !== undefined) rejectFields(json);
  return endpoint.body && parseAs(endpoint.body, json, "body");
}

const noQuery = z.strictObject({});

/** GET requests reject unknown parameters. */
function parseQuery({ query, method }: Endpoint, url: URL): unknown {
  if (!query && method !== "GET") return undefined;
  return parseAs(query ?? noQuery, queryOf(url), "query");
}

/** Reads what the endpoint takes. @throws problems naming every invalid field */
export async function parseInput(endpoint: Endpoint, request: Request): Promise<AnyInput> {
  const url = new URL(request.url);
  const query = parseQuery(endpoint, url);
  const body = await readBodyOf(endpoint, request);
  const subaccountId = endpoint.subaccount
    ? request.headers.get("x-subaccount-id")?.trim() || null
    : null;
  return { params: paramsOf(endpoint, url), query, body, subaccountId };
}

/** Some clients send an empty object if no body is expected. */
function rejectFields(json: unknown): void {
  if (json === null) return;
  const fields = typeof json === "object" ? Object.keys(json) : ["body"];
  if (fields.length === 0) return;
  throw problemOf(
    fields.map((field) => ({ field, message: "is not a known field", code: "unknown-field" })),
  );
}
