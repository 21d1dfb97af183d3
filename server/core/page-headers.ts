// What keeps a page to its own scripts, styles, pictures and host.
import { matchesEtag } from "./crypto";

/** What a page may load and call on other hosts, as sources of a Content-Security-Policy. */
export interface OutsideSources {
  scripts: readonly string[];
  frames: readonly string[];
  /** Called by scripts. */
  connections: readonly string[];
  images: readonly string[];
  /** Origins whose frames may ask the browser for a payment. */
  payment: readonly string[];
}

/** The sources of several providers together; null where there are none. */
export function mergeSources(all: readonly OutsideSources[]): OutsideSources | null {
  if (all.length === 0) return null;
  const each = (name: keyof OutsideSources) => [...new Set(all.flatMap((one) => one[name]))];
  return {
    scripts: each("scripts"),
    frames: each("frames"),
    connections: each("connections"),
    images: each("images"),
    payment: each("payment"),
  };
}

interface PolicyOptions {
  dev: boolean;
  /** Of a payment provider, for the page on which it takes the money. */
  outside?: OutsideSources | null | undefined;
  /** For a preview, which the dashboard shows in a frame. */
  isFramed?: boolean;
}

/** A policy under which nothing runs that does not carry `nonce` or is loaded by what does. */
export function contentSecurityPolicy(
  nonce: string,
  { dev, outside, isFramed }: PolicyOptions,
): string {
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'`;
  const directives: Record<string, string> = {
    "default-src": "'self'",
    // Next's development tools evaluate code and write styles of their own.
    "script-src": dev ? `${script} 'unsafe-eval'` : script,
    "style-src": dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": isFramed ? "'self'" : "'none'",
  };
  const more: Record<string, readonly string[] | undefined> = {
    "script-src": outside?.scripts,
    "frame-src": outside?.frames,
    "connect-src": outside?.connections,
    "img-src": outside?.images,
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, sources, ...(more[name] ?? [])].join(" "))
    .join("; ");
}

interface PublicPolicyOptions {
  hasScripts: boolean;
  /** For a preview, which the dashboard shows in a frame. */
  isFramed?: boolean;
}

/** A policy under which nothing inline runs or styles: the page may be shown to anybody again. */
export function publicPagePolicy({ hasScripts, isFramed = false }: PublicPolicyOptions): string {
  return contentSecurityPolicy("", { dev: false, isFramed })
    .replace(/script-src [^;]*/, `script-src ${hasScripts ? "'self'" : "'none'"}`)
    .replace(/style-src [^;]*/, "style-src 'self'");
}

/** Which of the browser's powers a page that takes payments may use: nobody else's, and few. */
export function permissionsPolicy(outside?: OutsideSources | null): string {
  const origins = outside?.payment.map((origin) => ` "${origin}"`).join("") ?? "";
  const payment = origins ? `(self${origins})` : "()";
  return `camera=(), geolocation=(), microphone=(), payment=${payment}`;
}

/** What every response carries, unless it says otherwise itself: embeds and logos are for all sites. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": permissionsPolicy(),
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** A picture's address within this installation; null for one elsewhere, which is never asked. */
export function ownPicture(url: string | null, appUrl: string): string | null {
  if (url === null || !URL.canParse(url, appUrl)) return null;
  const own = new URL(appUrl);
  const { origin, pathname, search } = new URL(url, own);
  return origin === own.origin ? pathname + search : null;
}

/**
 * Responds with the body, or with 304 where the request's If-None-Match names the `etag` among the
 * headers.
 */
export function conditionalResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  const known = request.headers.get("if-none-match") ?? undefined;
  if (matchesEtag(known, headers["etag"])) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : body, { headers });
}
