import { matchesEtag, sha256 } from "./crypto";

/** Other hosts that a page may load from, as sources of a Content-Security-Policy. */
export interface OutsideSources {
  scripts: readonly string[];
  frames: readonly string[];
  /** Called by scripts. */
  connections: readonly string[];
  images: readonly string[];
  /** Origins whose frames may use the browser's Payment Request API. */
  payment: readonly string[];
  /** Its scripts set `style` attributes, which are allowed then; `<style>` elements are not. */
  hasStyleAttributes?: boolean;
}

/** Returns the combined sources of several providers, or null without any. */
export function mergeSources(all: readonly OutsideSources[]): OutsideSources | null {
  if (all.length === 0) return null;
  const each = (name: Exclude<keyof OutsideSources, "hasStyleAttributes">) => [
    ...new Set(all.flatMap((one) => one[name])),
  ];
  return {
    scripts: each("scripts"),
    frames: each("frames"),
    connections: each("connections"),
    images: each("images"),
    payment: each("payment"),
    hasStyleAttributes: all.some((one) => one.hasStyleAttributes),
  };
}

interface PolicyOptions {
  dev: boolean;
  /** Of a payment provider, for its checkout page. */
  outside?: OutsideSources | null | undefined;
  /** Allows the dashboard to show a preview in a frame. */
  isFramed?: boolean;
}

/** Only scripts with `nonce`, and scripts that they load, may run. */
export function contentSecurityPolicy(
  nonce: string,
  { dev, outside, isFramed }: PolicyOptions,
): string {
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'`;
  const directives: Record<string, string> = {
    "default-src": "'self'",
    // Next's development tools use eval and inline styles.
    "script-src": dev ? `${script} 'unsafe-eval'` : script,
    "style-src": dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    ...(outside?.hasStyleAttributes && { "style-src-attr": "'unsafe-inline'" }),
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
  /** Allows the dashboard to show a preview in a frame. */
  isFramed?: boolean;
}

/** Allows no inline scripts or styles, so the page can be cached for everyone. */
export function publicPagePolicy({ hasScripts, isFramed = false }: PublicPolicyOptions): string {
  return contentSecurityPolicy("", { dev: false, isFramed })
    .replace(/script-src [^;]*/, `script-src ${hasScripts ? "'self'" : "'none'"}`)
    .replace(/style-src [^;]*/, "style-src 'self'");
}

/** A source of a Content-Security-Policy that allows exactly this inline text. */
export function hashSource(text: string): string {
  return `'sha256-${sha256(text).toString("base64")}'`;
}

/** Allows payment providers the Payment Request API, and denies everything else. */
export function permissionsPolicy(outside?: OutsideSources | null): string {
  const origins = outside?.payment.map((origin) => ` "${origin}"`).join("") ?? "";
  const payment = origins ? `(self${origins})` : "()";
  return `camera=(), geolocation=(), microphone=(), payment=${payment}`;
}

/** Headers of every response unless it sets its own; embeds and logos do. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": permissionsPolicy(),
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/**
 * Returns the path of an image on this installation; null for other hosts, which are never loaded.
 */
export function ownPicture(url: string | null, appUrl: string): string | null {
  if (url === null || !URL.canParse(url, appUrl)) return null;
  const own = new URL(appUrl);
  const { origin, pathname, search } = new URL(url, own);
  return origin === own.origin ? pathname + search : null;
}

/** Key, path or address of the small file of a logo, which pages show: a few kilobytes. */
export function smallLogo(logo: string): string {
  return logo.replace(/(?<!-small)\.png$/, "-small.png");
}

/** Path of the small file of a logo of this installation; null for other hosts. */
export function ownLogo(url: string | null, appUrl: string): string | null {
  const own = ownPicture(url, appUrl);
  return own && smallLogo(own);
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
