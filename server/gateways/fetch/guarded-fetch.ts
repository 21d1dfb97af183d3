// Requests to URLs from clients: guarded at each connection, limited in size and time.
import { lookup } from "node:dns/promises";
import { Agent, type Dispatcher } from "undici";
import { addressesOf, isPrivateHost, localUrlFault, urlFault } from "#core/address";
import { Collector, type GuardedResponse } from "./collector";
import { FetchRefused, type Guard, guardedConnector, refusalOf } from "./guarded-connector";

export interface GuardedRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  maxBytes: number;
  /** `fail` rejects a longer body; `cut` reads only the first `maxBytes`. */
  tooLarge?: "fail" | "cut";
  /** For DNS, connections, headers, bodies and redirects together. */
  timeoutMs: number;
  /** `refuse` returns a 3xx as the response; `same-origin` follows up to three for a GET. */
  redirects?: "refuse" | "same-origin";
}

export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedResponse>;

interface Policy {
  /** Allows plain http and any address or port, for development. */
  allowPrivate: boolean;
  addressesOf?: Guard["addressesOf"];
}

/** Allowed URLs and addresses. */
interface Reach extends Guard {
  faultOf(url: string): string | null;
}

const LOOPBACK = ["127.0.0.1", "::1"];

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

async function systemAddressesOf(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

function headersOf(request: GuardedRequest, { host }: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  headers["host"] = host;
  headers["accept-encoding"] = "identity";
  return headers;
}

/** Sends the request; `collector` gets the response. */
function send(request: GuardedRequest, dispatcher: Dispatcher, collector: Collector): void {
  const url = new URL(request.url);
  const { method = "GET", body = null } = request;
  const { origin, pathname, search } = url;
  const target = { origin, path: `${pathname}${search}`, method, body };
  dispatcher.dispatch({ ...target, headers: headersOf(request, url) }, collector);
}

/** Returns the next URL, or null for the final response. @throws FetchRefused `redirect` */
function redirectOf(request: GuardedRequest, { status, headers }: GuardedResponse): string | null {
  const location = headers["location"];
  if (request.redirects !== "same-origin" || !REDIRECTS.includes(status) || !location) return null;
  const target = URL.parse(location, request.url);
  if (request.method !== "POST" && target?.origin === new URL(request.url).origin) {
    return target.href;
  }
  throw new FetchRefused("redirect", "redirects elsewhere");
}

/** Reaches the public internet, with its own connections. */
export function makeGuardedFetch({ allowPrivate, ...policy }: Policy): GuardedFetch {
  return gatewayTo({
    addressesOf: policy.addressesOf ?? (allowPrivate ? systemAddressesOf : addressesOf),
    isForbidden: allowPrivate ? () => false : isPrivateHost,
    faultOf: (url) => urlFault(url, allowPrivate),
  });
}

/** Reaches only plain http on this machine. */
export function makeLocalFetch(): GuardedFetch {
  return gatewayTo({
    addressesOf: async () => LOOPBACK,
    isForbidden: (host) => host !== "localhost" && !LOOPBACK.includes(host),
    faultOf: localUrlFault,
  });
}

function gatewayTo({ faultOf, ...guard }: Reach): GuardedFetch {
  // Passed with each request, because the global agent uses the environment's proxies.
  const dispatcher = new Agent({
    connect: guardedConnector(guard),
    // Otherwise all requests to a host would wait for its first connection to negotiate HTTP/2.
    allowH2: false,
  });

  async function follow(
    request: GuardedRequest,
    onSend: (collector: Collector) => void,
  ): Promise<GuardedResponse> {
    let url = request.url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const fault = faultOf(url);
      if (fault) throw new FetchRefused("protocol", fault);
      const collector = new Collector(request);
      onSend(collector);
      send({ ...request, url }, dispatcher, collector);
      const response = await collector.response;
      const next = redirectOf({ ...request, url }, response);
      if (next === null) return response;
      url = next;
    }
    throw new FetchRefused("redirect", `redirects more than ${MAX_REDIRECTS} times`);
  }

  return async (request) => {
    const { timeoutMs } = request;
    let current: Collector | undefined;
    const timer = setTimeout(() => {
      const message = `gave no complete response within ${timeoutMs} ms`;
      current?.abort(new FetchRefused("timeout", message));
    }, timeoutMs);
    try {
      return await follow(request, (collector) => {
        current = collector;
      });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}
