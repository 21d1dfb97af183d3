// Which public addresses may be answered from memory, and what of an address its answer depends on.
import type { Keeping, PageGroup } from "#site/public-page";

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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

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
