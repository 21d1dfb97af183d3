// The span of each request, its line of the log, and metrics by class and route template, which are
// few whatever clients send.
import type http from "node:http";
import { type RequestInfo, traceIdOf } from "#core/caller";
import { log, plainLog } from "#core/log";
import { counter, duration, gauge } from "#core/metrics";
import { oncePerProcess } from "#core/once-per-process";
import { currentTracer } from "#core/tracing";
import type { Admission } from "./admission";
import type { Connection } from "./connections";
import {
  loggedPath,
  pathOf,
  type RequestClass,
  type RequestHead,
  type RequestKind,
} from "./request-class";

/** A request that has arrived, and what is known of it before it is handled. */
export interface Arrival {
  connection: Connection;
  req: http.IncomingMessage;
  res: http.ServerResponse;
  head: RequestHead;
  kind: RequestKind;
  keyHash: string | undefined;
  /** The account of a key that was accepted recently. */
  account: string | undefined;
  /** An account, the subject of a form, or an address: all its requests share places. */
  owner: string;
  info: RequestInfo;
  arrivedAt: number;
}

const requests = counter("carbon_till_http_requests_total", "Requests that got a response", [
  "class",
  "method",
  "route",
  "status",
]);
const durations = duration(
  "carbon_till_http_request_duration_seconds",
  "Time from the arrival of a request to the end of its response",
  ["class", "route", "status"],
);
const refused = counter(
  "carbon_till_http_requests_refused_total",
  "Requests that were not admitted",
  ["class", "reason"],
);

type Load = ReturnType<Admission["load"]>;
/** The gauges keep the first module that registered them. */
const source = oncePerProcess("admission-load", () => ({ load: (): Load | null => null }));

function gaugeOfLoad(kind: "running" | "waiting", help: string): void {
  gauge(`carbon_till_http_requests_${kind}`, {
    help,
    labels: ["class"],
    collect(requests) {
      for (const [name, now] of Object.entries(source.load() ?? {})) {
        requests.set({ class: name }, now[kind]);
      }
    },
  });
}

gaugeOfLoad("running", "Requests in progress");
gaugeOfLoad("waiting", "Requests that wait to be started");

/** Measures the requests of this server. */
export function measureAdmission(admission: Admission): void {
  source.load = () => admission.load();
}

const SECTION =
  /^\/(v1|admin|trpc|api|checkout|withdraw|buy|certificates|impact|projects|portfolios|verify|docs|embed|webhooks|logos|pictures|share|_next)(?=\/|$)/;

/** Returns a page's first folder, of those that exist. */
function sectionOf(url: string): string {
  const path = pathOf(url);
  return path === "/" ? path : (SECTION.exec(path)?.[0] ?? "other");
}

function countRequest({ req, res, kind, info, arrivedAt }: Arrival): void {
  const { route = sectionOf(req.url ?? "") } = info;
  const seconds = (performance.now() - arrivedAt) / 1000;
  const status = res.headersSent ? String(res.statusCode) : "none";
  requests.inc({ class: kind.class, method: req.method ?? "", route, status });
  const statusClass = res.headersSent ? `${status[0]}xx` : status;
  durations.observe({ class: kind.class, route, status: statusClass }, seconds);
}

export function countRefused(name: RequestClass, reason: string): void {
  refused.inc({ class: name, reason });
}

/** Runs `handle` in the request's span, which ends with its response. Assets have none. */
export function withRequestSpan<T>(
  { req, res, info, kind, arrivedAt }: Arrival,
  handle: () => T,
): T {
  const tracer = currentTracer();
  if (tracer === null || kind.class === "assets") return handle();
  const method = req.method ?? "";
  const span = tracer.startRemote({
    name: method,
    kind: "server",
    attributes: { "http.request.method": method, "carbon_till.class": kind.class },
    headers: req.headers,
    traceId: traceIdOf(info),
    startedAt: arrivedAt,
  });
  res.once("close", () => {
    const route = info.route ?? sectionOf(req.url ?? "");
    const status = res.headersSent ? res.statusCode : undefined;
    const attributes = {
      "http.route": route,
      "http.response.status_code": status,
      "carbon_till.mode": info.mode,
    };
    span.end({ name: `${method} ${route}`, attributes, hasFailed: (status ?? 0) >= 500 });
  });
  return span.within(handle);
}

const AGENT_LENGTH = 200;
const FLUSH_MS = 1000;

/** Logs a request after its response was sent or its client has left. */
function logRequest({ req, res, kind, info, arrivedAt }: Arrival, bytes: number): void {
  const level = kind.class === "assets" ? "debug" : "info";
  const line = {
    requestId: info.requestId,
    traceId: traceIdOf(info),
    class: kind.class,
    method: req.method,
    path: loggedPath(req.url ?? ""),
    status: res.headersSent ? res.statusCode : undefined,
    ms: Math.round(performance.now() - arrivedAt),
    bytes,
    address: info.address,
    userAgent: req.headers["user-agent"]?.slice(0, AGENT_LENGTH),
    key: info.keyId,
    aborted: res.writableFinished ? undefined : true,
  };
  plainLog[level]({ event: "http.request", ...line }, "request");
}

interface Refused {
  class: RequestClass;
  reason: string;
  status: number;
  count: number;
  /** Of the last one. */
  address: string;
}

/** Logs one line per second and reason, so a flood of requests does not become a flood of lines. */
export class RefusalLog {
  readonly #counts = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;

  add(refused: Omit<Refused, "count">): void {
    const name = `${refused.class} ${refused.reason}`;
    const known = this.#counts.get(name);
    if (known) {
      known.count += 1;
      known.address = refused.address;
      return;
    }
    this.#counts.set(name, { ...refused, count: 1 });
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const refused of this.#counts.values()) {
      log.warn({ event: "http.refused", ...refused }, "requests refused");
    }
    this.#counts.clear();
  }
}

/** Logs and counts a request that was not refused. */
export function recordServed(arrival: Arrival, bytesSent: number): void {
  logRequest(arrival, bytesSent);
  countRequest(arrival);
}
