// A request to a URL that a caller supplied: guarded at each connection, limited in size and time.
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
  /** `fail` refuses a longer body; `cut` keeps its first `maxBytes` and reads no further. */
  tooLarge?: "fail" | "cut";
  /** For everything together: names, connections, headers, bodies, redirects. */
  timeoutMs: number;
  /** `refuse`: a 3xx is simply the response. `same-origin`: a GET follows at most three. */
  redirects?: "refuse" | "same-origin";
}

export interface GuardedResponse {
  status: number;
  /** By lower-case name; repeated ones are joined by a comma. */
  headers: Record<string, string>;
  /** As they came: never decompressed, so that few bytes cannot become many. */
  bytes: Buffer;
}

type GuardedFetch = (request: GuardedRequest) => Promise<GuardedResponse>;

interface Policy {
  /** Plain http, and any address or port: for development. */
  allowPrivate: boolean;
  addressesOf?: Guard["addressesOf"];
}

/** What a gateway may call: which URLs, and which addresses. */
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
      throw new FetchRefused("too-large", `answers with more than ${maxBytes} bytes`);
    }
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}

/** One request and its whole response, whatever its status. */
async function exchange(
  request: GuardedRequest,
  via: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<GuardedResponse> {
  const headers = new Headers(request.headers);
  headers.set("host", new URL(request.url).host);
  headers.set("accept-encoding", "identity");
  const { method = "GET", body = null } = request;
  const answer = await send(request.url, { ...via, method, headers, body });
  const bytes = await readBody(answer.body, request);
  const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode, headers: Object.fromEntries(named), bytes };
}

/** The URL to go on to, or null where the response is the end. @throws FetchRefused `redirect` */
function redirectOf(request: GuardedRequest, { status, headers }: GuardedResponse): string | null {
  const location = headers["location"];
  if (request.redirects !== "same-origin" || !REDIRECTS.includes(status) || !location) return null;
  const target = URL.parse(location, request.url);
  if (request.method !== "POST" && target?.origin === new URL(request.url).origin) {
    return target.href;
  }
  throw new FetchRefused("redirect", "redirects elsewhere");
}

/** A gateway to the public internet, with connections of its own. */
export function makeGuardedFetch({ allowPrivate, ...policy }: Policy): GuardedFetch {
  return gatewayTo({
    addressesOf: policy.addressesOf ?? (allowPrivate ? systemAddressesOf : addressesOf),
    isForbidden: allowPrivate ? () => false : isPrivateHost,
    faultOf: (url) => urlFault(url, allowPrivate),
  });
}

/** A gateway to plain http on this machine, and to nothing else. */
export function makeLocalFetch(): GuardedFetch {
  return gatewayTo({
    addressesOf: async () => LOOPBACK,
    isForbidden: (host) => host !== "localhost" && !LOOPBACK.includes(host),
    faultOf: localUrlFault,
  });
}

function gatewayTo({ faultOf, ...guard }: Reach): GuardedFetch {
  // An agent must be named with each request: the global one would obey the environment's proxies.
  const dispatcher = new Agent({
    connect: guardedConnector(guard),
    // Else a host's requests would all wait for its first connection to tell whether it has HTTP/2.
    allowH2: false,
  });

  async function follow(request: GuardedRequest, signal: AbortSignal): Promise<GuardedResponse> {
    let url = request.url;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const fault = faultOf(url);
      if (fault) throw new FetchRefused("protocol", fault);
      const answer = await exchange({ ...request, url }, { dispatcher, signal });
      const next = redirectOf({ ...request, url }, answer);
      if (next === null) return answer;
      url = next;
    }
    throw new FetchRefused("redirect", `redirects more than ${MAX_REDIRECTS} times`);
  }

  return async (request) => {
    const limit = new AbortController();
    const late = new FetchRefused("timeout", `gave no whole answer within ${request.timeoutMs} ms`);
    // A request that still waits for its connection does not hear the signal: hence the race.
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
