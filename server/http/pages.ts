// Answers with pages on behalf of the front: from memory, or by asking the renderer's process.
import type http from "node:http";
import { currentRequest, currentRequestId } from "#core/caller";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { log } from "#core/log";
import { countRequest } from "#core/rate-limit";
import { keptAddressOf } from "./kept-address";
import { KeptPages } from "./kept-pages";
import { refuse } from "./refusal";
import { type RendererClient, RendererUnavailable } from "./renderer-client";
import { type RendererOptions, RendererProcess } from "./renderer-process";
import { sendRepresentation } from "./representation";
import { loggedPath } from "./request-class";
import { isRead } from "./request-head";

/** Each of documents and data; a page takes about 100 KB in all its encodings. */
const MAX_BYTES = 48 * 1024 * 1024;

/** What answers every request that is neither the API's nor a form's. */
export interface Pages {
  answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void>;
  /** After a change through this process: nobody is shown a page from before it. */
  expireData(): void;
  close(): Promise<void>;
}

/** Where pages come from; a test gives its own. */
export interface RendererSource {
  readonly client: RendererClient | undefined;
}

/** Where the dashboard makes changes; every other page is only read. */
const CHANGES = /^\/(trpc|api\/auth|admin\/operator\/[^/]+\/import\/files)(\/|[?]|$)/;
const RETRY_SECONDS = 2;
const REPORT_MS = 10_000;

/** Reports pages that were refused for lack of room: how many, now and then. */
function reporter() {
  let [refused, reportedAt] = [0, Number.NEGATIVE_INFINITY];
  return (error: RendererUnavailable) => {
    refused += 1;
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    log.warn({ event: "page.refused", refused, reason: error.message }, "pages answered with 503");
    [refused, reportedAt] = [0, now];
  };
}

function clientOf(renderer: RendererSource): RendererClient {
  if (renderer.client) return renderer.client;
  throw new RendererUnavailable("no renderer runs");
}

function refusePage(req: http.IncomingMessage, res: http.ServerResponse): void {
  // What was set for the page is not true of the refusal.
  for (const name of ["etag", "link", "content-security-policy", "content-encoding"]) {
    res.removeHeader(name);
  }
  const requestId = currentRequestId();
  refuse(req, res, { reason: "no-page", requestId, retryAfterSeconds: RETRY_SECONDS, headers: [] });
}

/** Counts a check on the page with those of the API, which this process answers. */
async function countLookup({ url = "" }: http.IncomingMessage): Promise<void> {
  const info = currentRequest();
  if (!info || !/^\/verify\/?\?/.test(url)) return;
  if (!new URLSearchParams(url.slice(url.indexOf("?"))).get("q")?.trim()) return;
  try {
    info.lookup = { isRefused: false, headers: await countRequest(info.caller, "lookup") };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "rate-limited") throw error;
    info.lookup = { isRefused: true, headers: error.headers };
  }
}

/** Pages of a renderer. */
export function pagesOf(renderer: RendererSource): Omit<Pages, "close"> {
  const kept = new KeptPages({
    render: (url) => clientOf(renderer).render(url, new URL(appUrl()).host),
    maxBytes: MAX_BYTES,
  });
  async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const address = keptAddressOf(req.method, req.url ?? "");
    if (address) {
      const found = await kept.find(address);
      return sendRepresentation(req, res, found);
    }
    await countLookup(req);
    await clientOf(renderer).forward(req, res, (status) => {
      if (!isRead(req) && status < 400) kept.expireData();
    });
  }
  const reportRefused = reporter();
  return {
    expireData: () => kept.expireData(),
    async answer(req, res) {
      if (!isRead(req) && !CHANGES.test(req.url ?? "")) {
        // Next would render the page, and what is kept of others would be given up for it.
        res.writeHead(405, { Allow: "GET, HEAD" }).end();
        return;
      }
      try {
        await answer(req, res);
      } catch (error) {
        // A caller who left wants no answer; who has half of one must not take it for the whole.
        if (res.destroyed || res.headersSent) return void res.destroy();
        if (error instanceof RendererUnavailable && !error.cause) reportRefused(error);
        else
          log.warn(
            { event: "page.failed", err: error, path: loggedPath(req.url ?? "") },
            "page answered with 503",
          );
        refusePage(req, res);
      }
    },
  };
}

/** Starts the renderer's process, and answers with its pages. */
export async function startPages(options: RendererOptions): Promise<Pages> {
  const renderer = new RendererProcess(options);
  await renderer.start();
  return { ...pagesOf(renderer), close: () => renderer.stop() };
}
