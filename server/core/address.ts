// Which network addresses belong to the public internet; everything else is never called.
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

/** Whether the literal IP address is public unicast; IPv4 inside IPv6 counts as the IPv4 it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === "unicast";
}

/**
 * Whether a URL's host is, or resolves to, an address that is not public. A name that does not
 * resolve is not private: it is looked up again at each connection.
 */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(literal)) return !isPublicAddress(literal);
  if (/(^|\.)(localhost|local|internal)\.?$/i.test(literal)) return true;
  const found = await lookup(literal, { all: true }).catch(() => []);
  return found.some(({ address }) => !isPublicAddress(address));
}
