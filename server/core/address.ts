import dns from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import ipaddr from "ipaddr.js";

/** IANA's block of addresses for the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Names without a dot, and names reserved for one machine or network. */
const INTERNAL_NAME = /^[^.]*\.*$|\.(localhost|local|internal|home\.arpa)\.*$/i;
/** Limit for a DNS lookup that each connection repeats anyway. */
const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Returns true for public unicast addresses. An IPv4 address mapped into IPv6 counts as IPv4;
 * prefixes that tunnel or translate to IPv4 (6to4, Teredo, NAT64) count as private.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === "unicast";
}

/** Returns true if a URL's host is visibly not public, without a DNS lookup. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? INTERNAL_NAME.test(bare) : !isPublicAddress(bare);
}

/**
 * Returns all addresses of a public name, or none if it does not resolve. Uses Node's DNS client
 * without the hosts file: `dns.lookup` occupies one of the process's few threads, so a few slow
 * name servers would block all lookups.
 */
export async function addressesOf(name: string): Promise<string[]> {
  const results = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

/**
 * Returns true if a URL's host is not public or resolves to an address that is not. A name that
 * resolves to nothing or too slowly is not private, because each connection looks it up again.
 */
export async function resolvesToPrivateHost(host: string): Promise<boolean> {
  if (isPrivateHost(host)) return true;
  const late = wait(LOOKUP_TIMEOUT_MS, [], { ref: false });
  const addresses = await Promise.race([addressesOf(host), late]);
  return addresses.some((address) => !isPublicAddress(address));
}

/** Returns true for plain http to this machine, where developers run test servers. */
export function isLocalUrl(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
}

/** Returns why a local URL must not be called, or null. */
export function localUrlFault(url: string): string | null {
  if (!isLocalUrl(url)) return "must be http://localhost or http://127.0.0.1";
  const { username, password, port } = new URL(url);
  if (username || password) return "must not contain a user name or password";
  return port === "" || Number(port) > 1023 ? null : "must use port 80, or one above 1023";
}

/**
 * Returns why the URL must not be called, whatever its host, or null. Of the ports below 1024 only
 * 443 is allowed: the others belong to mail, shells and files.
 */
export function urlFault(url: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(url)) return "must be an absolute URL";
  const { protocol, username, password, port } = new URL(url);
  if (protocol !== "https:" && !(allowPrivate && protocol === "http:")) {
    return "must be an https URL";
  }
  if (username || password) return "must not contain a user name or password";
  const isOpen = allowPrivate || port === "" || Number(port) > 1023;
  return isOpen ? null : "must use port 443, or one above 1023";
}
