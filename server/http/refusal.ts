// Refuses requests cheaply: without parsing, database or stack trace.
import type http from "node:http";
import { Problem, type ProblemCode } from "#core/errors";
import { PROBLEM_TYPE, problemBody } from "#core/problem";
import { moduleAddresses } from "#modules";
import { isRead, pathOf } from "./request-class";

export type RefusalReason =
  | "overloaded"
  | "address-limit"
  | "bad-request"
  | "slow-body"
  | "large-body"
  | "many-bodies"
  | "no-room"
  | "encoded-body"
  | "no-page"
  | "building"
  | "not-built";

const ID = "\u0000id\u0000";
/** For longer bodies the connection is closed instead of waiting for them. */
const SHORT_BODY = 65_536;

interface Copy {
  code: ProblemCode;
  status: number;
  detail: string;
}

const copies = {
  overloaded: {
    code: "unavailable",
    status: 503,
    detail: "The server is overloaded and did not process the request. Try again in a few seconds.",
  },
  "address-limit": {
    code: "rate-limited",
    status: 429,
    detail: "Too many requests from your address. Try again in a few seconds.",
  },
  "no-page": {
    code: "unavailable",
    status: 503,
    detail:
      "This page is unavailable. Try again in a moment. Orders and payments are not affected.",
  },
  building: {
    code: "unavailable",
    status: 503,
    detail: "The dashboard is being built. Try again in a minute. Orders are accepted.",
  },
  "not-built": {
    code: "unavailable",
    status: 503,
    detail: "The dashboard could not be built. The server's log says why. Orders are accepted.",
  },
  "slow-body": {
    code: "request-timeout",
    status: 408,
    detail: "A body of up to 64 KiB must arrive within 3 seconds, a larger one within 10.",
  },
  "large-body": {
    code: "payload-too-large",
    status: 413,
    detail: "A form can have at most 64 KiB, a payment notice 256 KiB, and other bodies 1 MiB.",
  },
  "many-bodies": {
    code: "rate-limited",
    status: 429,
    detail: "Too many request bodies are on their way at once. Send fewer at the same time.",
  },
  "no-room": {
    code: "unavailable",
    status: 503,
    detail: "The server receives too much at once and did not process the request. Try again soon.",
  },
  "encoded-body": {
    code: "unsupported-media-type",
    status: 415,
    detail: "Send the body without Content-Encoding: compressed bodies are not accepted.",
  },
  "bad-request": {
    code: "invalid-parameters",
    status: 400,
    detail: "Send exactly one Host header, and a path as the request target.",
  },
} as const satisfies Record<RefusalReason, Copy>;

/** A body, split where the request ID belongs. */
interface Template {
  type: string;
  parts: string[];
}

function templates({ code, detail, status }: Copy): Record<"api" | "trpc" | "page", Template> {
  const problem = new Problem(code, { detail });
  const { title } = problem;
  const cut = (text: string) => text.split(ID);
  const error = { message: title, code: -32603, data: { httpStatus: status } };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><h1>${title}</h1><p>${detail}</p>
<p>Request ${ID}</p></html>\n`;
  return {
    api: {
      type: PROBLEM_TYPE,
      parts: cut(
        JSON.stringify(problemBody(problem, ID)).replaceAll(JSON.stringify(ID).slice(1, -1), ID),
      ),
    },
    trpc: { type: "application/json", parts: [JSON.stringify({ error })] },
    page: { type: "text/html; charset=utf-8", parts: cut(page) },
  };
}

// Prepared once, because refusals must cost less than responses.
const prepared = Object.fromEntries(
  Object.entries(copies).map(([reason, copy]) => [reason, templates(copy)]),
) as Record<RefusalReason, ReturnType<typeof templates>>;

function formOf(url: string): "api" | "trpc" | "page" {
  const path = pathOf(url);
  if (moduleAddresses.has(path) || /^\/v1$|^\/(v1|api|webhooks)\//.test(path)) return "api";
  return path.startsWith("/trpc/") ? "trpc" : "page";
}

export interface Refusal {
  reason: RefusalReason;
  requestId: string;
  retryAfterSeconds?: number;
  /** Headers of every response, as alternating names and values. */
  headers: readonly string[];
}

/** Returns true if the rest of the request's body is short. */
function isShort(req: http.IncomingMessage): boolean {
  if (isRead(req)) return true;
  const { rawHeaders } = req;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === "transfer-encoding") return false;
    if (name === "content-length") return Number(rawHeaders[at + 1]) <= SHORT_BODY;
  }
  return true;
}

/** Bodies that may still be arriving. */
const CLOSING: ReadonlySet<RefusalReason> = new Set([
  "slow-body",
  "large-body",
  "many-bodies",
  "no-room",
]);
/** Time for the client to read the response before its unread body resets the connection. */
const LINGER_MS = 500;

function linger(req: http.IncomingMessage, res: http.ServerResponse, body: string): void {
  res.write(body);
  const end = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  req.once("end", end);
}

/** Returns the status. */
export function refuse(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { reason, requestId, retryAfterSeconds, headers }: Refusal,
): number {
  const { status } = copies[reason];
  const { type, parts } = prepared[reason][formOf(req.url ?? "")];
  const body = parts.length === 1 ? (parts[0] ?? "") : parts.join(requestId);
  const all = [
    ...headers,
    "X-Request-Id",
    requestId,
    "Content-Type",
    type,
    "Cache-Control",
    "no-store",
    "Content-Length",
    String(Buffer.byteLength(body)),
  ];
  if (retryAfterSeconds !== undefined) all.push("Retry-After", String(retryAfterSeconds));
  const closes = !req.complete && (CLOSING.has(reason) || !isShort(req));
  if (closes) res.shouldKeepAlive = false;
  res.writeHead(status, all);
  if (closes && req.method !== "HEAD") linger(req, res, body);
  else res.end(req.method === "HEAD" ? undefined : body);
  return status;
}

/** Refusals per second that cost little. */
const PER_SECOND = 500;
/** Random delay, so that clients refused together do not return together. */
const SCATTER_SECONDS = 3;
/** Most clients give up after ten seconds. */
const MAX_SECONDS = 8;

export class RetryPacing {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Counts a refusal. Returns true if there are too many in this second to keep reading requests.
   */
  count(): boolean {
    const now = this.#now();
    if (now - this.#since >= 1000) [this.#since, this.#count] = [now, 0];
    this.#count += 1;
    return this.#count > PER_SECOND;
  }

  /** Returns the seconds for Retry-After, longer the more connections wait already. */
  seconds(held: number): number {
    const scattered = 1 + Math.floor(Math.random() * SCATTER_SECONDS);
    return Math.min(MAX_SECONDS, Math.floor(held / PER_SECOND) + scattered);
  }
}
