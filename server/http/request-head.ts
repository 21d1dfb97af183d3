// Checks what a request says of itself before anything acts on it: its target and its Host.
import type http from "node:http";

function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}

/** A target with a host in it, which a server must accept (RFC 9112, section 3.2.2). */
function takeAbsoluteForm(req: http.IncomingMessage): boolean {
  const target = req.url ?? "";
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false;
  const { host, pathname, search } = new URL(target);
  req.url = `${pathname}${search}`;
  req.headers.host = host;
  return true;
}

/**
 * Whether the request may be acted on. One whose target names a host is turned into one for the path,
 * with that host: nothing after this ever sees, or redirects to, a target that is not a path.
 */
export function acceptHead(req: http.IncomingMessage): boolean {
  if (countHosts(req.rawHeaders) > 1) return false;
  return req.url?.startsWith("/") === true || takeAbsoluteForm(req);
}
