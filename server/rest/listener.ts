import { getRequestListener, RequestError } from "@hono/node-server";
import { currentRequestId } from "#core/caller";
import { invalid } from "#core/errors";
import { log } from "#core/log";
import { problemResponse, toProblem } from "#core/problem";
import { serveForm } from "./forms";
import { serve } from "./serve";

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

/** Handles requests below /v1. */
export const listener = getRequestListener(serve, options);

/** Handles the forms and payment webhooks of a sale. */
export const formListener = getRequestListener(serveForm, options);
