import { z } from "zod";
import { readSettings } from "./env";

const port = z.coerce.number().int().min(0).max(65535).optional();

/** Settings of health checks and metrics. */
export const telemetry = readSettings(
  z.object({
    /** Port of the server's health and metrics; without it they have no port of their own. */
    CT_METRICS_PORT: port,
    /** The same of `npm run worker`, so that both can share one environment. */
    CT_WORKER_PORT: port,
    CT_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    /** With it, `/metrics` is on the public address too. */
    CT_METRICS_TOKEN: z.string().min(16).optional(),
    /** Time between two readings of the metrics that come from the database. */
    CT_METRICS_SECONDS: z.coerce.number().int().min(1).max(3600).default(15),
    CT_COMMIT: z.string().min(1).max(64).optional(),
  }),
);

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const Traces = z.object({
  /** The exporter reads these addresses and headers itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("carbon-till"),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z
    .string()
    .optional()
    .transform((text) => text?.toLowerCase() === "true"),
});

export type TraceSettings = z.output<typeof Traces>;

/** Settings of traces, as OpenTelemetry names them. */
export const traces = readSettings(Traces);
