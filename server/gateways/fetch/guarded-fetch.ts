// Requests to URLs from clients: guarded at each connection, limited in size and time.
import { lookup } from "node:dns/promises";
import { Agent, type Dispatcher, request as send } from "undici";
import { addressesOf, isPrivateHost, localUrlFault, urlFault } from "#core/address";
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

export interface GuardedResponse {
  status: number;
  /** By lower-case name; repeated ones are joined by commas. */
  headers: Record<string, string>;
  /** Never decompressed, so that few bytes cannot become many. */
  bytes: Buffer;
}

type GuardedFetch = (request: GuardedRequest) => Promise<GuardedResponse>;

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

async function readBody(body: AsyncIterable<Buffer>, { maxBytes, tooLarge }: GuardedRequest) {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (tooLarge === "cut" && size >= maxBytes) break;
    if (size > maxBytes) {
      throw new FetchRefused("too-large", `responds with more than ${maxBytes} bytes`);
    }
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}

async function exchange(
  request: GuardedRequest,
  via: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<GuardedResponse> {
  const headers = new Headers(request.headers);
  headers.set("host", new URL(request.url).host);
  headers.set("accept-encoding", "identity");
  const { method = "GET", body = null } = request;
  const response = await send(request.url, { ...via, method, headers, body });
  const bytes = await readBody(response.body, request);
  const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return { status: response.statusCode, headers: Object.fromEntries(named), bytes };
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

  async function follow(request: GuardedRequest, signal: AbortSignal): Promise<GuardedResponse> {
    let url = request.url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const fault = faultOf(url);
      if (fault) throw new FetchRefused("protocol", fault);
      const response = await exchange({ ...request, url }, { dispatcher, signal });
      const next = redirectOf({ ...request, url }, response);
      if (next === null) return response;
      url = next;
    }
    throw new FetchRefused("redirect", `redirects more than ${MAX_REDIRECTS} times`);
  }

  return async (request) => {
    const limit = new AbortController();
    const late = new FetchRefused(
      "timeout",
      `gave no complete response within ${request.timeoutMs} ms`,
    );
    // A request that is still connecting ignores the signal, hence the race.
    const expired = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      limit.abort(late);
      expired.reject(late);
    }, request.timeoutMs);
    try {
      return await Promise.race([follow(request, limit.signal), expired.promise]);
    } catch (error) {
      throw refusalOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}
