// Has Next answer with pages: headers, nonces, page statuses, and public pages without its runtime.
import { randomBytes } from "node:crypto";
import type http from "node:http";
import next from "next";
import { currentRequestId } from "#core/caller";
import { bestLanguage, languageOf } from "#core/language";
import { log } from "#core/log";
import { type Answer, withAnswer } from "#core/page-answer";
import {
  contentSecurityPolicy,
  LANGUAGE_HEADER,
  type PageSources,
  permissionsPolicy,
  sharedPagePolicy,
} from "#core/page-headers";
import { readIcon, readScripts, readStyles } from "./built-files";
import { isRead } from "./request-head";
import { dropUnreadableRouterState } from "./router-state";
import { type Built, justLinks, sendStill } from "./still-page";

/** Paths that never answer with a page. */
const NO_PAGE = /^\/(_next|api|trpc|webhooks)(\/|$)/;
/** What other sites show of an impact page: it says itself what it may do, and who may frame it. */
const EMBED = /^\/impact\/[^/?]+\/[^/?]+([?]|$)/;
/** An impact page as it would be: the dashboard shows it in a frame. */
const PREVIEW = /^\/impact\/[^/?]+\?(.*&)?preview=/;
/** The page on which a customer pays: it is small, and goes out without Next's runtime. */
const CHECKOUT = /^\/checkout\/[^/?]+\/?([?]|$)/;
/** The pages for everybody that are seen in development as they are served. */
const PUBLIC = /^\/((certificates|impact|projects|portfolios)\/[^/?]+|verify)\/?([?]|$)/;
/** Where people sign in and work: these pages need Next's runtime. */
const DASHBOARD = /^\/admin([/?]|$)/;
/** What Next takes from a request as its own server's word. */
const RESERVED = [
  "content-security-policy",
  "content-security-policy-report-only",
  "x-nonce",
  LANGUAGE_HEADER,
];

interface Options {
  dev: boolean;
  dir: string;
  host: string;
  port: number;
  server: http.Server;
}

/** What the front asks for, besides what the caller asked. */
export interface PageRequest {
  /** The answer is for everybody: whole, compressed once, with hashes in place of nonces. */
  isShared: boolean;
}

export interface PageServer {
  answer(req: http.IncomingMessage, res: http.ServerResponse, request: PageRequest): Promise<void>;
  close(): Promise<void>;
}

/** One request for a page, and what is known about its answer. */
interface Visit {
  req: http.IncomingMessage;
  res: http.ServerResponse;
  answer: Answer;
  nonce: string;
  dev: boolean;
}

/** Puts the status that the page asked for in the place of Next's 200. */
function overrideStatus(res: http.ServerResponse, wanted: () => number | undefined): void {
  const writeHead = res.writeHead.bind(res) as (...all: unknown[]) => http.ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const asked = status === 200 ? wanted() : undefined;
    if (asked !== undefined) res.statusCode = asked;
    return writeHead(asked ?? status, ...rest);
  };
}

/** Returns the nonce of the answer; none where no page can be. */
function prepareNonce(req: http.IncomingMessage, res: http.ServerResponse, dev: boolean): string {
  for (const name of RESERVED) delete req.headers[name];
  dropUnreadableRouterState(req.headers);
  if (NO_PAGE.test(req.url ?? "") || EMBED.test(req.url ?? "")) return "";
  const nonce = randomBytes(16).toString("base64");
  const isFramed = PREVIEW.test(req.url ?? "");
  const policy = contentSecurityPolicy(nonce, { dev, isFramed });
  // Next reads the nonce from the request's policy and puts it on every script that it writes.
  req.headers["content-security-policy"] = policy;
  req.headers["x-nonce"] = nonce;
  res.setHeader("Content-Security-Policy", policy);
  // A merchant may open the payment page in a window of its own, and wait for its end.
  if (!CHECKOUT.test(req.url ?? "")) res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  return nonce;
}

/** The headers of a page whose address alone lets its holder pay, and see what was paid. */
function guardCheckout({ res, nonce, answer, dev }: Visit): void {
  const { outside } = answer;
  res.setHeader("Content-Security-Policy", contentSecurityPolicy(nonce, { dev, outside }));
  res.setHeader("Permissions-Policy", permissionsPolicy(outside));
  res.setHeader("Referrer-Policy", "strict-origin");
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Vary", "Accept-Encoding, Accept-Language");
  res.setHeaders(answer.headers);
}

function guardPublic({ req, res, answer }: Visit, sources: PageSources | null): void {
  if (PREVIEW.test(req.url ?? "")) res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Vary", "Accept-Encoding");
  if (res.statusCode < 500) res.setHeaders(answer.headers);
  if (sources) res.setHeader("Content-Security-Policy", sharedPagePolicy(sources));
}

interface Whole {
  built: Built | null;
  isShared: boolean;
  guard(sources: PageSources | null): void;
}

/**
 * Has Next make an answer whole and uncompressed, to be sent without Next's runtime, with the status
 * that the page asked for; `guard` has the last word on its headers.
 */
function prepareWhole({ req, res, answer }: Visit, { built, isShared, guard }: Whole): void {
  const acceptEncoding = req.headers["accept-encoding"];
  req.headers["accept-encoding"] = "identity";
  // Next's runtime would ask for a page's data alone, and is not there. Node itself leaves the body
  // out of the answer to a HEAD.
  delete req.headers["rsc"];
  req.method = "GET";
  const path = req.url?.split("/")[1];
  const finish = (sources: PageSources | null) => {
    guard(sources);
    if (answer.status !== undefined && res.statusCode === 200) res.statusCode = answer.status;
  };
  sendStill(res, { built, acceptEncoding, isShared, finish }, (error) => {
    log.error({ err: error, path: `/${path}` }, "a page could not be sent");
    res.destroy();
  });
}

/** The checkout page goes out in the language that its reader reads. */
function prepareCheckout(visit: Visit): void {
  const { req } = visit;
  const asked = new URLSearchParams(req.url?.split("?")[1]).get("lang");
  req.headers[LANGUAGE_HEADER] = languageOf(asked) ?? bestLanguage(req.headers["accept-language"]);
  const guard = () => guardCheckout(visit);
  prepareWhole(visit, { built: justLinks, isShared: false, guard });
}

/** Whether the path can be decoded: Next answers 500 where it cannot. */
function isWellFormed(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return url.startsWith("/");
  } catch {
    return false;
  }
}

function prepareAnswer(visit: Visit, built: Built, { isShared }: PageRequest): void {
  const { req, answer, dev } = visit;
  const url = req.url ?? "";
  // In development the others keep Next's runtime, which renews them.
  const isPage = visit.nonce !== "" && !DASHBOARD.test(url) && (!dev || PUBLIC.test(url));
  if (isRead(req) && CHECKOUT.test(url)) prepareCheckout(visit);
  else if (isRead(req) && isPage) {
    const guard = (sources: PageSources | null) => guardPublic(visit, sources);
    prepareWhole(visit, { built, isShared: !dev && !PREVIEW.test(url), guard });
  } else if (isShared) prepareWhole(visit, { built: null, isShared, guard: () => undefined });
  // A soft navigation fetches a page's data, and takes another status than 200 for a failure.
  else if (!req.headers["rsc"]) overrideStatus(visit.res, () => answer.status);
}

/** Mounts Next, whose build (or source, with `dev`) is in `dir`. */
export async function createPageServer(options: Options): Promise<PageServer> {
  const { dev, dir, host, port, server } = options;
  const app = next({ dev, dir, hostname: host, port, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  // What goes into the public pages themselves, in the place of links.
  const built: Built = {
    styleOf: readStyles(dir),
    scriptOf: readScripts(dir),
    icon: readIcon(dir),
  };
  return {
    async answer(req, res, request) {
      if (!isWellFormed(req.url ?? "")) req.url = "/an-address-that-cannot-be";
      await withAnswer(async (answer) => {
        const nonce = prepareNonce(req, res, dev);
        prepareAnswer({ req, res, answer, nonce, dev }, built, request);
        try {
          await handle(req, res);
        } catch (error) {
          const path = req.url?.replace(CHECKOUT, "/checkout/…");
          const requestId = currentRequestId();
          log.error({ err: error, path, requestId }, "a request failed outside its handler");
          if (!res.headersSent) res.writeHead(500);
          res.end();
        }
      });
    },
    close: () => app.close(),
  };
}
