// The API as a listener of Node's own HTTP server.
import { getRequestListener, RequestError } from "@hono/node-server";
import { currentRequestId } from "#core/caller";
import { invalid } from "#core/errors";
import { log } from "#core/log";
import { problemResponse, toProblem } from "#core/problem";
import { serveForm } from "./forms";
import { serve } from "./serve";

/** What comes before the API's own handling: a Host header and a path that make no address. */
function refuseRequest(error: unknown): Response {
  const unreadable = error instanceof RequestError;
  const failure = unreadable
    ? invalid("url", "must be an address, of Host header and path")
    : error;
  const requestId = currentRequestId();
  return problemResponse(toProblem(failure, log.child({ requestId })), requestId);
}

const options = { overrideGlobalObjects: false, errorHandler: refuseRequest };

/** Answers requests below /v1. */
export const listener = getRequestListener(serve, options);

/** Answers the forms and notices of a sale. */
export const formListener = getRequestListener(serveForm, options);
