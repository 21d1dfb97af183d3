// Serves pages for the front: public ones directly, others through the renderer, and shared ones
// from the cache.
import type http from "node:http";
import { currentRequestId } from "#core/caller";
import { appUrl } from "#core/env";
import { log } from "#core/log";
import type { DashboardState } from "#core/readiness";
import { isCertificatePdf } from "#rest/certificate-pdf";
import { loadAssets } from "#site/assets";
import { compressedAt } from "#site/compressed";
import type { PublicPages } from "#site/public-page";
import { Site, type SiteResponse } from "#site/site";
import { cacheKeyOf, PageCache, rendererCaching } from "./page-cache";
import { refuse } from "./refusal";
import { type RendererClient, RendererUnavailable } from "./renderer-client";
import { type RendererOptions, RendererProcess } from "./renderer-process";
import { type Representation, representationOf, sendRepresentation } from "./representation";
import { isRead, loggedPath, pathOf } from "./request-class";

/** For documents and for data each; a page takes about 100 KB in all its encodings. */
const MAX_BYTES = 48 * 1024 * 1024;

/** Handles all requests except the API and checkout forms. */
export interface Pages {
  handle(req: http.IncomingMessage, res: http.ServerResponse): Promise<void>;
  /** Makes cached pages stale after a change through this process. */
  expireData(): void;
  close(): Promise<void>;
}

/** Renders the dashboard; tests provide their own. */
export interface RendererSource {
  readonly client: RendererClient | undefined;
  readonly dashboard: DashboardState;
}

const DASHBOARD_PAGE = /^\/admin([/?]|$)/;
/** Addresses that the renderer may know; all others are missing. */
const RENDERED =
  /^\/((admin|api|certificates|images|impact|logos|pictures|reports|share|trpc|_next)(\/|$)|(\.well-known\/jwks\.json|icon\.svg|robots\.txt|sitemap\.xml|world\.svg|(checkout|docs|page)\.js)$)/;
/** Other addresses of Next's build. */
const OF_BUILD = /^\/(trpc|api|_next|icon\.svg)([/?]|$)/;

/** Paths of the dashboard that make changes; all other pages are only read. */
const CHANGES = /^\/(trpc|api\/auth|admin\/operator\/[^/]+\/(import|retirements)\/files)(\/|[?]|$)/;
/** Of no use on a file that browsers keep for a year; each of a screen's files would have them. */
const NOT_ON_FILES = ["permissions-policy", "referrer-policy", "x-request-id"];
const RETRY_SECONDS = 2;
const REPORT_MS = 10_000;

/** Logs how many pages were refused for lack of room, at most every REPORT_MS. */
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

function dropHeaders(res: http.ServerResponse): void {
  for (const name of NOT_ON_FILES) res.removeHeader(name);
}

function refusePage(req: http.IncomingMessage, res: http.ServerResponse): void {
  // Set for the page, so wrong for the refusal.
  for (const name of ["etag", "link", "content-security-policy", "content-encoding"]) {
    res.removeHeader(name);
  }
  const requestId = currentRequestId();
  refuse(req, res, { reason: "no-page", requestId, retryAfterSeconds: RETRY_SECONDS, headers: [] });
}

/**
 * Has the renderer prepare what readers of a page often open next, one at a time: while it is busy,
 * the document waits for the first reader who asks.
 */
function preparer(renderer: RendererSource) {
  let isBusy = false;
  return (next: string | undefined) => {
    if (next === undefined || isBusy || !renderer.client) return;
    isBusy = true;
    const done = () => {
      isBusy = false;
    };
    renderer.client.render(next, new URL(appUrl()).host).then(done, done);
  };
}

function represented({ status, headers, body }: SiteResponse): Representation {
  return representationOf(status, headers, Buffer.from(body));
}

/** `dir` contains the build. */
function openCache(site: Site, renderer: RendererSource, dir: string): PageCache {
  const prepare = preparer(renderer);
  return new PageCache({
    async render(url) {
      // Renders without any headers of the request, so the cache cannot contain private data.
      const sitePage = await site.find({ url, header: () => null });
      if (sitePage) {
        const page = await sitePage.respond();
        prepare(page.next);
        return represented(page);
      }
      const response = await clientOf(renderer).render(url, new URL(appUrl()).host);
      const compressed = response.status === 200 ? await compressedAt(dir, url) : undefined;
      if (compressed) response.provide("br", compressed);
      return response;
    },
    maxBytes: MAX_BYTES,
  });
}

/** Returns true if the renderer may know the address. */
export function isRendered(url: string): boolean {
  return RENDERED.test(pathOf(url));
}

/** Compressed once, because there are unlimited addresses of what is missing. */
const missingPages = new WeakMap<SiteResponse, Representation>();

async function sendMissing(
  site: Site,
  { req, res }: { req: http.IncomingMessage; res: http.ServerResponse },
): Promise<void> {
  const header = (name: string) => String(req.headers[name] ?? "") || null;
  const page = await site.missing({ url: req.url ?? "", header });
  const representation = missingPages.get(page) ?? represented(page);
  missingPages.set(page, representation);
  await sendRepresentation(req, res, representation);
}

/** Until the dashboard is built, and if it could not be. */
async function respondWithoutBuild(
  site: Site,
  dashboard: "building" | "failed",
  { req, res }: { req: http.IncomingMessage; res: http.ServerResponse },
): Promise<void> {
  const url = req.url ?? "";
  const isPage = isRead(req) && DASHBOARD_PAGE.test(url);
  if (isPage || !(DASHBOARD_PAGE.test(url) || OF_BUILD.test(url))) {
    if (!isPage) return sendMissing(site, { req, res });
    return sendRepresentation(req, res, represented(await site.unbuilt(dashboard)));
  }
  const requestId = currentRequestId();
  if (dashboard === "failed") refuse(req, res, { reason: "not-built", requestId, headers: [] });
  else refuse(req, res, { reason: "building", requestId, retryAfterSeconds: 5, headers: [] });
}

/** `dir` contains the build. */
export function pagesOf(site: Site, renderer: RendererSource, dir: string): Omit<Pages, "close"> {
  const cache = openCache(site, renderer, dir);
  const lacksBuild = (url: string) => renderer.dashboard !== "ok" && !isCertificatePdf(url);
  async function read(req: http.IncomingMessage, res: http.ServerResponse): Promise<boolean> {
    const url = req.url ?? "";
    const header = (name: string) => String(req.headers[name] ?? "") || null;
    const sitePage = await site.find({ url, header });
    if (!sitePage && (!isRendered(url) || lacksBuild(url))) return false;
    const keeping = sitePage ? sitePage.keeping : rendererCaching(url);
    const cacheKey = cacheKeyOf(url, keeping, sitePage?.language);
    if (cacheKey && keeping?.isVersioned) {
      cacheKey.version = await site.versionOf(url.split("?", 1)[0] ?? "");
    }
    if (cacheKey) {
      const response = await cache.find(cacheKey);
      if (response.status === 200 && url.startsWith("/_next/static/")) dropHeaders(res);
      await sendRepresentation(req, res, response);
    } else if (sitePage) await sendRepresentation(req, res, represented(await sitePage.respond()));
    return cacheKey !== null || sitePage !== undefined;
  }
  async function handle(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    if (isRead(req) && (await read(req, res))) return;
    if (isRead(req) && !isRendered(req.url ?? "")) return sendMissing(site, { req, res });
    const { dashboard } = renderer;
    if (dashboard !== "ok") return respondWithoutBuild(site, dashboard, { req, res });
    await clientOf(renderer).forward(req, res, (status) => {
      if (!isRead(req) && status < 400) cache.expireData();
    });
  }
  const reportRefused = reporter();
  return {
    expireData: () => cache.expireData(),
    async handle(req, res) {
      if (!isRead(req) && !CHANGES.test(req.url ?? "")) {
        // Next would render the page and expire the cache for nothing.
        res.writeHead(405, { Allow: "GET, HEAD" }).end();
        return;
      }
      try {
        await handle(req, res);
      } catch (error) {
        // A partial response must not look complete.
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
  /** The folder that contains the build, or until it is built the source. */
  dir: string;
  publicPages: PublicPages;
}

/** Has the renderer serve. */
export async function startPages({ dir, publicPages, ...options }: Options): Promise<Pages> {
  const renderer = new RendererProcess(options);
  const started = renderer.start();
  started.catch(() => undefined);
  const assets = await loadAssets(dir, { compiles: options.build !== undefined });
  const site = new Site(publicPages, async () => assets);
  await started;
  return { ...pagesOf(site, renderer, dir), close: () => renderer.stop() };
}
