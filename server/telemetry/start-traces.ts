import { traces } from "#core/telemetry-settings";
import type { TracedProcess } from "./tracer";

/**
 * Starts to trace if a collector is configured; otherwise no exporter is loaded.
 * Returns what sends the last spans.
 */
export async function startTraces(process: TracedProcess): Promise<() => Promise<void>> {
  const settings = traces.current;
  const endpoint =
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED) return async () => undefined;
  const { openTracer } = await import("./tracer");
  return openTracer(process, settings);
}
