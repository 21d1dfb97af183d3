// Handles the requests of an endpoint: authenticates, counts, parses, runs and replies.
import Negotiator from "negotiator";
import { currentCaller, currentRequest, recordAccount, recordRoute } from "#core/caller";
import { type AccountContext, type Context, newContext, type StoredResponse } from "#core/context";
import { csvStream } from "#core/csv";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { appUrl, env } from "#core/env";
import { conflict, forbidden, Problem } from "#core/errors";
import {
  findStoredResponse,
  hashRequest,
  type IdempotencyKey,
  performOnce,
  runClaimed,
} from "#core/idempotency";
import { problemReply, toProblem } from "#core/problem";
import { countRequest } from "#core/rate-limit";
import { authenticateKey, requireActive, wasReset } from "#domain/accounts";
import { type AnyInput, BASE, type Endpoint } from "./endpoint";
import { idempotencyKeyOf, parseInput } from "./parse";

const [JSON_TYPE, CSV, PDF] = ["application/json", "text/csv", "application/pdf"] as const;
export type Handler = (request: Request) => Promise<Reply>;

const SUNSET_YEARS = 2;

/** The first day on which a deprecated operation may be gone. */
function sunsetOf({ since }: { since: string }): Date {
  const day = new Date(since);
  day.setUTCFullYear(day.getUTCFullYear() + SUNSET_YEARS);
  return day;
}

/** Headers of RFC 9745 and RFC 8594. */
function deprecationHeaders(deprecated: { since: string; successor: string }) {
  const links = [
    `<${appUrl()}${BASE}${deprecated.successor}>; rel="successor-version"`,
    `<${appUrl()}/docs/go-live#deprecations>; rel="deprecation"; type="text/html"`,
  ];
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    sunset: sunsetOf(deprecated).toUTCString(),
    link: links.join(", "),
  };
}

function replyOf(endpoint: Endpoint, result: unknown): StoredResponse {
  const status = endpoint.status ?? 200;
  if (status === 204) return { status, headers: {}, body: "" };
  const resource = endpoint.present(result);
  if (env.NODE_ENV === "test") endpoint.resource.parse(resource);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (endpoint.deprecated) Object.assign(headers, deprecationHeaders(endpoint.deprecated));
  if (endpoint.location) {
    const path = endpoint.location(resource as Record<string, unknown>);
    headers["location"] = `${appUrl()}${BASE}${path}`;
  }
  return { status, headers, body: JSON.stringify(resource) };
}

/** Adds the key's account to the context. @throws unauthorized */
export async function authenticate(ctx: Context, request: Request): Promise<AccountContext> {
  const header = request.headers.get("authorization") ?? "";
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const holder = token === undefined ? null : await authenticateKey(ctx, token);
  if (!holder) throw new Problem("unauthorized");
  const { keyId, scope, spendingLimitId, account } = holder;
  const actor = { type: "key", id: keyId, scope, spendingLimitId } as const;
  return { ...ctx, actor, account };
}

/** @throws forbidden if the key can only read */
function requireWriteScope(ctx: AccountContext): void {
  if (ctx.actor.type === "key" && ctx.actor.scope === "write") return;
  throw forbidden("This key can only read", "Use a key with the scope `write`.");
}

/** For the access log, see server/http/request-records.ts. */
export function recordKey({ actor }: Context): void {
  const request = currentRequest();
  if (request && actor.type === "key") request.keyId = actor.id;
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

export function handlerOf(endpoint: Endpoint): Handler {
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
