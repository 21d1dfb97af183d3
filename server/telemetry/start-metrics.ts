import { startProcessMetrics } from "#core/process-metrics";
import { telemetry } from "#core/telemetry-settings";
import { startInstallationMetrics } from "./installation-metrics";

/** Starts to measure, if anyone can read the metrics: on the port, or with a token. */
export function startMetrics(port: number | undefined): void {
  const { CT_METRICS_TOKEN: token, CT_METRICS_SECONDS: seconds } = telemetry.current;
  if (port === undefined && token === undefined) return;
  startProcessMetrics();
  startInstallationMetrics(seconds);
}
