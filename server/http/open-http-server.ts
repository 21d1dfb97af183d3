import { setTimeout as sleep } from "node:timers/promises";
import { database, poolWait } from "#core/db";
import { env } from "#core/env";
import { type Handler, HttpServer } from "./http-server";

const PING = { name: "readiness", text: "SELECT 1" };
const PING_MS = 2000;
/** A database that is slow under load is no reason to take the process out of service. */
const MAX_SILENCE_MS = 15_000;
/** Readiness is public, so the database is queried at most this often. */
const REMEMBERED_MS = 1000;

function readiness(): () => Promise<boolean> {
  let queriedAt = Number.NEGATIVE_INFINITY;
  let respondedAt = Number.NEGATIVE_INFINITY;
  let response = Promise.resolve(false);
  const ping = async () => {
    await database().query(PING, []);
    respondedAt = performance.now();
    return true;
  };
  const late = async () => {
    await sleep(PING_MS, undefined, { ref: false });
    return performance.now() - respondedAt < MAX_SILENCE_MS;
  };
  return () => {
    if (performance.now() - queriedAt > REMEMBERED_MS) {
      queriedAt = performance.now();
      response = Promise.race([ping().catch(() => false), late()]);
    }
    return response;
  };
}

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
    isReady: readiness(),
  };
  return new HttpServer(options, handler);
}
