// Traces by OpenTelemetry: loaded only if a collector is configured.
import { AsyncLocalStorage } from "node:async_hooks";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  createContextKey,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { readBuild } from "#core/build";
import type { TraceSettings } from "#core/telemetry-settings";
import {
  type RemoteSpan,
  type Span,
  type SpanEnd,
  type SpanOptions,
  setTracer,
  type Tracer,
} from "#core/tracing";
import { WithoutIdleTurns } from "./idle-turns";
import { ReportingExporter } from "./reporting-exporter";

/** Name of the process in traces. */
export type TracedProcess = "server" | "worker" | "renderer";

/** At the end of the process, for a collector that does not respond. */
const FLUSH_MS = 2000;
const IN_STATEMENT = createContextKey("in a statement");
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

const propagator = new W3CTraceContextPropagator();
const active = new AsyncLocalStorage<Context>();

/** A trace without a caller's ID gets that of the log. */
class TraceIds extends RandomIdGenerator {
  next: string | null = null;

  override generateTraceId = (): string => this.next ?? crypto.randomUUID().replaceAll("-", "");
}

function spanIn(context: Context, span: OtelSpan): Span {
  const own = trace.setSpan(context, span);
  return {
    within: (work) => active.run(own, work),
    end({ name, attributes, hasFailed }: SpanEnd) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function tracerOf(otel: OtelTracer, ids: TraceIds): Tracer {
  const current = () => active.getStore() ?? ROOT_CONTEXT;
  const begin = (
    { name, kind, attributes, isStatement }: SpanOptions,
    parent: Context,
    startTime?: number,
  ) => {
    const kindOf = kind === undefined ? SpanKind.INTERNAL : KINDS[kind];
    const options = { kind: kindOf, ...(attributes && { attributes }) };
    const start = startTime === undefined ? {} : { startTime };
    const span = otel.startSpan(name, { ...options, ...start }, parent);
    return spanIn(isStatement ? parent.setValue(IN_STATEMENT, true) : parent, span);
  };
  return {
    start: (options) => begin(options, options.isRoot ? ROOT_CONTEXT : current()),
    startRemote(options: RemoteSpan) {
      const parent = propagator.extract(ROOT_CONTEXT, options.headers, defaultTextMapGetter);
      ids.next = options.traceId;
      try {
        return begin(options, parent, options.startedAt);
      } finally {
        ids.next = null;
      }
    },
    takesStatement() {
      const around = active.getStore();
      return around !== undefined && around.getValue(IN_STATEMENT) === undefined;
    },
    currentTraceId: () => trace.getSpanContext(current())?.traceId,
    headers() {
      const headers: Record<string, string> = {};
      propagator.inject(current(), headers, defaultTextMapSetter);
      return headers;
    },
  };
}

function resourceOf(process: TracedProcess, { OTEL_SERVICE_NAME: name }: TraceSettings) {
  const { version } = readBuild();
  return resourceFromAttributes({
    "service.version": version,
    "host.name": os.hostname(),
    "process.pid": globalThis.process.pid,
    "carbon_till.process": process,
  })
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ "service.name": name }));
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceSettings) {
  let root: Sampler = new AlwaysOnSampler();
  if (name.endsWith("always_off")) root = new AlwaysOffSampler();
  if (name.endsWith("traceidratio")) root = new TraceIdRatioBasedSampler(ratio);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Starts to trace. Returns what sends the last spans and ends it. */
export function openTracer(process: TracedProcess, settings: TraceSettings): () => Promise<void> {
  // Failures are reported by the exporter, once.
  setGlobalErrorHandler(() => undefined);
  const ids = new TraceIds();
  const exporter = new ReportingExporter(new OTLPTraceExporter());
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceOf(process, settings),
    idGenerator: ids,
    // Spans beyond its queue are dropped, so a slow collector costs neither memory nor time.
    spanProcessors: [new WithoutIdleTurns({ exporter })],
  });
  setTracer(tracerOf(provider.getTracer("carbon-till"), ids));
  return async () => {
    setTracer(null);
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, sleep(FLUSH_MS, undefined, { ref: false })]);
  };
}
