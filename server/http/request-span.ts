// The span of a request, if traces are on.
import type http from "node:http";
import { type RequestInfo, traceIdOf } from "#core/caller";
import { currentTracer } from "#core/tracing";
import { sectionOf } from "./http-metrics";
import type { RequestClass } from "./request-class";

interface Traced {
  req: http.IncomingMessage;
  res: http.ServerResponse;
  info: RequestInfo;
  class: RequestClass;
  arrivedAt: number;
}

/** In the renderer: part of the front's span, which has the route. */
export function withRendererSpan<T>(
  { req, res, info }: Pick<Traced, "req" | "res" | "info">,
  handle: () => T,
): T {
  const tracer = currentTracer();
  if (tracer === null || req.headers["traceparent"] === undefined) return handle();
  const traceId = traceIdOf(info);
  const span = tracer.startRemote({ name: "render", headers: req.headers, traceId });
  res.once("close", () => {
    const attributes = { "http.response.status_code": res.statusCode };
    span.end({ attributes, hasFailed: res.statusCode >= 500 });
  });
  return span.within(handle);
}

/** Runs `handle` in the request's span, which ends with its response. Assets have none. */
export function withRequestSpan<T>(
  { req, res, info, class: name, arrivedAt }: Traced,
  handle: () => T,
): T {
  const tracer = currentTracer();
  if (tracer === null || name === "assets") return handle();
  const method = req.method ?? "";
  const span = tracer.startRemote({
    name: method,
    kind: "server",
    attributes: { "http.request.method": method, "carbon_till.class": name },
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
