// Cache of public responses: a flood of requests for one page costs one render, and memory stays
// bounded.

import { LRUCache } from "lru-cache";
import { type Language, languageOf } from "#core/language";
import { isDecodable } from "#core/text";
import type { Keeping, PageGroup } from "#site/public-page";
import type { Representation } from "./representation";

export interface CacheKey {
  /** Without parameters that the response does not depend on. */
  url: string;
  group: PageGroup;
  /** Version of what the URL shows, if its page has versions. */
  version?: string | null;
}

/** Responses of the renderer that are the same for everyone. */
const rules: readonly (Keeping & { path: RegExp })[] = [
  { path: /^\/_next\/static\/./, group: "build" },
  { path: /^\/([\w-]+\.js|images\/[\w./-]+|icon\.svg|robots\.txt)$/, group: "build" },
  { path: /^\/sitemap\.xml$/, group: "data" },
  { path: /^\/(logos|pictures)\/[^/]+$/, group: "data" },
  { path: /^\/share\/\w+\/[^/]+$/, group: "data", varies: ["mode", "lang"] },
  { path: /^\/certificates\/[^/]+\/json$/, group: "data", isVersioned: true },
  { path: /^\/certificates\/[^/]+\/pdf$/, group: "data", isVersioned: true, varies: ["lang"] },
  { path: /^\/impact(\/[^/]+){1,2}\/picture\.png$/, group: "data", varies: ["lang"] },
  {
    path: /^\/impact(\/[^/]+){1,2}\/(card|badge\.svg)$/,
    group: "data",
    varies: ["theme", "lang"],
  },
];

/** Longer URLs are never legitimate. */
const MAX_URL_LENGTH = 512;

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Returns the cache key of `url`, or null if its response must not be shared. Its URL names the
 * language of a translated page, unless it is English because nothing else was asked for.
 */
export function cacheKeyOf(
  url: string,
  keeping: Keeping | undefined,
  language?: Language,
): CacheKey | null {
  if (!keeping || url.length > MAX_URL_LENGTH) return null;
  const [given = "", search = ""] = url.split("?", 2);
  const path = withoutSlash(given);
  if (!isDecodable(path)) return null;
  const query = new URLSearchParams(search);
  if (keeping.personal?.some((name) => query.has(name))) return null;
  const varying = new URLSearchParams(
    (keeping.varies ?? []).flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const isNamed = languageOf(query.get("lang")) !== null;
  if (language && (isNamed || language !== "en")) varying.set("lang", language);
  return { url: varying.size > 0 ? `${path}?${varying}` : path, group: keeping.group };
}

/** Returns how the renderer's response at `url` may be cached. */
export function rendererCaching(url: string): Keeping | undefined {
  const path = withoutSlash(url.split("?", 1)[0] ?? "");
  return rules.find((one) => one.path.test(path));
}

/** Limits how stale pages of data can be. */
const DATA_FRESH_MS = 2000;
/** The build cannot change while the process runs. */
const BUILD_FRESH_MS = 3_600_000;

interface CachedPage {
  response: Representation;
  freshUntil: number;
  /** Versions of all data and of the page when rendering started. */
  version: string;
}

type Render = (url: string) => Promise<Representation>;

interface Options {
  render: Render;
  /** Per group. */
  maxBytes: number;
  now?: () => number;
}

/** Returns for how long others may be shown the response by its own headers, or 0. */
function sharedMs({ status, headers }: Representation): number {
  const control = String(headers["cache-control"] ?? "");
  // A 404 is cheap to render, and there are unlimited URLs of that kind.
  if ((status !== 200 && status !== 410) || headers["set-cookie"]) return 0;
  if (!/\bpublic\b/.test(control) || /\b(private|no-store)\b/.test(control)) return 0;
  const seconds = /\bs-maxage=(\d+)/.exec(control)?.[1] ?? /\bmax-age=(\d+)/.exec(control)?.[1];
  return Number(seconds ?? 0) * 1000;
}

export class PageCache {
  readonly #render: Render;
  readonly #now: () => number;
  readonly #cached: Record<CacheKey["group"], LRUCache<string, CachedPage>>;
  readonly #rendering = new Map<string, Promise<Representation>>();
  #version = 0;

  constructor({ render, maxBytes, now = () => performance.now() }: Options) {
    const open = () =>
      new LRUCache<string, CachedPage>({
        maxSize: maxBytes,
        sizeCalculation: ({ response }) => response.bytes,
      });
    this.#render = render;
    this.#now = now;
    // Separate, so that data cannot evict the build's files.
    this.#cached = { build: open(), data: open() };
  }

  get bytes(): number {
    return this.#cached.build.calculatedSize + this.#cached.data.calculatedSize;
  }

  /** Makes all cached pages of data stale after a change. */
  expireData(): void {
    this.#version += 1;
  }

  /**
   * Returns the cached response while it is fresh. Otherwise renders once for all concurrent
   * callers.
   */
  async find({ url, group, version: own = null }: CacheKey): Promise<Representation> {
    const version = `${group === "data" ? this.#version : 0} ${own}`;
    const stored = this.#cached[group].get(url);
    if (stored && stored.version === version && this.#now() < stored.freshUntil)
      return stored.response;
    const key = `${version} ${url}`;
    const pending = this.#rendering.get(key) ?? this.#renew({ url, group }, version);
    this.#rendering.set(key, pending);
    try {
      return await pending;
    } finally {
      if (this.#rendering.get(key) === pending) this.#rendering.delete(key);
    }
  }

  async #renew({ url, group }: CacheKey, version: string): Promise<Representation> {
    // A response is as old as the start of its rendering.
    const startedAt = this.#now();
    const response = await this.#render(url);
    const sharedFor = sharedMs(response);
    const longest = group === "data" ? DATA_FRESH_MS : BUILD_FRESH_MS;
    // Next makes browsers revalidate files, which says nothing about how long they are fresh here.
    const freshMs = isPublicFile(response) ? longest : Math.min(sharedFor, longest);
    const cache = this.#cached[group];
    if (freshMs > 0) cache.set(url, { response, freshUntil: startedAt + freshMs, version });
    else cache.delete(url);
    return response;
  }
}

function isPublicFile({ status, headers }: Representation): boolean {
  const control = String(headers["cache-control"] ?? "");
  return status === 200 && /^public, max-age=0(, must-revalidate)?$/.test(control);
}
