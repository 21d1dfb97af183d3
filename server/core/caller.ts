import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type http from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { randomBase62, sha256 } from "./crypto";
import { appUrl, env } from "./env";
import { oncePerProcess } from "./once-per-process";

export interface RequestInfo {
  /** Sent to the client as X-Request-Id, and written to every line of the log about the request. */
  requestId: string;
  /** The key of rate limits: the client's IPv4 address or IPv6 /64 network. */
  caller: string;
  address: string;
  /** The API key that was accepted, for the access log. */
  keyId?: string;
  /** The account of the key, whose requests share places. */
  accountId?: string;
  /** Of the account, for traces. */
  mode?: "live" | "test";
  /** Path and query, for pages that lead back to themselves after a login. */
  url?: string;
  /** Of the client's trace (W3C Trace Context), if it sent one. */
  traceId?: string;
  /** Template of the path, such as `/v1/orders/{id}`, for metrics. */
  route?: string;
}

const requests = oncePerProcess("requests", () => new AsyncLocalStorage<RequestInfo>());

/** A household or server has at least a /64 and may use any address in it. */
const OWN_BITS = 64;

/** Parses an address, without its port if it has one; null if it is invalid. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$/, "$1");
  const address = isIP(bare) === 0 ? bare.replace(/:\d+$/, "") : bare;
  return isIP(address) === 0 ? null : ipaddr.process(address);
}

interface Origin {
  remoteAddress: string | undefined;
  forwardedFor: string;
}

function parseOrigin({ remoteAddress, forwardedFor }: Origin, proxies: number) {
  const passed = forwardedFor.split(",").filter((part) => part.trim() !== "");
  const named = proxies === 0 ? undefined : passed.slice(-proxies)[0];
  return parseAddress(named ?? "") ?? parseAddress(remoteAddress ?? "");
}

/** Returns the client's address, found like `callerOf`. */
export function addressOf(origin: Origin, proxies = env.CT_TRUSTED_PROXIES): string {
  return parseOrigin(origin, proxies)?.toString() ?? "unknown";
}

/**
 * Identifies the client for rate limits. Behind trusted proxies it is the address that the
 * outermost one appended to X-Forwarded-For; anything before that may be forged. An IPv6 address
 * stands for its /64 network.
 */
export function callerOf(origin: Origin, proxies = env.CT_TRUSTED_PROXIES): string {
  const parsed = parseOrigin(origin, proxies);
  if (parsed === null) return "unknown";
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${OWN_BITS}`).toString();
}

export function originOf({ headers, socket }: Pick<http.IncomingMessage, "headers" | "socket">) {
  // Node joins repeated headers with commas.
  const forwardedFor = String(headers["x-forwarded-for"] ?? "");
  return { remoteAddress: socket.remoteAddress, forwardedFor };
}

export function withRequest<T>(info: RequestInfo, handle: () => T): T {
  return requests.run(info, handle);
}

/** Like `withRequest`, with a new ID and what the connection shows. */
export function withCaller<T>(
  req: Pick<http.IncomingMessage, "headers" | "socket">,
  handle: () => T,
): T {
  const origin = originOf(req);
  const info = { requestId: randomUUID(), caller: callerOf(origin), address: addressOf(origin) };
  return withRequest(info, handle);
}

/** Returns the current request if the server in front has set it. */
export function currentRequest(): RequestInfo | undefined {
  return requests.getStore();
}

/** Records the template of the current request's path. */
export function recordRoute(route: string): void {
  const request = currentRequest();
  if (request) request.route = route;
}

/** Records the current request's account. */
export function recordAccount({ id, mode }: { id: string; mode: "live" | "test" }): void {
  const request = currentRequest();
  if (request) Object.assign(request, { accountId: id, mode });
}

/** Returns the current request's ID, or a new one outside of requests. */
export function currentRequestId(): string {
  return requests.getStore()?.requestId ?? randomUUID();
}

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(-|$)/;

/** Returns the trace ID of a valid `traceparent` header. */
export function traceIdIn({ headers }: Pick<http.IncomingMessage, "headers">): {
  traceId?: string;
} {
  const header = headers["traceparent"];
  const [, traceId] = TRACE_PARENT.exec(typeof header === "string" ? header : "") ?? [];
  const isValid =
    traceId !== undefined && !/^0+$/.test(traceId) && !String(header).startsWith("ff");
  return isValid ? { traceId } : {};
}

/** Returns the trace ID for the log: the client's, or one made of the request ID. */
export function traceIdOf({ traceId, requestId }: RequestInfo): string {
  return traceId ?? requestId.replaceAll("-", "");
}

/** Returns the current client. Without a server of ours in front, all clients are "unknown". */
export function currentCaller(): string {
  return requests.getStore()?.caller ?? "unknown";
}

/** Returns the path and query of the current page, without what Next adds to its own requests. */
export function currentPage(): string {
  const url = new URL(requests.getStore()?.url ?? "/", appUrl());
  url.searchParams.delete("_rsc");
  return url.pathname + url.search;
}

const COOKIE = "customer";
const KEY_LENGTH = 32;
const MAX_AGE_SECONDS = 30 * 24 * 3600;

function keyIn(cookies: string | null): string | null {
  const [, key] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9A-Za-z]{${KEY_LENGTH}})(?:;|$)`).exec(cookies ?? "") ??
    [];
  return key ?? null;
}

const hashOf = (key: string) => sha256(key).toString("hex");

/** Returns the hash of the key in a request's `Cookie` header, or null without one. */
export function findBrowserHash(cookies: string | null): string | null {
  const key = keyIn(cookies);
  return key === null ? null : hashOf(key);
}

/** Returns the hash of the browser's key, and the Set-Cookie header that stores it for a path. */
export function ensureBrowserKey(cookies: string | null, path: string) {
  const key = keyIn(cookies) ?? randomBase62(KEY_LENGTH);
  const secure = appUrl().startsWith("https:") ? "; Secure" : "";
  const setCookie = `${COOKIE}=${key}; Path=${path}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return { hash: hashOf(key), setCookie };
}
