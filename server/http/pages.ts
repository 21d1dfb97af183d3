// Answers with pages on behalf of the front: public ones itself, the others by asking the renderer's
// process, and what is the same for everybody from memory.
import type http from "node:http";
import { currentRequestId } from "#core/caller";
import { appUrl } from "#core/env";
import { log } from "#core/log";
import { loadAssets } from "#site/assets";
import type { PublicPages } from "#site/public-page";
import { Site, type SiteAnswer } from "#site/site";
import { KeptPages, keptAddressOf, renderedKeeping } from "./kept-pages";
import { refuse } from "./refusal";
import { type RendererClient, RendererUnavailable } from "./renderer-client";
import { type RendererOptions, RendererProcess } from "./renderer-process";
import { type Representation, representationOf, sendRepresentation } from "./representation";
import { isRead, loggedPath } from "./request-class";

/** Each of documents and data; a page takes about 100 KB in all its encodings. */
const MAX_BYTES = 48 * 1024 * 1024;

/** What answers every request that is neither the API's nor a form's. */
export interface Pages {
  answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void>;
  /** After a change through this process: nobody is shown a page from before it. */
  expireData(): void;
  close(): Promise<void>;
}

/** Where the dashboard's pages and files come from; a test gives its own. */
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
    log.warn({ event: "page.refused", refused, reason: error.message }, "pages refused with 503");
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

function represented({ status, headers, body }: SiteAnswer): Representation {
  return representationOf(status, headers, Buffer.from(body));
}

/** The pages of the site, and those of a renderer. */
export function pagesOf(site: Site, renderer: RendererSource): Omit<Pages, "close"> {
  const kept = new KeptPages({
    async render(url) {
      // Without anything of the caller's, so that nothing of it can be kept.
      const found = await site.find({ url, header: () => null });
      if (found) return represented(await found.answer());
      return clientOf(renderer).render(url, new URL(appUrl()).host);
    },
    maxBytes: MAX_BYTES,
  });
  async function read(req: http.IncomingMessage, res: http.ServerResponse): Promise<boolean> {
    const url = req.url ?? "";
    const header = (name: string) => String(req.headers[name] ?? "") || null;
    const found = await site.find({ url, header });
    const address = keptAddressOf(url, found ? found.keeping : renderedKeeping(url));
    if (address) await sendRepresentation(req, res, await kept.find(address));
    else if (found) await sendRepresentation(req, res, represented(await found.answer()));
    return address !== null || found !== undefined;
  }
  async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    if (isRead(req) && (await read(req, res))) return;
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
            { event: "page.unavailable", err: error, path: loggedPath(req.url ?? "") },
            "page unavailable; sent 503",
          );
        refusePage(req, res);
      }
    },
  };
}

interface Options extends RendererOptions {
  /** The checkout with the build. */
  dir: string;
  publicPages: PublicPages;
}

/** Starts the renderer's process, and answers with its pages and the public ones. */
export async function startPages({ dir, publicPages, ...options }: Options): Promise<Pages> {
  const assets = await loadAssets(dir, { dev: false });
  const site = new Site(publicPages, async () => assets);
  const renderer = new RendererProcess(options);
  await renderer.start();
  return { ...pagesOf(site, renderer), close: () => renderer.stop() };
}
