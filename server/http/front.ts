// The HTTP server that the world reaches: the API and the forms of sales here, pages elsewhere.
import type http from "node:http";
import { appUrl, env } from "#core/env";
import { commonHeaders } from "#core/page-headers";
import { isForm } from "#rest/forms";
import { listener as answerApi, formListener as answerForm } from "#rest/listener";
import { openapiResponse } from "#rest/openapi";
import type { PublicPages } from "#site/public-page";
import type { Shutdown } from "./http-server";
import { openHttpServer } from "./open-http-server";
import type { Pages } from "./pages";
import { Representation, sendRepresentation } from "./representation";
import { isErrorPage, isRead, pathOf } from "./request-class";

const ADDRESS = "/v1/openapi.json";

let prepared: Representation | undefined;

/** Makes the document, which takes some 200 ms: at the start, so that no request waits for it. */
function prepareOpenapi(): Representation {
  if (prepared) return prepared;
  const { status, headers, body } = openapiResponse();
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

/** The API. Next could answer it too (app/v1), at several times the cost of a request. */
const API = /^\/v1([/?]|$)/;
/** Changes nothing that a page shows already: it may come a thousand times a second. */
const NEW_ORDER = /^\/v1\/(orders(\/ride)?|quotes\/?[\w-]*|checkout\/sessions)([?]|$)/;

export interface Front {
  listen(): Promise<void>;
  close(shutdown: Shutdown): Promise<void>;
}

interface Options {
  dev: boolean;
  dir: string;
  host: string;
  port: number;
  publicPages: PublicPages;
}

/** Runs `changed` before the answer to a change goes out, so that its caller sees what follows. */
function beforeSuccess(res: http.ServerResponse, changed: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...all: unknown[]) => http.ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status < 400) changed();
    return writeHead(status, ...rest);
  };
}

function answerWith(pages: Pages, req: http.IncomingMessage, res: http.ServerResponse) {
  const url = req.url ?? "";
  const isApi = API.test(url) && !(isRead(req) && isErrorPage(pathOf(url)));
  if (isApi && isOpenapiRequest(req)) return sendOpenapi(req, res);
  const answer = isApi ? answerApi : isForm(pathOf(url)) ? answerForm : undefined;
  if (!answer) return pages.answer(req, res);
  if (!isRead(req) && !NEW_ORDER.test(url)) beforeSuccess(res, () => pages.expireData());
  return answer(req, res);
}

/**
 * In development Next runs in this process and answers with public pages too, since it reloads what
 * is edited (app/[[...path]]); elsewhere it runs in a process of its own.
 */
async function openPages(server: http.Server, options: Options): Promise<Pages> {
  if (!options.dev) return (await import("./pages")).startPages(options);
  const { createPageServer } = await import("./page-server");
  const pages = await createPageServer({ ...options, server });
  return {
    answer: (req, res) => pages.answer(req, res),
    expireData: () => undefined,
    close: () => pages.close(),
  };
}

/** Opens the server, with the pages whose build (or source, with `dev`) is in `dir`. */
export async function createFront(options: Options): Promise<Front> {
  const headers = commonHeaders(appUrl().startsWith("https:"));
  const server = openHttpServer(headers, (req, res) => answerWith(pages, req, res));
  const pages = await openPages(server.server, options);
  return {
    async listen() {
      prepareOpenapi();
      const { host, port } = options;
      await server.listen({ port, host, reusePort: env.CT_REUSE_PORT });
    },
    async close(shutdown) {
      await server.close(shutdown);
      await pages.close();
    },
  };
}
