// Handles every API request, from a web Request to a reply.

import Negotiator from "negotiator";
import { z } from "zod";
import { currentCaller, currentRequestId, recordAccount, recordRoute } from "#core/caller";
import { type AccountContext, type Context, newContext, type StoredResponse } from "#core/context";
import { csvStream } from "#core/csv";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { appUrl } from "#core/env";
import { conflict, Problem, problemOf } from "#core/errors";
import {
  findStoredResponse,
  hashRequest,
  type IdempotencyKey,
  performOnce,
  runClaimed,
} from "#core/idempotency";
import { problemReply, toProblem } from "#core/problem";
import { countRequest } from "#core/rate-limit";
import { decodedSegment } from "#core/text";
import { requireActive, wasReset } from "#domain/accounts";
import { authenticate, recordKey, requireWriteScope } from "./authenticate";
import type { AnyInput, Endpoint, Method } from "./endpoint";
import { idempotencyKeyOf } from "./idempotency-key";
import { parseAs, queryOf, readJson, readUpload } from "./parse";
import { BASE, replyOf } from "./reply";

const [JSON_TYPE, CSV, PDF] = ["application/json", "text/csv", "application/pdf"] as const;
type Handler = (request: Request) => Promise<Reply>;

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

async function parseInput(endpoint: Endpoint, request: Request): Promise<AnyInput> {
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

interface Write {
  endpoint: Endpoint;
  ctx: AccountContext;
  input: AnyInput;
}

/** The response is ready before the effect, which commits the key with it. */
async function commitDraft({ endpoint, ctx, input }: Write, key: IdempotencyKey | null) {
  const draft = await endpoint.draft?.(ctx, input);
  const response = replyOf(endpoint, draft);
  await endpoint.run(key ? { ...ctx, claim: { ...key, response } } : ctx, input, draft);
  return response;
}

/** A repeated request does not get a secret that is shown only once. */
function withoutSecret({ secretField }: Endpoint, response: StoredResponse): StoredResponse {
  if (secretField === undefined) return response;
  return {
    ...response,
    body: JSON.stringify({ ...JSON.parse(response.body), [secretField]: null }),
  };
}

/** Commits the effect, its response and the key in one transaction. */
async function commit(write: Write, key: IdempotencyKey | null): Promise<StoredResponse> {
  const { endpoint, ctx, input } = write;
  if (endpoint.draft) return commitDraft(write, key);
  const prepared = await endpoint.prepare?.(ctx, input);
  return database().transaction((db) => {
    const inside = { ...ctx, db };
    const work = async () => replyOf(endpoint, await endpoint.run(inside, input, prepared));
    const repeated = (response: StoredResponse) => withoutSecret(endpoint, response);
    return key ? runClaimed(inside, key, work, repeated) : work();
  });
}

async function runWrite(write: Write, keyText: string | null): Promise<StoredResponse> {
  if (keyText === null) return commit(write, null);
  const { endpoint, ctx, input } = write;
  const requestHash = hashRequest(endpoint.method, endpoint.path, input);
  const key = { key: keyText, requestHash };
  // A repeated request needs no second download or image decoding.
  const earlier = endpoint.prepare ? await findStoredResponse(ctx, key) : null;
  const { response, isReplay } = earlier
    ? { response: earlier, isReplay: true }
    : await performOnce(ctx, key, () => commit(write, key));
  if (!isReplay) return response;
  const { status, headers, body } = response;
  return { status, headers: { ...headers, "x-idempotent-replay": "true" }, body };
}

export interface Reply extends Omit<StoredResponse, "body"> {
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** The media type that the client prefers of those that the endpoint has. */
function preferredType({ csv, pdf }: Endpoint, request: Request): string {
  const accept = request.headers.get("accept");
  if (accept === null) return JSON_TYPE;
  const types = [JSON_TYPE, ...(csv ? [CSV] : []), ...(pdf ? [PDF] : [])];
  return new Negotiator({ headers: { accept } }).mediaTypes(types)[0] ?? JSON_TYPE;
}

/** Reads the first page before the status is sent; an error on a later one aborts the response. */
async function replyCsv(endpoint: Endpoint, ctx: Context, input: AnyInput): Promise<Reply> {
  const read = (after: string | null) =>
    withDatabaseUse("export", async () => {
      const page = await endpoint.csv?.(ctx, input, after);
      if (!page) throw new Error(`${endpoint.operationId} has no CSV`);
      return page;
    });
  const headers = { "content-type": `${CSV}; charset=utf-8` };
  return { status: 200, headers, body: csvStream(ctx, await read(null), read) };
}

async function replyToRead(
  endpoint: Endpoint,
  request: Request,
  { ctx, input }: Omit<Write, "endpoint">,
): Promise<Reply> {
  const type = preferredType(endpoint, request);
  if (type === CSV) return replyCsv(endpoint, ctx, input);
  const result = await endpoint.run(ctx, input, undefined);
  if (type !== PDF || !endpoint.pdf) return replyOf(endpoint, result);
  const body = new Uint8Array(await endpoint.pdf(ctx, result));
  return { status: 200, headers: { "content-type": PDF }, body };
}

async function respond(endpoint: Endpoint, request: Request, ctx: Context): Promise<Reply> {
  if (endpoint.access === "public") {
    const counted = endpoint.countsCaller ? await countRequest(currentCaller(), "lookup") : {};
    const input = await parseInput(endpoint, request);
    if (endpoint.prepared) return endpoint.prepared();
    const reply = replyOf(endpoint, await endpoint.run(ctx, input, undefined));
    return { ...reply, headers: { ...reply.headers, ...counted } };
  }
  const holder = await authenticate(ctx, request);
  ctx.actor = holder.actor;
  recordAccount(holder.account);
  const limits = await countRequest(
    holder.actor.type === "key" ? holder.actor.id : "",
    endpoint.access,
  );
  requireActive(holder);
  if (endpoint.access === "write") requireWriteScope(holder);
  const key =
    endpoint.method === "POST" &&
    endpoint.access === "write" &&
    !endpoint.isUnkeyed &&
    idempotencyKeyOf(request);
  const input = await parseInput(endpoint, request);
  const reply =
    endpoint.access === "write"
      ? await runWrite({ endpoint, ctx: holder, input }, key || null).catch((error: unknown) =>
          explainReset(holder, error),
        )
      : await replyToRead(endpoint, request, { ctx: holder, input });
  return { ...reply, headers: { ...reply.headers, ...limits } };
}

/** The rows of a test account that is reset move away under a write. @throws conflict, or the error */
async function explainReset(ctx: AccountContext, error: unknown): Promise<never> {
  if (!(error instanceof Problem) && (await wasReset(ctx, ctx.account.id))) {
    throw conflict(
      "The test account was reset at the same time",
      "Nothing was changed. Send the request again.",
    );
  }
  throw error;
}

function handlerOf(endpoint: Endpoint): Handler {
  const use = endpoint.sale ? "sales" : "request";
  return (request) => {
    recordRoute(`${BASE}${endpoint.path}`);
    return withDatabaseUse(use, () => handle(endpoint, request));
  };
}

async function handle(endpoint: Endpoint, request: Request): Promise<Reply> {
  const ctx = newContext({ type: "public" });
  const { requestId } = ctx;
  let reply: Reply;
  try {
    const { status, headers, body } = await respond(endpoint, request, ctx);
    const common = { "x-request-id": requestId, "cache-control": "no-store" };
    reply = { status, headers: { ...common, ...headers }, body };
  } catch (error) {
    reply = problemReply(toProblem(error, ctx.log), requestId);
  }
  recordKey(ctx);
  return reply;
}

function refusal(makeProblem: (request: Request) => Problem): Handler {
  return async (request) => problemReply(makeProblem(request), currentRequestId());
}

const MAX_PATH_LENGTH = 200;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Routes = Record<(typeof METHODS)[number], Handler>;

/** The handlers of one path. Methods without an endpoint get a 405 with `Allow`. */
export function route(...endpoints: [Endpoint, ...Endpoint[]]): Routes {
  const methods: Method[] = endpoints.map((endpoint) => endpoint.method);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const detail = `This path takes ${allow}.`;
  const notAllowed = refusal(
    () => new Problem("method-not-allowed", { detail, headers: { allow } }),
  );
  const options: Handler = async () => {
    return { status: 204, headers: { allow, "x-request-id": currentRequestId() }, body: "" };
  };
  const handlers = METHODS.map((method) => {
    const own = endpoints.find((endpoint) => endpoint.method === method);
    return [method, own ? handlerOf(own) : method === "OPTIONS" ? options : notAllowed];
  });
  return Object.fromEntries(handlers) as Routes;
}

/** `isPath` tells if a path has endpoints. */
export function routeNotFound(isPath: (path: string) => boolean): Routes {
  const handler = refusal(({ url }) => {
    const path = new URL(url).pathname.slice(0, MAX_PATH_LENGTH);
    const bare = path.replace(/\/+$/, "");
    const detail = isPath(bare)
      ? `Use ${bare}, without the slash at the end.`
      : `No operation has the path ${path}. ${appUrl()}/docs/reference lists them all.`;
    return new Problem("not-found", { title: "Could not find this path", detail });
  });
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Routes;
}
