import { type Context, SpanStatusCode, trace } from "@opentelemetry/api";
import { BatchSpanProcessor, type ReadableSpan, type Span } from "@opentelemetry/sdk-trace";
import { ITEMS } from "#core/tracing";

/** Spans stored for a turn; further ones are lost. */
const MAX_STORED = 1000;

/** The worker looks for work ten times per second: only turns that found some are exported. */
export class WithoutIdleTurns extends BatchSpanProcessor {
  /** Ended spans of each turn in progress, by its trace. */
  readonly #turns = new Map<string, ReadableSpan[]>();

  override onStart(span: Span, parent: Context): void {
    super.onStart(span, parent);
    const isRoot = trace.getSpanContext(parent) === undefined;
    if (isRoot && ITEMS in span.attributes) this.#turns.set(span.spanContext().traceId, []);
  }

  override onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const ended = this.#turns.get(traceId);
    if (ended === undefined) {
      super.onEnd(span);
    } else if (span.parentSpanContext !== undefined) {
      if (ended.length < MAX_STORED) ended.push(span);
    } else {
      this.#turns.delete(traceId);
      const isIdle = span.attributes[ITEMS] === 0 && span.status.code !== SpanStatusCode.ERROR;
      if (!isIdle) for (const one of [...ended, span]) super.onEnd(one);
    }
  }
}
