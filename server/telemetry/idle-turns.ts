// The worker looks for work ten times per second. Its turns are exported only if they found some.
import type { Context } from "@opentelemetry/api";
import { SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace";
import { ITEMS } from "#core/tracing";

/** Spans stored for a turn; further ones are lost. */
const MOST = 1000;

export class IdleTurns implements SpanProcessor {
  readonly #next: SpanProcessor;
  /** Ended spans of each turn in progress, by its trace. */
  readonly #turns = new Map<string, ReadableSpan[]>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Span, parent: Context): void {
    this.#next.onStart(span, parent);
    const isRoot = trace.getSpanContext(parent) === undefined;
    if (isRoot && ITEMS in span.attributes) this.#turns.set(span.spanContext().traceId, []);
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const ended = this.#turns.get(traceId);
    if (ended === undefined) {
      this.#next.onEnd(span);
    } else if (span.parentSpanContext !== undefined) {
      if (ended.length < MOST) ended.push(span);
    } else {
      this.#turns.delete(traceId);
      const isIdle = span.attributes[ITEMS] === 0 && span.status.code !== SpanStatusCode.ERROR;
      if (!isIdle) for (const one of [...ended, span]) this.#next.onEnd(one);
    }
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}
