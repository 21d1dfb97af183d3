// The headers that keep a page to its own scripts, styles and host.

/** A policy under which nothing runs that does not carry `nonce` or is loaded by what does. */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'`;
  const directives = {
    "default-src": "'self'",
    // Next's development tools evaluate code and write styles of their own.
    "script-src": dev ? `${script} 'unsafe-eval'` : script,
    "style-src": dev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/** What every answer carries, whatever it is. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}
