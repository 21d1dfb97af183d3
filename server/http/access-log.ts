// One line in the log for each request, whatever answers it; of refused ones, one line a second.
import type http from "node:http";
import type { RequestInfo } from "#core/caller";
import { env } from "#core/env";
import { log } from "#core/log";
import { isLoopback } from "./connections";
import { loggedPath, type RequestClass } from "./request-class";

const AGENT_LENGTH = 200;
const FLUSH_MS = 1000;

export interface Served {
  info: RequestInfo;
  class: RequestClass;
  startedAt: number;
  /** Written to the socket for it. */
  bytes: number;
}

/** Writes the line of a request whose answer is sent, or whose client has gone. */
export function logRequest(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { info, class: name, startedAt, bytes }: Served,
): void {
  const line = {
    event: "http.request",
    requestId: info.requestId,
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
  if (name === "assets") log.debug(line, "request");
  else log.info(line, "request");
}

interface Refused {
  class: RequestClass;
  reason: string;
  status: number;
  count: number;
  /** Of the last of them. */
  address: string;
}

/** Counts refused requests, so that a flood does not become a flood of lines. */
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

/** What to log about a request, as the log takes it; null where nothing is wrong. */
export function proxyFault(
  { remoteAddress, forwardedFor }: Origin,
  trusted = env.CT_TRUSTED_PROXIES,
): [fields: { event: string }, message: string] | null {
  const entries = forwardedFor.split(",").filter((part) => part.trim() !== "").length;
  if (trusted === 0) {
    // Behind a proxy on this machine that is not trusted nobody is limited.
    if (entries === 0 || !isLoopback(remoteAddress)) return null;
    const message = "a proxy on this machine sends X-Forwarded-For, but CT_TRUSTED_PROXIES is 0";
    return [{ event: "http.proxy_not_trusted" }, message];
  }
  if (entries >= trusted) return null;
  // Where the proxy adds nothing, a client may write any address into the header.
  const message =
    `a request arrived with ${entries} addresses in X-Forwarded-For, but CT_TRUSTED_PROXIES is ` +
    `${trusted}: make each proxy append its caller, or clients can claim any address`;
  return [{ event: "http.forwarded_for_missing" }, message];
}
