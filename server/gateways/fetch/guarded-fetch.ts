// Requests to URLs from clients: guarded at each connection, limited in size and time.
import { lookup } from "node:dns/promises";
import { Agent, type Dispatcher, errors } from "undici";
import { addressesOf, isPrivateHost, localUrlFault, urlFault } from "#core/address";
import { env } from "#core/env";
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

interface Limit {
  maxBytes: number;
  /** `fail` rejects a longer body; `cut` reads only the first `maxBytes`. */
  tooLarge?: "fail" | "cut";
}

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/**
 * Collects the response to a request up to its limit. Without the streams of undici's `request`, which
 * take a third of the time of a callback.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly #limit: Limit;
  readonly #result = Promise.withResolvers<GuardedResponse>();
  #controller: Controller | undefined;
  #abortedBy: Error | undefined;
  #status = 0;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  get response(): Promise<GuardedResponse> {
    return this.#result.promise;
  }

  /** Ends the request, even while it is still connecting. */
  abort(reason: Error): void {
    this.#abortedBy = reason;
    this.#result.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#abortedBy) controller.abort(this.#abortedBy);
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    // Informational ones precede the response.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const { maxBytes, tooLarge } = this.#limit;
    if (this.#size > maxBytes) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (tooLarge === "cut" && this.#size >= maxBytes) {
      this.#finish();
      // Closes the connection.
      controller.abort(new errors.RequestAbortedError());
    } else if (this.#size > maxBytes) {
      this.abort(new FetchRefused("too-large", `responds with more than ${maxBytes} bytes`));
    }
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#result.reject(error);
  }

  #finish(): void {
    const named = Object.entries(this.#headers).map(([name, value]) => [name, String(value)]);
    const bytes = Buffer.concat(this.#chunks, Math.min(this.#size, this.#limit.maxBytes));
    this.#result.resolve({ status: this.#status, headers: Object.fromEntries(named), bytes });
  }
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
function makeLocalFetch(): GuardedFetch {
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

/** Reaches receivers of test accounts on this machine. */
export const localFetch = makeLocalFetch();

const publicFetch = makeGuardedFetch({ allowPrivate: false });
const openFetch = makeGuardedFetch({ allowPrivate: true });

/** Shared by all callers, to reuse connections. */
export const guardedFetch: GuardedFetch = (request) =>
  env.CT_ALLOW_PRIVATE_NETWORK ? openFetch(request) : publicFetch(request);
