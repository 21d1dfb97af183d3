// The public HTTP server: handles the API and checkout forms here, and pages through the renderer.
import type http from "node:http";
import { appUrl, env } from "#core/env";
import { commonHeaders } from "#core/page-headers";
import { moduleAddresses } from "#modules";
import { isForm } from "#rest/forms";
import {
  listener as handleApi,
  formListener as handleForm,
  moduleListener as handleModule,
} from "#rest/listener";
import { openapiResponse } from "#rest/openapi";
import type { PublicPages } from "#site/public-page";
import { withBodyStream } from "./bodies";
import type { Shutdown } from "./http-server";
import { openHttpServer } from "./open-http-server";
import type { Pages } from "./pages";
import type { RendererRun } from "./renderer-run";
import { Representation, sendRepresentation } from "./representation";
import { isErrorPage, isRead, pathOf } from "./request-class";
import { changesPages, isApiPath } from "./request-kind";

const ADDRESS = "/v1/openapi.json";

let prepared: Representation | undefined;

/** Takes about 200 ms, so it runs at the start instead of during a request. */
function prepareOpenapi(): Representation {
  if (prepared) return prepared;
  const { status, headers, body } = openapiResponse();
  prepared = new Representation({ status, headers, body: Buffer.from(body), isCompressible: true });
  return prepared;
}

/** With a query, the API itself responds. */
export function isOpenapiRequest(req: http.IncomingMessage): boolean {
  return req.url === ADDRESS && isRead(req);
}

export function sendOpenapi(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
  return sendRepresentation(req, res, prepareOpenapi());
}

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
  renderer?: RendererRun | undefined;
  /** Settles when the dashboard is built; omitted if it is. */
  build?: Promise<void> | undefined;
}

/** Runs `changed` before a successful response is sent, so its client sees the result on pages. */
function beforeSuccess(res: http.ServerResponse, changed: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...all: unknown[]) => http.ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status < 400) changed();
    return writeHead(status, ...rest);
  };
}

function route(pages: Pages, req: http.IncomingMessage, res: http.ServerResponse) {
  const url = req.url ?? "";
  const path = pathOf(url);
  // Next could serve it too (app/v1), at several times the cost.
  const isApi = isApiPath(path) && !(isRead(req) && isErrorPage(path));
  if (isApi && isOpenapiRequest(req)) return sendOpenapi(req, res);
  if (moduleAddresses.has(path)) return handleModule(req, res);
  const handle = isApi ? handleApi : isForm(req.method ?? "", path) ? handleForm : undefined;
  if (!handle) return pages.handle(req, res);
  const changes = !isRead(req) && changesPages(req.method ?? "", url);
  if (changes) beforeSuccess(res, () => pages.expireData());
  return handle(req, res);
}

/**
 * In development Next runs in this process and serves public pages, too, because it reloads edited
 * code (app/[[...path]]). In production it runs in its own process.
 */
async function openPages(server: http.Server, options: Options): Promise<Pages> {
  if (!options.dev) {
    const { startPages } = await import("./pages");
    return startPages({ ...options, run: options.renderer });
  }
  const { createPageServer } = await import("./page-server");
  const pages = await createPageServer({ ...options, server });
  return {
    handle: (req, res) => pages.handle(withBodyStream(req), res),
    expireData: () => undefined,
    close: () => pages.close(),
  };
}

/** `dir` contains the build, or in development and until it is built the source. */
export async function createFront(options: Options): Promise<Front> {
  const headers = commonHeaders(appUrl().startsWith("https:"));
  const server = openHttpServer(headers, (req, res) => route(pages, req, res));
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
