// Counts requests by class and route template, which are few whatever clients send.
import type http from "node:http";
import { counter, duration, gauge } from "#core/metrics";
import { oncePerProcess } from "#core/once-per-process";
import type { Admission } from "./admission";
import { pathOf, type RequestClass } from "./request-class";

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
export function sectionOf(url: string): string {
  const path = pathOf(url);
  return path === "/" ? path : (SECTION.exec(path)?.[0] ?? "other");
}

interface Done {
  class: RequestClass;
  route: string | undefined;
  seconds: number;
}

export function countRequest(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  { class: name, route = sectionOf(req.url ?? ""), seconds }: Done,
): void {
  const status = res.headersSent ? String(res.statusCode) : "none";
  requests.inc({ class: name, method: req.method ?? "", route, status });
  const kind = res.headersSent ? `${status[0]}xx` : status;
  durations.observe({ class: name, route, status: kind }, seconds);
}

export function countRefused(name: RequestClass, reason: string): void {
  refused.inc({ class: name, reason });
}
