// Which public addresses may be answered from memory, and what of an address its answer depends on.
import { isRead } from "./request-head";

export interface KeptAddress {
  /** The address without what the answer does not depend on. */
  url: string;
  /** `build`: changes only with the product itself. `data`: shows what may change at any time. */
  group: "build" | "data";
}

interface Rule {
  path: RegExp;
  group: KeptAddress["group"];
  /** Parameters that choose between answers; each is kept by itself. */
  varies?: readonly string[];
  /** Parameters that make the answer the caller's own: it is not kept. */
  personal?: readonly string[];
}

const rules: readonly Rule[] = [
  { path: /^\/_next\/static\/./, group: "build" },
  { path: /^\/([\w-]+\.js|images\/[\w./-]+|icon\.svg|robots\.txt)$/, group: "build" },
  { path: /^\/(docs)?$/, group: "build" },
  { path: /^\/docs\/reference(\/[^/]+){0,2}$/, group: "build", personal: ["q"] },
  { path: /^\/v1\/errors\/[a-z-]+$/, group: "build" },
  { path: /^\/verify$/, group: "build", personal: ["q"] },
  { path: /^\/sitemap\.xml$/, group: "data" },
  { path: /^\/logos\/[^/]+$/, group: "data" },
  { path: /^\/certificates\/[^/]+(\/(json|pdf))?$/, group: "data" },
  { path: /^\/(projects|portfolios)\/[^/]+$/, group: "data", varies: ["mode"] },
  { path: /^\/impact\/[^/]+$/, group: "data", personal: ["preview"] },
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

/** How a GET or HEAD of `url` may be kept; null where each request is answered by itself. */
export function keptAddressOf(method: string | undefined, url: string): KeptAddress | null {
  if (!isRead({ method }) || url.length > LONGEST) return null;
  const [given = "", search = ""] = url.split("?", 2);
  const path = given.length > 1 && given.endsWith("/") ? given.slice(0, -1) : given;
  const rule = rules.find((one) => one.path.test(path));
  if (!rule || !isDecodable(path)) return null;
  const query = new URLSearchParams(search);
  if (rule.personal?.some((name) => query.has(name))) return null;
  const varying = new URLSearchParams(
    (rule.varies ?? []).flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return { url: varying.size > 0 ? `${path}?${varying}` : path, group: rule.group };
}
