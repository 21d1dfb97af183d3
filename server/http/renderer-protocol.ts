// What the front's process and the renderer's say to each other: messages, and headers of requests.

export type ToRenderer =
  | { type: "serve"; socketPath: string; secret: string; host: string; port: number }
  // The embedded PostgreSQL may come back at another address.
  | { type: "ping"; databaseUrl: string | undefined }
  | { type: "stop" };

export type FromRenderer = { type: "ready" } | { type: "pong" };

const PREFIX = "x-carbon-till-";

export const internal = {
  /** Proves to the renderer that the request comes from its own front. */
  secret: `${PREFIX}secret`,
  /** Whom the front counts the caller as, and the caller's address. */
  caller: `${PREFIX}caller`,
  address: `${PREFIX}address`,
  requestId: `${PREFIX}request-id`,
} as const;

/** What HTTP says about one connection, and is not passed on. */
const HOP_BY_HOP =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|http2-settings)$/;
/** What Next would take for its own server's word. */
const RESERVED = /^(content-security-policy(-report-only)?|x-nonce|x-middleware-.*)$/;

/** Whether a caller's header goes on to Next. */
export function isForwarded(name: string): boolean {
  return !HOP_BY_HOP.test(name) && !RESERVED.test(name) && !name.startsWith(PREFIX);
}

/** Whether a header of the renderer's answer goes on to the caller. */
export function isReturned(name: string): boolean {
  return !HOP_BY_HOP.test(name) && !name.startsWith(PREFIX);
}
