// The OpenAPI document as prepared bytes: whoever asks for it costs no more than sending them.
import type http from "node:http";
import { openapiAnswer } from "#rest/openapi";
import { Representation, sendRepresentation } from "./representation";

const ADDRESS = "/v1/openapi.json";

let prepared: Representation | undefined;

function prepare(): Representation {
  const { status, headers, body } = openapiAnswer();
  const source = { status, headers, body: Buffer.from(body) };
  return new Representation({ ...source, encoding: "identity", isCompressible: true });
}

/** Whether it is the document that is asked for; with a query, the API itself answers. */
export function isOpenapiRequest({ method, url }: http.IncomingMessage): boolean {
  return url === ADDRESS && (method === "GET" || method === "HEAD");
}

/** Sends the document. */
export function sendOpenapi(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  prepared ??= prepare();
  return sendRepresentation(req, res, prepared);
}
