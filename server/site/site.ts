// Answers requests for public pages and for the files that they load.
import { currentRequestId } from "#core/caller";
import { log } from "#core/log";
import { publicPagePolicy } from "#core/page-headers";
import type { Assets } from "./assets";
import { renderDocument } from "./document";
import type {
  Keeping,
  PageGroup,
  PageRequest,
  PageView,
  PublicPage,
  PublicPages,
} from "./public-page";

export interface SiteRequest {
  /** Path and query. */
  url: string;
  header(name: string): string | null;
}

export interface SiteResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** A page, or a file of the pages, that the site has at an address. */
export interface Found {
  keeping: Keeping | undefined;
  answer(): Promise<SiteResponse>;
}

const shared: Record<PageGroup, string> = {
  build: "public, max-age=0, s-maxage=300, stale-while-revalidate=3600",
  data: "public, max-age=0, s-maxage=2, stale-while-revalidate=8",
};
/** Files have an extension, and no page's path has one that looks like it. */
const FILE = /\.\w{2,5}$/;
const PRIVATE = "private, no-cache, no-store, max-age=0, must-revalidate";

/** What browsers fetch before they read the page. */
function linksOf({ font, stylesheet }: Assets): string {
  return (
    `<${font}>; rel=preload; as="font"; crossorigin=""; type="font/woff2", ` +
    `<${stylesheet}>; rel=preload; as="style"`
  );
}

async function answerWith(view: PageView, assets: Assets): Promise<SiteResponse> {
  const html = await renderDocument(view, assets);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": view.shared ? shared[view.shared] : PRIVATE,
    "content-security-policy": publicPagePolicy({ hasScripts: (view.scripts ?? []).length > 0 }),
    "cross-origin-opener-policy": "same-origin",
    link: linksOf(assets),
    ...view.headers,
  };
  return { status: view.status ?? 200, headers, body: html };
}

/** The id in a part of an address. No id has a NUL, which PostgreSQL refuses, nor its replacement. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll("\0", "\ufffd");
  } catch {
    return segment;
  }
}

function patternOf({ path }: PublicPage): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`);
}

/** The public pages of an installation. */
export class Site {
  readonly #pages: readonly { page: PublicPage; pattern: RegExp }[];
  readonly #views: PublicPages;
  readonly #assets: () => Promise<Assets>;

  /** `assets` is called for each answer: in development they change. */
  constructor(views: PublicPages, assets: () => Promise<Assets>) {
    this.#views = views;
    this.#pages = views.pages.map((page) => ({ page, pattern: patternOf(page) }));
    this.#assets = assets;
  }

  /** The page or file at the address; undefined where the site has none. */
  async find({ url, header }: SiteRequest): Promise<Found | undefined> {
    const [path = "", search = ""] = url.split(/\?(.*)/s, 2);
    const asset = FILE.test(path) && (await this.#assets()).find(path);
    if (asset)
      return { keeping: { group: "build" }, answer: async () => ({ status: 200, ...asset }) };
    for (const { page, pattern } of this.#pages) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.entries(match.groups ?? {}).map(([name, id]) => [name, decoded(id)]);
      const request = {
        params: Object.fromEntries(params),
        query: new URLSearchParams(search),
        header,
      };
      return { keeping: page.keeping, answer: () => this.#answer(page, request) };
    }
    return undefined;
  }

  /** The answer where nothing is. */
  async missing(): Promise<SiteResponse> {
    return answerWith(this.#views.missing, await this.#assets());
  }

  async #answer(page: PublicPage, request: PageRequest): Promise<SiteResponse> {
    const assets = await this.#assets();
    try {
      return await answerWith(await page.view(request), assets);
    } catch (error) {
      const requestId = currentRequestId();
      log.error({ event: "page.failed", err: error, page: page.path, requestId }, "page failed");
      return answerWith(this.#views.failed, assets);
    }
  }
}
