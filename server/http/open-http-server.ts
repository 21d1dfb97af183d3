import { poolWait } from "#core/db";
import { env } from "#core/env";
import { log } from "#core/log";
import { findChecks } from "#core/readiness";
import { type Handler, HttpServer } from "./http-server";

/** Files and connections that are none of clients: the database's, the renderer's, Node's own. */
const OTHER_FILES = 128;

/** The process's limit of open files; infinite where the system has none. */
function openFileLimit(): number {
  // A report would look up the names of connected hosts.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}

/** As many connections as are configured and the limit of open files leaves room for. */
function mostConnections(): number {
  const limit = openFileLimit();
  const most = Math.max(10, Math.min(env.CT_MAX_CONNECTIONS, limit - OTHER_FILES));
  if (most < env.CT_MAX_CONNECTIONS) {
    log.warn(
      { event: "server.few_open_files", limit, connections: most },
      "the limit of open files (ulimit -n) is too low for CT_MAX_CONNECTIONS; taking fewer connections",
    );
  }
  return most;
}

/** `headers` are sent with every response. */
export function openHttpServer(headers: Record<string, string>, handler: Handler): HttpServer {
  const options = {
    connections: {
      most: mostConnections(),
      mostPerAddress: env.CT_MAX_CONNECTIONS_PER_ADDRESS,
      // Behind a proxy, all connections come from the proxy.
      countsAddresses: env.CT_TRUSTED_PROXIES === 0,
      countsLoopback: env.CT_LIMIT_LOOPBACK,
      requestSeconds: env.CT_REQUEST_TIMEOUT,
    },
    addressLimit: env.CT_ADDRESS_LIMIT,
    mostSales: env.CT_MAX_CONCURRENT_SALES,
    headers,
    poolWaitMs: () => {
      const { sales, others } = poolWait();
      return Math.max(sales.oldestMs, others.oldestMs);
    },
    findChecks,
  };
  return new HttpServer(options, handler);
}
