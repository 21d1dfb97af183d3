// Public answers in memory: one flood of one page costs one render, and memory stays bounded.

import { LRUCache } from "lru-cache";
import { isDecodable } from "#core/text";
import type { Keeping, PageGroup } from "#site/public-page";
import type { Representation } from "./representation";

export interface KeptAddress {
  /** The address without what the answer does not depend on. */
  url: string;
  group: PageGroup;
}

/** What the renderer answers the same to everybody. */
const rules: readonly (Keeping & { path: RegExp })[] = [
  { path: /^\/_next\/static\/./, group: "build" },
  { path: /^\/([\w-]+\.js|images\/[\w./-]+|icon\.svg|robots\.txt)$/, group: "build" },
  { path: /^\/sitemap\.xml$/, group: "data" },
  { path: /^\/logos\/[^/]+$/, group: "data" },
  { path: /^\/certificates\/[^/]+\/(json|pdf)$/, group: "data" },
  { path: /^\/impact\/[^/]+\/picture\.png$/, group: "data" },
  {
    path: /^\/impact\/[^/]+\/(card|badge\.svg)$/,
    group: "data",
    varies: ["theme", "size", "lang"],
  },
];

/** Longer ones are nobody's honest address. */
const LONGEST = 512;

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** How the answer at `url` may be kept; null where each request is answered by itself. */
export function keptAddressOf(url: string, keeping: Keeping | undefined): KeptAddress | null {
  if (!keeping || url.length > LONGEST) return null;
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
  return { url: varying.size > 0 ? `${path}?${varying}` : path, group: keeping.group };
}

/** How the renderer's answer at `url` may be kept. */
export function renderedKeeping(url: string): Keeping | undefined {
  const path = withoutSlash(url.split("?", 1)[0] ?? "");
  return rules.find((one) => one.path.test(path));
}

/** Pages of data are never older than this, so that they do not lag behind the truth. */
const DATA_FRESH_MS = 2000;
/** The build cannot change while the process runs. */
const BUILD_FRESH_MS = 3_600_000;

interface KeptPage {
  answer: Representation;
  freshUntil: number;
  /** Of the data, when the rendering began. */
  version: number;
}

type Render = (url: string) => Promise<Representation>;

interface Options {
  render: Render;
  /** For each of the groups. */
  maxBytes: number;
  now?: () => number;
}

/** For how long others may show the answer, by its own word; 0 where they may not. */
function sharedMs({ status, headers }: Representation): number {
  const control = String(headers["cache-control"] ?? "");
  // What is not there is cheap to say again, and there is no end of addresses like that.
  if ((status !== 200 && status !== 410) || headers["set-cookie"]) return 0;
  if (!/\bpublic\b/.test(control) || /\b(private|no-store)\b/.test(control)) return 0;
  const seconds = /\bs-maxage=(\d+)/.exec(control)?.[1] ?? /\bmax-age=(\d+)/.exec(control)?.[1];
  return Number(seconds ?? 0) * 1000;
}

/** Answers that are shared by all callers, for as long as they are true. */
export class KeptPages {
  readonly #render: Render;
  readonly #now: () => number;
  readonly #kept: Record<KeptAddress["group"], LRUCache<string, KeptPage>>;
  readonly #rendering = new Map<string, Promise<Representation>>();
  #version = 0;

  constructor({ render, maxBytes, now = () => performance.now() }: Options) {
    const open = () =>
      new LRUCache<string, KeptPage>({
        maxSize: maxBytes,
        sizeCalculation: ({ answer }) => answer.bytes,
      });
    this.#render = render;
    this.#now = now;
    // Apart, so that no flood of pages of data drives out the documents.
    this.#kept = { build: open(), data: open() };
  }

  /** The bytes that are kept at present. */
  get bytes(): number {
    return this.#kept.build.calculatedSize + this.#kept.data.calculatedSize;
  }

  /** After a change: no page that was begun before it is shown again. */
  expireData(): void {
    this.#version += 1;
  }

  /** The kept answer while it is fresh, or a new one, which callers at the same time share. */
  async find({ url, group }: KeptAddress): Promise<Representation> {
    const version = group === "data" ? this.#version : 0;
    const kept = this.#kept[group].get(url);
    if (kept && kept.version === version && this.#now() < kept.freshUntil) return kept.answer;
    const key = `${version} ${url}`;
    const pending = this.#rendering.get(key) ?? this.#renew({ url, group }, version);
    this.#rendering.set(key, pending);
    try {
      return await pending;
    } finally {
      if (this.#rendering.get(key) === pending) this.#rendering.delete(key);
    }
  }

  async #renew({ url, group }: KeptAddress, version: number): Promise<Representation> {
    // The answer is as old as its rendering's beginning.
    const begun = this.#now();
    const answer = await this.#render(url);
    const sharedFor = sharedMs(answer);
    const longest = group === "data" ? DATA_FRESH_MS : BUILD_FRESH_MS;
    // Next has browsers ask again for files, which does not say how long they are fresh here.
    const freshMs = isPublicFile(answer) ? longest : Math.min(sharedFor, longest);
    const kept = this.#kept[group];
    if (freshMs > 0) kept.set(url, { answer, freshUntil: begun + freshMs, version });
    else kept.delete(url);
    return answer;
  }
}

function isPublicFile({ status, headers }: Representation): boolean {
  const control = String(headers["cache-control"] ?? "");
  return status === 200 && /^public, max-age=0(, must-revalidate)?$/.test(control);
}
