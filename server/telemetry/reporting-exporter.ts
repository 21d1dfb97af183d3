import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { log } from "#core/log";

/** Logs once when the collector stops taking spans, and once when it takes them again. */
export class ReportingExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  #isFailing = false;

  constructor(inner: SpanExporter) {
    this.#inner = inner;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#inner.export(spans, (result) => {
      this.#report(result);
      done(result);
    });
  }

  #report({ code, error }: ExportResult): void {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed === this.#isFailing) return;
    this.#isFailing = hasFailed;
    if (hasFailed) {
      log.warn(
        { event: "traces.not_sent", reason: error?.message },
        "the collector takes no traces; they are dropped until it does",
      );
    } else {
      log.info({ event: "traces.sent_again" }, "the collector takes traces again");
    }
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}
