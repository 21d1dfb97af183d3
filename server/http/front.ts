// The HTTP server in front of Next: headers, nonces, page statuses, and an end that loses nothing.
import { randomBytes } from "node:crypto";
import type http from "node:http";
import next from "next";
import { appUrl, env } from "#core/env";
import { problems } from "#core/errors";
import { bestLanguage, languageOf } from "#core/language";
import { log } from "#core/log";
import { type Answer, withAnswer } from "#core/page-answer";
import {
  commonHeaders,
  contentSecurityPolicy,
  LANGUAGE_HEADER,
  permissionsPolicy,
} from "#core/page-headers";
import { listener as answerApi } from "#rest/listener";
import { readIcon, readScripts, readStyles } from "./built-files";
import type { Shutdown } from "./http-server";
import { openHttpServer } from "./open-http-server";
import { type Built, justLinks, sendStill } from "./still-page";

/** The API. Next could answer it too (app/v1), at several times the cost of a request. */
const API = /^\/v1([/?]|$)/;
/** Below the API, the pages that explain its problems, for those who read them. */
const ERROR_PAGE = new RegExp(`^/v1/errors/(${Object.keys(problems).join("|")})([?]|$)`);
/** Paths that never answer with a page. */
const NO_PAGE = /^\/(_next|api|trpc|webhooks)(\/|$)/;
/** What other sites show of an impact page: it says itself what it may do, and who may frame it. */
const EMBED = /^\/impact\/[^/?]+\/[^/?]+([?]|$)/;
/** An impact page as it would be: the dashboard shows it in a frame. */
const PREVIEW = /^\/impact\/[^/?]+\?preview=/;
/** The page on which a customer pays: it is small, and goes out without Next's runtime. */
const CHECKOUT = /^\/checkout\/[^/?]+\/?([?]|$)/;
/** The pages for everybody: what little script they need is their own. */
const PUBLIC = /^\/((certificates|impact|projects|portfolios)\/[^/?]+|verify)\/?([?]|$)/;
/** What goes into the public pages themselves, in the place of links. */
const built: Built = {
  styleOf: readStyles(process.cwd()),
  scriptOf: readScripts(process.cwd()),
  icon: readIcon(process.cwd()),
};
/** What Next takes from a request as its own server's word. */
const RESERVED = [
  "content-security-policy",
  "content-security-policy-report-only",
  "x-nonce",
  LANGUAGE_HEADER,
];

export interface Front {
  listen(): Promise<void>;
  close(shutdown: Shutdown): Promise<void>;
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
function prepare(req: http.IncomingMessage, res: http.ServerResponse, dev: boolean): string {
  for (const name of RESERVED) delete req.headers[name];
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
function guardCheckout(res: http.ServerResponse, nonce: string, answer: Answer, dev: boolean) {
  const withStripe = answer.letsStripeIn;
  res.setHeader("Content-Security-Policy", contentSecurityPolicy(nonce, { dev, withStripe }));
  res.setHeader("Permissions-Policy", permissionsPolicy({ withStripe }));
  res.setHeader("Referrer-Policy", "strict-origin");
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Vary", "Accept-Encoding, Accept-Language");
  res.setHeaders(answer.headers);
}

/**
 * Has Next make a page whole and uncompressed, to be sent without Next's runtime, with the status
 * that it asked for; `guard` has the last word on its headers.
 */
function prepareStill(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { answer, guard, built }: { answer: Answer; guard: () => void; built: Built },
): void {
  const acceptEncoding = req.headers["accept-encoding"];
  req.headers["accept-encoding"] = "identity";
  // Next's runtime would ask for a page's data alone, and is not there. Node itself leaves the body
  // out of the answer to a HEAD.
  delete req.headers["rsc"];
  req.method = "GET";
  const path = req.url?.split("/")[1];
  const finish = () => {
    guard();
    if (answer.status !== undefined && res.statusCode === 200) res.statusCode = answer.status;
  };
  sendStill(res, { acceptEncoding, ...built, finish }, (error) => {
    log.error({ err: error, path: `/${path}` }, "a page could not be sent");
    res.destroy();
  });
}

/** The checkout page goes out in the language that its reader reads. */
function prepareCheckout(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { nonce, answer, dev }: { nonce: string; answer: Answer; dev: boolean },
): void {
  const asked = new URLSearchParams(req.url?.split("?")[1]).get("lang");
  req.headers[LANGUAGE_HEADER] = languageOf(asked) ?? bestLanguage(req.headers["accept-language"]);
  const guard = () => guardCheckout(res, nonce, answer, dev);
  prepareStill(req, res, { answer, guard, built: justLinks });
}

function isRead(form: RegExp, { method = "", url = "" }: http.IncomingMessage): boolean {
  return /^(GET|HEAD)$/.test(method) && form.test(url);
}

/** Whether the path can be decoded: Next answers 500 where it cannot. */
function isWellFormed(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Has Next answer with a page, or with what else is not the API's. */
function answerPage(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { handle, dev }: { handle: http.RequestListener; dev: boolean },
): Promise<void> {
  if (!isWellFormed(req.url ?? "")) req.url = "/an-address-that-cannot-be";
  return withAnswer(async (answer) => {
    const nonce = prepare(req, res, dev);
    if (isRead(CHECKOUT, req)) prepareCheckout(req, res, { nonce, answer, dev });
    else if (isRead(PUBLIC, req)) {
      const guard = () => {
        if (PREVIEW.test(req.url ?? "")) res.setHeader("Cache-Control", "private, no-store");
        res.setHeader("Vary", "Accept-Encoding");
        res.setHeaders(answer.headers);
      };
      prepareStill(req, res, { answer, guard, built });
    }
    // A soft navigation fetches a page's data, and takes another status than 200 for a failure.
    else if (!req.headers["rsc"]) overrideStatus(res, () => answer.status);
    try {
      await handle(req, res);
    } catch (error) {
      log.error(
        { err: error, path: req.url?.replace(CHECKOUT, "/checkout/…") },
        "a request failed outside its handler",
      );
      if (!res.headersSent) res.writeHead(500);
      res.end();
    }
  });
}

/** Mounts Next, whose build (or source, with `dev`) is in `dir`. */
export async function createFront(options: {
  dev: boolean;
  dir: string;
  host: string;
  port: number;
}): Promise<Front> {
  const { dev, dir, host, port } = options;
  const headers = commonHeaders(appUrl().startsWith("https:"));
  const server = openHttpServer(headers, (req, res) =>
    API.test(req.url ?? "") && !isRead(ERROR_PAGE, req)
      ? answerApi(req, res)
      : answerPage(req, res, { handle, dev }),
  );
  const app = next({ dev, dir, hostname: host, port, httpServer: server.server });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    async listen() {
      await server.listen({ port, host, reusePort: env.CT_REUSE_PORT });
    },
    async close(shutdown) {
      await server.close(shutdown);
      await app.close();
    },
  };
}
