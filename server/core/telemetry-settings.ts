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
