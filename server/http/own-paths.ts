// Paths that the server handles itself: liveness, readiness and security.txt.
import type http from "node:http";
import { appUrl, env } from "#core/env";
import { type Checks, type ProcessState, readinessOf } from "#core/readiness";
import { isRead, pathOf } from "./request-class";

const SECURITY = "/.well-known/security.txt";
const own = new Set(["/livez", "/readyz", SECURITY]);
const YEAR_MS = 365 * 24 * 3_600_000;
const PLAIN = "text/plain; charset=utf-8";

/** The facts of readiness. */
export interface HealthSource {
  processState(): ProcessState;
  findChecks(): Promise<Checks>;
}

interface OwnResponse {
  status: number;
  text: string;
  type?: string;
}

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

async function readyResponse(source: HealthSource): Promise<OwnResponse> {
  const { isReady, body } = readinessOf(source.processState(), await source.findChecks());
  return {
    status: isReady ? 200 : 503,
    text: `${JSON.stringify(body)}\n`,
    type: "application/json",
  };
}

function securityResponse(): OwnResponse {
  const text = securityText(new Date());
  return text === null
    ? { status: 404, text: "CT_SECURITY_CONTACT is not set.\n" }
    : { status: 200, text };
}

/** Returns undefined for other paths. */
async function responseFor(path: string, source: HealthSource): Promise<OwnResponse | undefined> {
  if (path === "/livez") return { status: 200, text: "ok\n" };
  if (path === "/readyz") return readyResponse(source);
  return path === SECURITY ? securityResponse() : undefined;
}

export async function handleOwnPath(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  source: HealthSource,
): Promise<void> {
  const headers = { "Content-Type": PLAIN, "Cache-Control": "no-store" };
  if (!isRead(req)) {
    res.writeHead(405, { ...headers, Allow: "GET, HEAD" }).end("Use GET.\n");
    return;
  }
  const {
    status,
    text,
    type = PLAIN,
  } = (await responseFor(pathOf(req.url ?? ""), source)) ?? {
    status: 404,
    text: "Not found.\n",
  };
  const length = Buffer.byteLength(text);
  res.writeHead(status, { ...headers, "Content-Type": type, "Content-Length": length }).end(text);
}
