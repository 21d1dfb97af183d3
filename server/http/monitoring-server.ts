// Health and metrics on a port of their own, which need not be public.
import { once } from "node:events";
import http from "node:http";
import { findChecks, type ProcessState } from "#core/readiness";
import { telemetry } from "#core/telemetry-settings";
import { handleOwnPath } from "./own-paths";

interface Options {
  /** Undefined for none; 0 for any. */
  port: number | undefined;
  processState(): ProcessState;
}

/** Returns null without a port. */
export async function openMonitoringServer({ port, processState }: Options) {
  if (port === undefined) return null;
  const source = { processState, findChecks, isPrivate: true };
  const server = http.createServer({ requestTimeout: 10_000 }, (req, res) => {
    void handleOwnPath(req, res, source).catch(() => res.destroy());
  });
  server.listen({ port, host: telemetry.current.CT_METRICS_HOST });
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`CT_METRICS_PORT or CT_WORKER_PORT cannot be used: ${reason}`);
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
