// The OpenAPI document as prepared bytes: whoever asks for it costs no more than sending them.
import type http from "node:http";
import { openapiAnswer } from "#rest/openapi";
import { Representation, sendRepresentation } from "./representation";
import { isRead } from "./request-head";

const ADDRESS = "/v1/openapi.json";

let prepared: Representation | undefined;

/** Makes the document, which takes some 200 ms: at the start, so that no request waits for it. */
export function prepareOpenapi(): Representation {
  if (prepared) return prepared;
  const { status, headers, body } = openapiAnswer();
  prepared = new Representation({ status, headers, body: Buffer.from(body), isCompressible: true });
  return prepared;
}

/** Whether it is the document that is asked for; with a query, the API itself answers. */
export function isOpenapiRequest(req: http.IncomingMessage): boolean {
  return req.url === ADDRESS && isRead(req);
}

/** Sends the document. */
export function sendOpenapi(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  return sendRepresentation(req, res, prepareOpenapi());
}
