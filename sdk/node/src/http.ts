import { ApiError, ConnectionError, TimeoutError } from "./errors.js";
import type { Problem } from "./generated/schemas.js";
import { type Cursor, List, type Page } from "./pages.js";
import { pauseMs, shouldRetry, sleep } from "./retries.js";

export interface ClientOptions {
  /** Address of the installation, such as `https://till.example`. */
  baseUrl: string;
  /** `ct_test_…` or `ct_live_…`. */
  apiKey: string;
  /** Longest time of one attempt. Default: 30 s. */
  timeoutMs?: number;
  /** Retries after the first attempt. Default: 4. */
  maxRetries?: number;
  /** Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  /** Aborts the call, its retries included. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
}

export interface SubaccountOptions extends CallOptions {
  /** The subaccount to act for. */
  subaccountId?: string;
}

export interface WriteOptions extends SubaccountOptions {
  /**
   * Unique to the operation, such as your own order number. Default: a random key, which protects
   * the retries of this call, but not a second call after your program was restarted.
   */
  idempotencyKey?: string;
}

export interface Call {
  query?: object;
  /** Sent as JSON, a Blob as it is. */
  body?: object;
  options?: WriteOptions;
  /** True if the operation takes an idempotency key. */
  isKeyed?: boolean;
}

interface Prepared {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Blob | undefined;
  idempotencyKey: string | null;
}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

const MAX_RETRIES = 4;
const TIMEOUT_MS = 30_000;

function addressOf(baseUrl: string, path: string, query: object = {}): string {
  const url = new URL(baseUrl);
  const root = url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
  url.pathname = `${root}/v1${path}`;
  url.search = "";
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(text: string): Problem | null {
  const value = jsonOf(text);
  const isProblem = typeof value === "object" && value !== null && "title" in value;
  return isProblem ? (value as Problem) : null;
}

/** Sends requests, and repeats them as far as that is safe. */
export class HttpClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (!options.apiKey) throw new TypeError("apiKey is missing");
    if (!options.baseUrl) throw new TypeError("baseUrl is missing");
    this.#options = { ...options, baseUrl: new URL(options.baseUrl).href };
  }

  #prepare(method: string, path: string, { query, body, options = {}, isKeyed }: Call): Prepared {
    const { subaccountId, idempotencyKey = crypto.randomUUID() } = options;
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#options.apiKey}`,
      accept: "application/json",
    };
    if (subaccountId !== undefined) headers["x-subaccount-id"] = subaccountId;
    if (isKeyed) headers["idempotency-key"] = idempotencyKey;
    if (body) headers["content-type"] = body instanceof Blob ? body.type : "application/json";
    return {
      method,
      url: addressOf(this.#options.baseUrl, path, query),
      headers,
      body: body instanceof Blob ? body : body && JSON.stringify(body),
      idempotencyKey: isKeyed ? idempotencyKey : null,
    };
  }

  /** One attempt. @throws ConnectionError unless the whole response arrives in time */
  async #attempt(request: Prepared, options: CallOptions): Promise<Reply> {
    const { method, url, headers, body, idempotencyKey } = request;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const clock = new AbortController();
    const abort = () => clock.abort(options.signal?.reason);
    const timer = setTimeout(() => clock.abort(), timeoutMs);
    options.signal?.addEventListener("abort", abort);
    const send = this.#options.fetch ?? globalThis.fetch;
    try {
      // A redirect would repeat the request elsewhere, and without its body.
      const init: RequestInit = { method, headers, redirect: "manual", signal: clock.signal };
      const response = await send(url, body === undefined ? init : { ...init, body });
      const text = await response.text();
      const { status } = response;
      if (response.ok && text !== "" && jsonOf(text) === undefined) {
        throw new SyntaxError("the response is not JSON");
      }
      return { status, headers: response.headers, text };
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (clock.signal.aborted) {
        throw new TimeoutError(`no response within ${timeoutMs} ms`, { cause, idempotencyKey });
      }
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConnectionError(`no response: ${reason}`, { cause, idempotencyKey });
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
    }
  }

  /** Calls the API. Retries as `shouldRetry` says, always with the same idempotency key. */
  async request<Result>(method: string, path: string, call: Call = {}): Promise<Result> {
    const { options = {} } = call;
    const request = this.#prepare(method, path, call);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? MAX_RETRIES;
    let mayHaveHappened = false;
    for (let attempt = 0; ; attempt += 1) {
      options.signal?.throwIfAborted();
      const outcome = await this.#attempt(request, options).catch((error: unknown) => error);
      const isLast = attempt >= retries;
      if (outcome instanceof ConnectionError) {
        if (isLast) throw outcome;
        mayHaveHappened = true;
        await sleep(pauseMs(attempt, null), options.signal);
        continue;
      }
      if (outcome instanceof Error) throw outcome;
      const { status, headers, text } = outcome as Reply;
      if (status >= 200 && status < 300) return (text && JSON.parse(text)) || undefined;
      // An earlier attempt deleted it, and its response was lost.
      if (method === "DELETE" && status === 404 && mayHaveHappened) return undefined as Result;
      const problem = problemOf(text);
      const wait = pauseMs(attempt, headers.get("retry-after"));
      if (isLast || wait === null || !shouldRetry(status, problem?.code)) {
        const { idempotencyKey } = request;
        const requestId = headers.get("x-request-id");
        throw new ApiError({ status, problem, requestId, idempotencyKey });
      }
      mayHaveHappened ||= status >= 500;
      await sleep(wait, options.signal);
    }
  }

  /** A list, with the cursor of each page in place of the query's own. */
  list<Item extends object>(path: string, { query = {}, ...call }: Call = {}): List<Item> {
    const { starting_after, ending_before, ...filters } = query as Cursor;
    const get = (cursor: Cursor) =>
      this.request<Page<Item>>("GET", path, { ...call, query: { ...filters, ...cursor } });
    return new List(get, {
      ...(starting_after !== undefined && { starting_after }),
      ...(ending_before !== undefined && { ending_before }),
    });
  }
}
