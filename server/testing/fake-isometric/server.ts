// A fake Isometric over HTTP, made from the registry's OpenAPI document: the calls that we use, and
// faults.
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { IsometricSettings } from "#adapters/isometric/index";
import { FakeRefusal, FakeRegistryBooks } from "./books";
import { type Operation, operationOf, performCall } from "./calls";

/**
 * A fault of the next request, or the next of a kind. `hangUp` loses the request or its response;
 * `duplicate` performs it twice and returns the second response, as a proxy may; `lateMs` loses the
 * response and performs the request only later.
 */
export type Fault = { on?: Operation } & (
  | { status: number }
  | { delayMs: number }
  | { lateMs: number }
  | { hangUp: "before" | "after" }
  | { duplicate: true }
);

interface FakeResponse {
  status: number;
  body: unknown;
}

const keys = { accessToken: "fake-access-token", clientSecret: "fake-client-secret" };

export type FakeIsometric = Awaited<ReturnType<typeof startFakeIsometric>>;

interface Registry {
  books: FakeRegistryBooks;
  faults: Fault[];
  /** Returns a fault for a request without one of `faults`. */
  drawFault: (operation: Operation) => Fault | null;
}

function nextFault({ faults, drawFault }: Registry, operation: Operation | null): Fault | null {
  const at = faults.findIndex(({ on }) => on === undefined || on === operation);
  return faults.splice(at, at === -1 ? 0 : 1)[0] ?? (operation && drawFault(operation));
}

function perform(registry: Registry, call: Parameters<typeof performCall>[1]): FakeResponse {
  try {
    return { status: 200, body: performCall(registry.books, call) };
  } catch (error) {
    if (error instanceof FakeRefusal) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Returns null to hang up. */
async function respond(
  registry: Registry,
  call: Parameters<typeof performCall>[1],
): Promise<FakeResponse | null> {
  const fault = nextFault(registry, operationOf(call));
  if (!fault) return perform(registry, call);
  if ("status" in fault) {
    return { status: fault.status, body: { detail: "Something went wrong." } };
  }
  if ("lateMs" in fault) {
    setTimeout(() => perform(registry, call), fault.lateMs);
    return null;
  }
  if ("hangUp" in fault) {
    if (fault.hangUp === "after") perform(registry, call);
    return null;
  }
  if ("delayMs" in fault) await sleep(fault.delayMs);
  if ("duplicate" in fault) perform(registry, call);
  return perform(registry, call);
}

/**
 * Controls it from another process. POST /_fake/issue, `{issuanceId, batchKg, supplierId?}`; POST
 * /_fake/fault, a Fault; GET /_fake/state: batches and retirements.
 */
function steer({ books, faults }: Registry, path: string, body: string): FakeResponse {
  switch (path) {
    case "/_fake/issue": {
      const { issuanceId, batchKg, supplierId } = JSON.parse(body);
      books.issue(issuanceId, batchKg, supplierId);
      return { status: 200, body: {} };
    }
    case "/_fake/fault":
      faults.push(JSON.parse(body) as Fault);
      return { status: 200, body: faults };
    case "/_fake/state":
      return {
        status: 200,
        body: { retirements: books.retirements, batches: [...books.batches.values()] },
      };
    default:
      return { status: 404, body: {} };
  }
}

async function handle(registry: Registry, req: http.IncomingMessage): Promise<FakeResponse | null> {
  const { pathname, searchParams: query } = new URL(req.url ?? "", "http://isometric");
  const body = await text(req);
  if (pathname.startsWith("/_fake/")) return steer(registry, pathname, body);
  const { authorization, "x-client-secret": secret } = req.headers;
  if (authorization !== `Bearer ${keys.accessToken}` || secret !== keys.clientSecret) {
    return { status: 401, body: { detail: "Not authenticated" } };
  }
  const path = pathname.replace(/^\/registry\/v0/, "");
  const { method = "GET" } = req;
  return respond(registry, { method, path, query, body: body ? JSON.parse(body) : null });
}

/** Starts it on loopback without any credits. */
export async function startFakeIsometric({ port = 0 } = {}) {
  const registry: Registry = {
    books: new FakeRegistryBooks(),
    faults: [],
    drawFault: () => null,
  };
  const server = http.createServer(async (req, res) => {
    const response = await handle(registry, req);
    if (!response) return void req.socket.destroy();
    res.writeHead(response.status, { "content-type": "application/json" });
    res.end(JSON.stringify(response.body));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
  registry.books.url = origin;
  const settings: IsometricSettings = {
    ...keys,
    mode: "test",
    url: `${origin}/registry/v0`,
    organizationId: null,
    purpose: "other",
    settleMs: 1000,
  };
  return {
    url: origin,
    settings,
    books: registry.books,
    faults: registry.faults,
    /** Sets faults that are drawn for each request. */
    drawFaults(draw: Registry["drawFault"]) {
      registry.drawFault = draw;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
