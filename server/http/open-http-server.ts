import { poolWait } from "#core/db";
import { env } from "#core/env";
import { findChecks } from "#core/readiness";
import { type Handler, HttpServer } from "./http-server";

/** `headers` are sent with every response. */
export function openHttpServer(headers: Record<string, string>, handler: Handler): HttpServer {
  const options = {
    connections: {
      most: env.CT_MAX_CONNECTIONS,
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
