// Serves public pages and the files that they load.
import { accentCss } from "#core/accent";
import { currentRequestId, recordRoute } from "#core/caller";
import { bestLanguage, type Language, languageOf, languages } from "#core/language";
import { log } from "#core/log";
import { hashSource, publicPagePolicy } from "#core/page-headers";
import { addressIn, type Reader } from "#core/reader";
import { decodedSegment } from "#core/text";
import type { Assets } from "./assets";
import { type Inside, renderDocument } from "./document";
import type { Head, Keeping, PageRequest, PageView, PublicPage, PublicPages } from "./public-page";

export interface SiteRequest {
  /** Path and query. */
  url: string;
  header(name: string): string | null;
}

export interface SiteResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /** See PageView. */
  next?: string;
}

/** A page or a file at an address. */
export interface Match {
  keeping: Keeping | undefined;
  /** The reader's language, if the page is translated. */
  language?: Language;
  respond(): Promise<SiteResponse>;
}

const shared: Record<NonNullable<PageView["shared"]>, string> = {
  build: "public, max-age=0, s-maxage=300, stale-while-revalidate=3600",
  data: "public, max-age=0, s-maxage=2, stale-while-revalidate=8",
  versioned: "public, max-age=0, must-revalidate",
};
/** Matches files; paths of pages have no extension. */
const FILE = /\.\w{2,5}$/;
const PRIVATE = "private, no-cache, no-store, max-age=0, must-revalidate";

/** Preloads the font and the style sheet of a page that does not contain them. */
function preloadsOf({ font, stylesheet }: Assets): string {
  const preloaded = `<${font}>; rel=preload; as="font"; crossorigin=""; type="font/woff2"`;
  return `${preloaded}, <${stylesheet}>; rel=preload; as="style"`;
}

/** Allows what is inside the page, and nothing else there. */
function allowInside(policy: string, { css, scripts }: Inside, nonce?: string): string {
  const allowed = {
    "style-src": [hashSource(css)],
    "script-src": nonce === undefined ? [...scripts.values()].map(hashSource) : [],
    "font-src": ["data:"],
  };
  return Object.entries(allowed).reduce(
    (all, [name, sources]) => all.replace(`${name} 'self'`, [name, "'self'", ...sources].join(" ")),
    policy,
  );
}

/** The style sheet and those of the page's scripts that are files of this installation. */
function insideOf({ head, scripts = [] }: PageView, assets: Assets): Inside {
  const css = assets.css + (head.accent ? accentCss(head.accent) : "");
  const own = scripts.flatMap((src) => {
    const file = assets.find(src);
    return file ? [[src, file.body.toString()] as const] : [];
  });
  return { css, scripts: new Map(own) };
}

function alternatesOf(url: string): NonNullable<Head["alternates"]> {
  const all = languages.map((language) => ({ language, url: addressIn(url, language) }));
  return [...all, { language: "x-default", url }];
}

/** Adds to a translated view what its language requires of the head and the headers. */
function translated(view: PageView, { language }: Reader): PageView {
  const { canonical } = view.head;
  return {
    ...view,
    head: {
      ...view.head,
      language,
      ...(canonical !== undefined && {
        canonical: addressIn(canonical, language),
        alternates: alternatesOf(canonical),
      }),
    },
    headers: {
      "content-language": language,
      vary: "Accept-Encoding, Accept-Language",
      ...view.headers,
    },
  };
}

const english: Reader = { language: "en", isChosen: false };

/** Prefers the language in the address over that of the browser. */
function readerOf({ url, header }: SiteRequest): Reader {
  const query = new URLSearchParams(url.split(/\?(.*)/s, 2)[1]);
  const chosen = languageOf(query.get("lang"));
  const language = chosen ?? bestLanguage(header("accept-language"));
  return { language, isChosen: chosen !== null };
}

function respondWithText({ status = 200, shared: group, headers }: PageView, body: string) {
  const own = {
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": group ? shared[group] : PRIVATE,
    "content-security-policy": "default-src 'none'",
  };
  return { status, headers: { ...own, ...headers }, body };
}

async function respondWith(
  view: PageView,
  { assets, linksFiles = false }: { assets: Assets; linksFiles?: boolean | undefined },
): Promise<SiteResponse> {
  if (view.markdown !== undefined) return respondWithText(view, view.markdown);
  const inside = linksFiles ? null : insideOf(view, assets);
  const html = await renderDocument({ view, assets, inside });
  const headers: Record<string, string> = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": view.shared ? shared[view.shared] : PRIVATE,
    "content-security-policy": publicPagePolicy({ hasScripts: (view.scripts ?? []).length > 0 }),
    "cross-origin-opener-policy": "same-origin",
    ...(inside === null && { link: preloadsOf(assets) }),
    ...view.headers,
  };
  const policy = headers["content-security-policy"] ?? "";
  if (inside) headers["content-security-policy"] = allowInside(policy, inside, view.nonce);
  const { status = 200, next } = view;
  return { status, headers, body: html, ...(next !== undefined && { next }) };
}

function patternOf({ path }: PublicPage): RegExp {
  const pattern = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${pattern}/?$`);
}

export class Site {
  readonly #pages: readonly { page: PublicPage; pattern: RegExp }[];
  readonly #views: PublicPages;
  readonly #assets: () => Promise<Assets>;
  readonly #missing = new Map<string, Promise<SiteResponse>>();

  /** `assets` is called for each response, because they change in development. */
  constructor(views: PublicPages, assets: () => Promise<Assets>) {
    this.#views = views;
    this.#pages = views.pages.map((page) => ({ page, pattern: patternOf(page) }));
    this.#assets = assets;
  }

  /** Returns the page or file at the address. */
  async find(from: SiteRequest): Promise<Match | undefined> {
    const { url, header } = from;
    const [path = "", search = ""] = url.split(/\?(.*)/s, 2);
    const asset = FILE.test(path) && (await this.#assets()).find(path);
    if (asset)
      return { keeping: { group: "build" }, respond: async () => ({ status: 200, ...asset }) };
    for (const { page, pattern } of this.#pages) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, id]) => [name, decodedSegment(id)]),
      );
      if (page.accepts?.(params) === false) continue;
      recordRoute(page.path);
      const request = {
        params,
        query: new URLSearchParams(search),
        reader: page.isTranslated ? readerOf(from) : english,
        header,
      };
      return {
        keeping: page.keeping,
        ...(page.isTranslated && { language: request.reader.language }),
        respond: () => this.#respond(page, request),
      };
    }
    return undefined;
  }

  /** Returns the version of what the path shows, or null if it has none. */
  async versionOf(path: string): Promise<string | null> {
    return (await this.#views.versionOf?.(path)) ?? null;
  }

  /** Responds with 404: the same object for readers of the same language. */
  async missing(request: SiteRequest): Promise<SiteResponse> {
    const reader = readerOf(request);
    const name = `${reader.language} ${reader.isChosen}`;
    const response = this.#missing.get(name) ?? this.#renderMissing(reader);
    this.#missing.set(name, response);
    return response;
  }

  async #renderMissing(reader: Reader): Promise<SiteResponse> {
    const view = translated(this.#views.missing(reader), reader);
    return respondWith(view, { assets: await this.#assets(), linksFiles: true });
  }

  /** Responds with 503 in place of the dashboard. */
  async unbuilt(state: "building" | "failed"): Promise<SiteResponse> {
    return respondWith(this.#views.unbuilt(state), { assets: await this.#assets() });
  }

  async #respond(page: PublicPage, request: PageRequest): Promise<SiteResponse> {
    const assets = await this.#assets();
    const { reader } = request;
    try {
      const view = await page.view(request);
      // A waiting page's script fetches it for its content, again and again.
      const isPolled = !view.shared && request.header("sec-fetch-dest") === "empty";
      return await respondWith(page.isTranslated ? translated(view, reader) : view, {
        assets,
        // There are unlimited addresses of what is missing.
        linksFiles: isPolled || page.linksFiles || view.status === 404,
      });
    } catch (error) {
      const requestId = currentRequestId();
      log.error({ event: "page.failed", err: error, page: page.path, requestId }, "page failed");
      return respondWith(translated(this.#views.failed(reader), reader), { assets });
    }
  }
}
