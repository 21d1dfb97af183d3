import type http from "node:http";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { currentRequestId } from "#core/caller";
import { invalid } from "#core/errors";
import { log } from "#core/log";
import { problemResponse, toProblem } from "#core/problem";
import { serveForm } from "./forms";
import type { Reply } from "./handle";
import { serveModule } from "./module-addresses";
import { replyTo, responseOf } from "./serve";

/** Handles requests whose Host header and path are not a valid address. */
function rejectRequest(error: unknown): Response {
  const unreadable = error instanceof RequestError;
  const failure = unreadable
    ? invalid("url", "must be an address made of the Host header and the path")
    : error;
  const requestId = currentRequestId();
  return problemResponse(toProblem(failure, log.child({ requestId })), requestId);
}

const options = { overrideGlobalObjects: false, errorHandler: rejectRequest };

type Sendable = Reply & { body: string };

/** With the bytes that a web Response would have: headers sorted, and Content-Length last. */
function send(outgoing: http.ServerResponse, { status, headers, body }: Sendable): void {
  const sorted: http.OutgoingHttpHeaders = {};
  for (const name of Object.keys(headers).sort()) sorted[name] = headers[name];
  if (body !== "") sorted["content-length"] = Buffer.byteLength(body);
  outgoing.writeHead(status, sorted);
  outgoing.end(body === "" ? undefined : body);
}

/** Text is sent without a web Response, which costs as much as the rest of the handler. */
async function serveApi(request: Request, { outgoing }: HttpBindings): Promise<Response> {
  const reply = await replyTo(request);
  const { body } = reply;
  if (typeof body !== "string" || request.method === "HEAD") return responseOf(request, reply);
  send(outgoing, { ...reply, body });
  return RESPONSE_ALREADY_SENT;
}

/** Handles requests below /v1. */
export const listener = getRequestListener(
  (request, bindings) => serveApi(request, bindings as HttpBindings),
  options,
);

/** Handles the forms and payment webhooks of a sale. */
export const formListener = getRequestListener(serveForm, options);

/** Handles requests to the addresses of modules. */
export const moduleListener = getRequestListener(serveModule, options);
