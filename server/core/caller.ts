// Who sends a request, as far as its address tells: for whatever must be counted without a key.
import { AsyncLocalStorage } from "node:async_hooks";
import type http from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "./env";

// One per process: the bundler makes a second copy of this module for the pages.
const shared = globalThis as { carbonTillCallers?: AsyncLocalStorage<string> };
shared.carbonTillCallers ??= new AsyncLocalStorage<string>();
const callers = shared.carbonTillCallers;

/** What a household or a server has of IPv6 at the least: any of its addresses may be the next. */
const OWN_BITS = 64;

/** An address as a name to count by; null where the text is none. A port beside it is left out. */
function countedAs(text: string): string | null {
  const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$/, "$1");
  const address = isIP(bare) === 0 ? bare.replace(/:\d+$/, "") : bare;
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${OWN_BITS}`).toString();
}

/**
 * The name of who sent a request: of the connection's other end, or, behind so many proxies of our
 * own, of what the outermost of them wrote down in X-Forwarded-For. What stands before that in the
 * header anybody may have written. An IPv6 address stands for its network of 64 bits.
 */
export function callerOf(
  { remoteAddress, forwardedFor }: { remoteAddress: string | undefined; forwardedFor: string },
  proxies = env.CT_TRUSTED_PROXIES,
): string {
  const passed = forwardedFor.split(",").filter((part) => part.trim() !== "");
  const told = proxies === 0 ? undefined : passed.slice(-proxies)[0];
  return countedAs(told ?? "") ?? countedAs(remoteAddress ?? "") ?? "unknown";
}

/** Runs `handle` as the answer to the request, in which `currentCaller` knows who sent it. */
export function withCaller<T>(req: http.IncomingMessage, handle: () => T): T {
  // Node joins the lines of a repeated header.
  const forwardedFor = String(req.headers["x-forwarded-for"] ?? "");
  const { remoteAddress } = req.socket;
  return callers.run(callerOf({ remoteAddress, forwardedFor }), handle);
}

/** Who sent the request that is being answered; all are one where no server of ours is in front. */
export function currentCaller(): string {
  return callers.getStore() ?? "unknown";
}
