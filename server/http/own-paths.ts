// Paths that the server handles itself: liveness, readiness and security.txt.
import type http from "node:http";
import { appUrl, env } from "#core/env";
import { isRead, pathOf } from "./request-class";

const SECURITY = "/.well-known/security.txt";
const own = new Set(["/livez", "/readyz", SECURITY]);
const YEAR_MS = 365 * 24 * 3_600_000;
const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

/** RFC 9116 requires a contact. Null without CT_SECURITY_CONTACT. */
export function securityText(now: Date, contact = env.CT_SECURITY_CONTACT): string | null {
  if (contact === undefined) return null;
  // Rounded to the day, so that the file changes rarely.
  const expires = new Date(now.getTime() + YEAR_MS / 2);
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    `Canonical: ${appUrl()}${SECURITY}`,
    "Preferred-Languages: en",
  ];
  return `${lines.join("\n")}\n`;
}

export function isOwnPath(url: string): boolean {
  return own.has(pathOf(url));
}

async function responseFor(
  path: string,
  isReady: () => Promise<boolean>,
): Promise<[number, string]> {
  if (path === "/livez") return [200, "ok\n"];
  if (path === "/readyz") return (await isReady()) ? [200, "ready\n"] : [503, "not ready\n"];
  const text = securityText(new Date());
  return text === null ? [404, "CT_SECURITY_CONTACT is not set.\n"] : [200, text];
}

export async function handleOwnPath(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  isReady: () => Promise<boolean>,
): Promise<void> {
  if (!isRead(req)) {
    res.writeHead(405, { ...TEXT, Allow: "GET, HEAD" }).end("Use GET.\n");
    return;
  }
  const [status, text] = await responseFor(pathOf(req.url ?? ""), isReady);
  res.writeHead(status, { ...TEXT, "Content-Length": Buffer.byteLength(text) }).end(text);
}
