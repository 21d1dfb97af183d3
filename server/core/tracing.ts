// Spans of traces. Without OTEL_… variables there is no tracer, and each call only runs its work.
import { oncePerProcess } from "./once-per-process";

export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** Items that a turn of the worker found; 0 until its end. */
export const ITEMS = "carbon_till.items";

/** Text of clients, IDs of people, keys and values of statements never go into a span. */
export interface SpanOptions {
  name: string;
  /** `client`: a call to another system. Default: work of our own. */
  kind?: "server" | "client";
  attributes?: SpanAttributes;
  /** Starts a trace of its own, whatever runs around it. */
  isRoot?: boolean;
  /** Only inside of another span, and not inside of a statement's. */
  isStatement?: boolean;
}

export interface RemoteSpan extends SpanOptions {
  /** With `traceparent`, the span belongs to the caller's trace. */
  headers: Record<string, string | string[] | undefined>;
  /** Used if they have none. */
  traceId: string;
  /** By `performance.now()`. */
  startedAt?: number;
}

export interface SpanEnd {
  name?: string;
  attributes?: SpanAttributes;
  hasFailed?: boolean;
}

export interface Span {
  /** Spans that start in `work` are children of this one. */
  within<T>(work: () => T): T;
  end(result: SpanEnd): void;
}

export interface Tracer {
  start(options: SpanOptions): Span;
  startRemote(options: RemoteSpan): Span;
  /** True inside of a span other than a statement's. */
  takesStatement(): boolean;
  currentTraceId(): string | undefined;
  /** `traceparent` and `tracestate` for a call to another system. */
  headers(): Record<string, string>;
}

const state = oncePerProcess("tracing", () => ({ tracer: null as Tracer | null }));

/** Only server/telemetry sets it, and tests. */
export function setTracer(tracer: Tracer | null): void {
  state.tracer = tracer;
}

export function currentTracer(): Tracer | null {
  return state.tracer;
}

async function traced<T>(
  span: Span,
  work: () => Promise<T>,
  resultOf?: (result: T) => SpanEnd,
): Promise<T> {
  try {
    const result = await span.within(work);
    span.end(resultOf?.(result) ?? {});
    return result;
  } catch (error) {
    // The message of an error may hold what it is about, so only its kind is recorded.
    const type = error instanceof Error ? error.name : typeof error;
    span.end({ hasFailed: true, attributes: { "error.type": type } });
    throw error;
  }
}

/** Runs `work` in a span, if traces are on. */
export function inSpan<T>(
  { resultOf, ...options }: SpanOptions & { resultOf?: (result: T) => SpanEnd },
  work: () => Promise<T>,
): Promise<T> {
  const { tracer } = state;
  if (tracer === null || (options.isStatement && !tracer.takesStatement())) return work();
  return traced(tracer.start(options), work, resultOf);
}

/** Runs a statement in a span with its name. Values of statements are never recorded. */
export function inStatementSpan<T>(name: string, run: () => Promise<T>): Promise<T> {
  if (state.tracer === null) return run();
  const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
  return inSpan({ name: `SQL ${name}`, kind: "client", attributes, isStatement: true }, run);
}

/** Headers that continue the current trace at another system; none if traces are off. */
export function traceHeaders(): Record<string, string> {
  return state.tracer?.headers() ?? {};
}

function statusOf(result: unknown): number | undefined {
  const hasStatus = typeof result === "object" && result !== null && "status" in result;
  return hasStatus && typeof result.status === "number" ? result.status : undefined;
}

/**
 * Runs a call to another system in a span. Systems that this installation chose may get the trace's
 * headers; receivers that accounts name do not.
 */
export function inCallSpan<T>(
  system: string,
  call: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (state.tracer === null) return call({});
  const resultOf = (result: T): SpanEnd => {
    const status = statusOf(result);
    if (status === undefined) return {};
    return { attributes: { "http.response.status_code": status }, hasFailed: status >= 400 };
  };
  return inSpan({ name: `call ${system}`, kind: "client", resultOf }, () => call(traceHeaders()));
}
