// The HTTP server as the environment sets it up, in front of this process's database.
import { setTimeout as sleep } from "node:timers/promises";
import { database, poolWait } from "#core/db";
import { env } from "#core/env";
import { type Handler, HttpServer } from "./http-server";

const PING = { name: "readiness", text: "SELECT 1" };
const PING_MS = 2000;
/** A database that is slow because much is asked of it is no reason to take the process away. */
const PATIENCE_MS = 15_000;
/** Anybody may ask: the database is asked once in so long. */
const REMEMBERED_MS = 1000;

/** Asks the database, at most once in REMEMBERED_MS. */
function readiness(): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  const ping = async () => {
    await database().query(PING, []);
    answeredAt = performance.now();
    return true;
  };
  const late = async () => {
    await sleep(PING_MS, undefined, { ref: false });
    return performance.now() - answeredAt < PATIENCE_MS;
  };
  return () => {
    if (performance.now() - askedAt > REMEMBERED_MS) {
      askedAt = performance.now();
      answer = Promise.race([ping().catch(() => false), late()]);
    }
    return answer;
  };
}

/** `headers`: what every response carries. */
export function openHttpServer(headers: Record<string, string>, handler: Handler): HttpServer {
  const options = {
    connections: {
      most: env.CT_MAX_CONNECTIONS,
      mostPerAddress: env.CT_MAX_CONNECTIONS_PER_ADDRESS,
      // Behind a proxy all connections are the proxy's.
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
