// Checks what a request says of itself before anything acts on it: its target and its Host.
import type http from "node:http";

/** Whether the request only asks for something. */
export function isRead({ method }: { method?: string | undefined }): boolean {
  return method === "GET" || method === "HEAD";
}

export interface RequestHead {
  hosts: number;
  /** Presents an API key, valid or not. */
  hasKey: boolean;
}

/** Reads the few headers that decide on admission, without parsing them all. */
export function readHead({ rawHeaders }: http.IncomingMessage): RequestHead {
  const head = { hosts: 0, hasKey: false };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") head.hosts += 1;
    if (name.length === 13 && name.toLowerCase() === "authorization") head.hasKey = true;
  }
  return head;
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
export function acceptHead(req: http.IncomingMessage, { hosts }: RequestHead): boolean {
  if (hosts > 1) return false;
  return req.url?.startsWith("/") === true || takeAbsoluteForm(req);
}
