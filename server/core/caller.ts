// The request being answered: who sent it, by address and cookie, and its id.
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
  /** The name by which the client is counted: its address, or its network of 64 bits. */
  caller: string;
  address: string;
  /** The API key that was accepted, for the access log. */
  keyId?: string;
}

const requests = oncePerProcess("requests", () => new AsyncLocalStorage<RequestInfo>());

/** What a household or a server has of IPv6 at the least: any of its addresses may be the next. */
const OWN_BITS = 64;

/** An address in its shortest form; null where the text is none. A port beside it is left out. */
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

/** The client's address, by the same rules as `callerOf`. */
export function addressOf(origin: Origin, proxies = env.CT_TRUSTED_PROXIES): string {
  return parseOrigin(origin, proxies)?.toString() ?? "unknown";
}

/**
 * The name of who sent a request: of the connection's other end, or, behind so many proxies of our
 * own, of what the outermost of them wrote down in X-Forwarded-For. What stands before that in the
 * header anybody may have written. An IPv6 address stands for its network of 64 bits.
 */
export function callerOf(origin: Origin, proxies = env.CT_TRUSTED_PROXIES): string {
  const parsed = parseOrigin(origin, proxies);
  if (parsed === null) return "unknown";
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${OWN_BITS}`).toString();
}

/** Where a request comes from, as its connection and its headers say. */
export function originOf({ headers, socket }: Pick<http.IncomingMessage, "headers" | "socket">) {
  // Node joins the lines of a repeated header.
  const forwardedFor = String(headers["x-forwarded-for"] ?? "");
  return { remoteAddress: socket.remoteAddress, forwardedFor };
}

/** Runs `handle` as the answer to the request. */
export function withRequest<T>(info: RequestInfo, handle: () => T): T {
  return requests.run(info, handle);
}

/** The same, where nothing is known of the request but where it comes from. */
export function withCaller<T>(
  req: Pick<http.IncomingMessage, "headers" | "socket">,
  handle: () => T,
): T {
  const origin = originOf(req);
  const info = { requestId: randomUUID(), caller: callerOf(origin), address: addressOf(origin) };
  return withRequest(info, handle);
}

/** The request that is being answered, where the server in front has set it. */
export function currentRequest(): RequestInfo | undefined {
  return requests.getStore();
}

/** The id of the request that is being answered; a new one outside of requests. */
export function currentRequestId(): string {
  return requests.getStore()?.requestId ?? randomUUID();
}

/** Who sent the request that is being answered; all are one where no server of ours is in front. */
export function currentCaller(): string {
  return requests.getStore()?.caller ?? "unknown";
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

/** The hash of the key in a request's `Cookie` header; null where the browser has none. */
export function findBrowserHash(cookies: string | null): string | null {
  const key = keyIn(cookies);
  return key === null ? null : hashOf(key);
}

/** The browser's key for a path, new where it has none: its hash, and the header that keeps it. */
export function keepBrowserKey(cookies: string | null, path: string) {
  const key = keyIn(cookies) ?? randomBase62(KEY_LENGTH);
  const secure = appUrl().startsWith("https:") ? "; Secure" : "";
  const setCookie = `${COOKIE}=${key}; Path=${path}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  return { hash: hashOf(key), setCookie };
}
