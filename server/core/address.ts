// Which hosts belong to the public internet; everything else is never called.
import dns from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import ipaddr from "ipaddr.js";

/** Addresses that IANA has given out for the public; what is outside stands for something else. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Names without a dot, and names that by their ending belong to one machine or one network. */
const INTERNAL_NAME = /^[^.]*\.*$|\.(localhost|local|internal|home\.arpa)\.*$/i;
/** How long an answer is waited for where the name is looked up again at each connection. */
const PATIENCE_MS = 2_000;

/**
 * Whether the IP address is public unicast. IPv4 mapped into IPv6 counts as the IPv4 it is; the
 * prefixes that tunnel or translate to IPv4 (6to4, Teredo, NAT64) count as private.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === "unicast";
}

/** Whether a URL's host says by itself, as a literal address or a name, that it is not public. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? INTERNAL_NAME.test(bare) : !isPublicAddress(bare);
}

/**
 * Every address of a public name; none where it leads nowhere. It asks DNS alone, not the hosts
 * file or search domains, and by Node's own client: `dns.lookup` holds one of the process's few
 * threads while it waits, so that a few names with slow servers would stop all other look-ups.
 */
export async function addressesOf(name: string): Promise<string[]> {
  const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/**
 * Whether a URL's host is, or resolves to, an address that is not public. A name that leads
 * nowhere, or whose answer is slow, is not private: each connection looks it up again.
 */
export async function leadsToPrivateHost(host: string): Promise<boolean> {
  if (isPrivateHost(host)) return true;
  const late = wait(PATIENCE_MS, [], { ref: false });
  const found = await Promise.race([addressesOf(host), late]);
  return found.some((address) => !isPublicAddress(address));
}

/** Whether the URL is plain http to this very machine, where the server of somebody who tries things is. */
export function isLocalUrl(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
}

/** What forbids to call a local URL; null where nothing does. */
export function localUrlFault(url: string): string | null {
  if (!isLocalUrl(url)) return "must be http://localhost or http://127.0.0.1";
  const { username, password, port } = new URL(url);
  if (username || password) return "must not hold a user name or password";
  return port === "" || Number(port) > 1023 ? null : "must use port 80, or one above 1023";
}

/**
 * What forbids to call the URL, whatever its host; null where nothing does. Of the ports below
 * 1024 only 443 is open: the others belong to mail, shells and files, which expect no callbacks.
 */
export function urlFault(url: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(url)) return "must be an absolute URL";
  const { protocol, username, password, port } = new URL(url);
  if (protocol !== "https:" && !(allowPrivate && protocol === "http:")) {
    return "must be an https URL";
  }
  if (username || password) return "must not hold a user name or password";
  const isOpen = allowPrivate || port === "" || Number(port) > 1023;
  return isOpen ? null : "must use port 443, or one above 1023";
}
