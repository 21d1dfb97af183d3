// The MCP server: the API's tools for AI agents, as Streamable HTTP without sessions.
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { readBuild } from "#core/build";
import { recordAccount, recordRoute } from "#core/caller";
import { newContext } from "#core/context";
import { appUrl } from "#core/env";
import { forbidden, invalid, Problem } from "#core/errors";
import { problemResponse, toProblem } from "#core/problem";
import { countRequest } from "#core/rate-limit";
import { requireActive } from "#domain/accounts";
import type { Api } from "#modules/module";
import { authenticate, recordKey } from "#rest/handle";
import { readJson } from "#rest/parse";
import { callTool, toolsOf } from "./tools";

const ROUTE = "/mcp";

const instructions =
  "Sells carbon credits by the kilogram of CO2e. Quote first, have the user confirm the price, then " +
  "place the order with a new idempotency_key. Prices are whole numbers in minor units of " +
  "`currency`, such as cents; those in `_usd_cents` are US cents. With a test key nothing is " +
  "charged or retired. Never call credits retired unless registry_status is `retired`.";

/** A server has the key of one caller, so it lives for one request. */
function handlerFor(api: Api) {
  const { version } = readBuild();
  const info = { name: "carbon-till", title: "Carbon Till", version };
  const tools = toolsOf(api);
  return createMcpHandler(({ requestInfo }) => {
    const authorization = requestInfo?.headers.get("authorization") ?? "";
    const server = new Server(info, { capabilities: { tools: {} }, instructions });
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }) => {
      const result = await callTool(api, { name, args, authorization });
      if (result) return result;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool is named ${name}`);
    });
    return server;
  });
}

/** Web pages have no business here; a browser whose DNS was rebound sends their origin. */
function requireNoPage(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || origin === new URL(appUrl()).origin) return;
  throw forbidden("Requests from other web pages are refused");
}

/** @throws invalid for batches, whose calls would count as one request, and streams */
async function readMessage(request: Request): Promise<unknown> {
  const message = await readJson(request);
  if (Array.isArray(message)) throw invalid("body", "must be one message, not a batch");
  const method = (message as { method?: unknown } | undefined)?.method;
  if (method === "subscriptions/listen") throw invalid("body", "subscriptions are not offered");
  return message;
}

async function serve(request: Request, handler: ReturnType<typeof handlerFor>): Promise<Response> {
  recordRoute(ROUTE);
  const ctx = newContext({ type: "public" });
  try {
    requireNoPage(request);
    if (request.method !== "POST") {
      throw new Problem("method-not-allowed", { headers: { allow: "POST" } });
    }
    const holder = await authenticate(ctx, request);
    ctx.actor = holder.actor;
    recordAccount(holder.account);
    const { actor } = holder;
    const limits = await countRequest(actor.type === "key" ? actor.id : "", "read");
    requireActive(holder);
    const response = await handler.fetch(request, { parsedBody: await readMessage(request) });
    // Clients of earlier revisions get a stream of one event, which is the whole response.
    const body = await response.text();
    const headers = new Headers(response.headers);
    const own = { "cache-control": "no-store", "x-request-id": ctx.requestId, ...limits };
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return new Response(body === "" ? null : body, { status: response.status, headers });
  } catch (error) {
    return problemResponse(toProblem(error, ctx.log), ctx.requestId);
  } finally {
    recordKey(ctx);
    recordRoute(ROUTE);
  }
}

/** Returns the handler of requests to `/mcp`. */
export function openMcp(api: Api): (request: Request) => Promise<Response> {
  const handler = handlerFor(api);
  return (request) => serve(request, handler);
}
