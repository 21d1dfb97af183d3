import type http from "node:http";
import { type RequestInfo, traceIdOf } from "#core/caller";
import { env } from "#core/env";
import { log, plainLog } from "#core/log";
import { isLoopback } from "./connections";
import { loggedPath, type RequestClass } from "./request-class";

const AGENT_LENGTH = 200;
const FLUSH_MS = 1000;

export interface Served {
  info: RequestInfo;
  class: RequestClass;
  startedAt: number;
  /** Written to the socket for this request. */
  bytes: number;
}

/** Logs a request after its response was sent or its client has left. */
export function logRequest(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { info, class: name, startedAt, bytes }: Served,
): void {
  const level = name === "assets" ? "debug" : "info";
  const line = {
    requestId: info.requestId,
    traceId: traceIdOf(info),
    class: name,
    method: req.method,
    path: loggedPath(req.url ?? ""),
    status: res.headersSent ? res.statusCode : undefined,
    ms: Math.round(performance.now() - startedAt),
    bytes,
    address: info.address,
    userAgent: req.headers["user-agent"]?.slice(0, AGENT_LENGTH),
    key: info.keyId,
    aborted: res.writableFinished ? undefined : true,
  };
  plainLog[level]({ event: "http.request", ...line }, "request");
}

interface Refused {
  class: RequestClass;
  reason: string;
  status: number;
  count: number;
  /** Of the last one. */
  address: string;
}

/** Logs one line per second and reason, so a flood of requests does not become a flood of lines. */
export class RefusalLog {
  readonly #counts = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;

  add(refused: Omit<Refused, "count">): void {
    const name = `${refused.class} ${refused.reason}`;
    const known = this.#counts.get(name);
    if (known) {
      known.count += 1;
      known.address = refused.address;
      return;
    }
    this.#counts.set(name, { ...refused, count: 1 });
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const refused of this.#counts.values()) {
      log.warn({ event: "http.refused", ...refused }, "requests refused");
    }
    this.#counts.clear();
  }
}

interface Origin {
  remoteAddress: string;
  forwardedFor: string;
}

/**
 * Warns if the proxies in front do not match CT_TRUSTED_PROXIES: limits would then apply to the wrong
 * clients. Returns whether it warned.
 */
export function warnOfProxies(
  { remoteAddress, forwardedFor }: Origin,
  trusted = env.CT_TRUSTED_PROXIES,
): boolean {
  const entries = forwardedFor.split(",").filter((part) => part.trim() !== "").length;
  if (trusted === 0) {
    // Loopback clients are not limited, so a local proxy that is not trusted disables limits.
    if (entries === 0 || !isLoopback(remoteAddress)) return false;
    log.warn(
      { event: "http.proxy_not_trusted" },
      "a proxy on this machine sends X-Forwarded-For, but CT_TRUSTED_PROXIES is 0",
    );
    return true;
  }
  if (entries >= trusted) return false;
  // If a proxy adds nothing, a client may write any address into the header.
  log.warn(
    { event: "http.forwarded_for_missing", entries, trusted },
    "X-Forwarded-For has fewer addresses than CT_TRUSTED_PROXIES; configure each proxy to append " +
      "its client's address, or clients can claim any address",
  );
  return true;
}
