// Paths that the server handles itself: liveness, readiness, metrics and security.txt.
import { timingSafeEqual } from "node:crypto";
import type http from "node:http";
import { sha256 } from "#core/crypto";
import { appUrl, env } from "#core/env";
import { METRICS_TYPE, readMetrics } from "#core/metrics";
import { type Checks, type ProcessState, readinessOf } from "#core/readiness";
import { telemetry } from "#core/telemetry-settings";
import { isRead, METRICS_PATH, pathOf, SECURITY_PATH } from "./request-class";

const YEAR_MS = 365 * 24 * 3_600_000;
const PLAIN = "text/plain; charset=utf-8";

/** The facts of readiness. */
export interface HealthSource {
  processState(): ProcessState;
  findChecks(): Promise<Checks>;
  /** The port is not public, so metrics need no token. */
  isPrivate: boolean;
}

interface OwnResponse {
  status: number;
  text: string;
  type?: string;
  headers?: Record<string, string>;
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
    `Canonical: ${appUrl()}${SECURITY_PATH}`,
    "Preferred-Languages: en",
  ];
  return `${lines.join("\n")}\n`;
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

function hasToken({ headers }: http.IncomingMessage, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(sha256(given), sha256(token));
}

async function metricsResponse(
  req: http.IncomingMessage,
  { isPrivate }: HealthSource,
): Promise<OwnResponse | undefined> {
  const token = telemetry.current.CT_METRICS_TOKEN;
  if (!isPrivate && token === undefined) return undefined;
  if (!isPrivate && token !== undefined && !hasToken(req, token)) {
    return { status: 401, text: "Unauthorized.\n", headers: { "WWW-Authenticate": "Bearer" } };
  }
  return { status: 200, text: await readMetrics(), type: METRICS_TYPE };
}

/** Returns undefined for other paths. */
async function responseFor(
  req: http.IncomingMessage,
  source: HealthSource,
): Promise<OwnResponse | undefined> {
  const path = pathOf(req.url ?? "");
  if (path === "/livez") return { status: 200, text: "ok\n" };
  if (path === "/readyz") return readyResponse(source);
  if (path === METRICS_PATH) return metricsResponse(req, source);
  return path === SECURITY_PATH ? securityResponse() : undefined;
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
  const response = (await responseFor(req, source)) ?? { status: 404, text: "Not found.\n" };
  const { status, text, type = PLAIN } = response;
  res.writeHead(status, {
    ...headers,
    ...response.headers,
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
  });
  res.end(text);
}
