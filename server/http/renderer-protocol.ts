// Messages and headers between the front and the renderer.

/** The embedded PostgreSQL has its port when it has started, and may restart on another one. */
interface WithDatabase {
  databaseUrl: string | undefined;
}

export type ToRenderer =
  | ({
      type: "serve";
      socketPath: string;
      secret: string;
      host: string;
      port: number;
      /** False while the dashboard is being built: "open-dashboard" follows. */
      isBuilt: boolean;
    } & WithDatabase)
  | { type: "open-dashboard" }
  | ({ type: "ping" } & WithDatabase)
  | { type: "stop" };

export type FromRenderer = { type: "ready" } | { type: "dashboard-open" } | { type: "pong" };

const PREFIX = "x-carbon-till-";

export const internal = {
  /** Proves that the request comes from the renderer's own front. */
  secret: `${PREFIX}secret`,
  /** The client's key for rate limits, and its address. */
  caller: `${PREFIX}caller`,
  address: `${PREFIX}address`,
  requestId: `${PREFIX}request-id`,
} as const;

/** Headers about one connection, which are not forwarded. */
const HOP_BY_HOP =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|http2-settings)$/;
/** Headers that Next trusts as set by its own server. */
const RESERVED = /^(content-security-policy(-report-only)?|x-middleware-.*)$/;

/** Returns true if a client's header is forwarded to Next. */
export function isForwarded(name: string): boolean {
  return !HOP_BY_HOP.test(name) && !RESERVED.test(name) && !name.startsWith(PREFIX);
}

/** Returns true if a response header of the renderer is forwarded to the client. */
export function isReturned(name: string): boolean {
  return !HOP_BY_HOP.test(name) && !name.startsWith(PREFIX);
}
