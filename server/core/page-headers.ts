// The headers that keep a page to its own scripts, styles and host.

/** In which the server in front of Next tells a page the language it chose for the reader. */
export const LANGUAGE_HEADER = "x-carbon-till-language";

/** Where Stripe's script comes from, and what it opens and asks, as Stripe documents it. */
const STRIPE = {
  "script-src": "https://js.stripe.com https://*.js.stripe.com",
  "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "connect-src": "https://api.stripe.com",
  "img-src": "https://*.stripe.com",
};

interface PolicyOptions {
  dev: boolean;
  /** For the one page on which Stripe takes the money. */
  withStripe?: boolean;
  /** For a preview, which the dashboard shows in a frame. */
  isFramed?: boolean;
}

/** A policy under which nothing runs that does not carry `nonce` or is loaded by what does. */
export function contentSecurityPolicy(
  nonce: string,
  { dev, withStripe, isFramed }: PolicyOptions,
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
  const more: Record<string, string> = withStripe ? STRIPE : {};
  return Object.entries(directives)
    .map(([name, sources]) => [name, sources, more[name]].filter(Boolean).join(" "))
    .join("; ");
}

/** What a page loads, where it is the same for everybody and can carry no nonce. */
export interface PageSources {
  /** Hashes of its inline scripts; `'self'` where it loads any. */
  scripts: readonly string[];
  /** Hashes of its inline style sheets. */
  styles: readonly string[];
}

/** A policy under which nothing runs but what the page had when it was rendered. */
export function sharedPagePolicy({ scripts, styles }: PageSources): string {
  const policy = contentSecurityPolicy("", { dev: false });
  const scriptSources = scripts.length > 0 ? scripts.join(" ") : "'none'";
  return policy
    .replace(/script-src [^;]*/, `script-src ${scriptSources}`)
    .replace(/style-src [^;]*/, `style-src ${["'self'", ...styles].join(" ")}`);
}

/** Which of the browser's powers a page that takes payments may use: nobody else's, and few. */
export function permissionsPolicy({ withStripe }: { withStripe: boolean }): string {
  const payment = withStripe ? '(self "https://js.stripe.com" "https://*.js.stripe.com")' : "()";
  return `camera=(), geolocation=(), microphone=(), payment=${payment}`;
}

/** What every response carries, unless it says otherwise itself: embeds and logos are for all sites. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": permissionsPolicy({ withStripe: false }),
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
