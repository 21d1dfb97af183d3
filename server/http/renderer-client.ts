// Sends requests to the renderer over its socket: a few connections per kind of page, and a bounded
// queue.
import type http from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, Pool } from "undici";
import { currentRequest } from "#core/caller";
import { traceHeaders } from "#core/tracing";
import { internal, isForwarded, isReturned } from "./renderer-protocol";
import { type Representation, representationOf } from "./representation";

/** The renderer is starting, has ended, or is overloaded. */
export class RendererUnavailable extends Error {
  override readonly name = "RendererUnavailable";
}

export interface RendererAddress {
  socketPath: string;
  secret: string;
}

/** Connections, and how many requests may run or wait for one. */
const lanes = {
  dashboard: { connections: 24, most: 300 },
  public: { connections: 4, most: 100 },
};
type LaneName = keyof typeof lanes;

const HEADERS_TIMEOUT_MS = 60_000;
/** Read completely before it takes a connection, so that a slow client does not occupy one. */
const SMALL_BODY = 256 * 1024;
/** Buffered at once, so that a slow client does not keep the renderer busy. */
const READ_AHEAD = 1024 * 1024;

/** Headers that are specific to one response, outdated in a cached one, or in place of its ETag. */
const DROPPED = [
  "content-encoding",
  "content-length",
  "date",
  "set-cookie",
  "accept-ranges",
  "last-modified",
];

function laneOf(url: string): LaneName {
  return /^\/(admin|trpc|api)([/?]|$)/.test(url) ? "dashboard" : "public";
}

function forwardedHeaders(req: http.IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(req.headers).filter(([name]) => isForwarded(name));
  return Object.fromEntries(entries.map(([name, value = ""]) => [name, value]));
}

function returnedHeaders(headers: Dispatcher.ResponseData["headers"]) {
  const entries = Object.entries(headers).filter(([name]) => isReturned(name));
  return Object.fromEntries(entries.map(([name, value = ""]) => [name, value]));
}

/** Headers that tell the renderer about the current request. */
function aboutRequest(): Record<string, string> {
  const { requestId = "", caller = "unknown", address = "unknown" } = currentRequest() ?? {};
  return {
    [internal.requestId]: requestId,
    [internal.caller]: caller,
    [internal.address]: address,
  };
}

async function bodyOf(req: http.IncomingMessage): Promise<Buffer | Readable | null> {
  const length = Number(req.headers["content-length"] ?? 0);
  if (length === 0 && req.headers["transfer-encoding"] === undefined) return null;
  return length > 0 && length <= SMALL_BODY ? buffer(req) : req;
}

class Lane {
  readonly #pool: Pool;
  readonly #most: number;
  #pending = 0;

  constructor({ socketPath }: RendererAddress, { connections, most }: (typeof lanes)[LaneName]) {
    this.#most = most;
    this.#pool = new Pool("http://renderer", {
      socketPath,
      connections,
      headersTimeout: HEADERS_TIMEOUT_MS,
    });
  }

  /** Runs `work` with the response, and then frees its place. */
  async request<T>(
    options: Dispatcher.RequestOptions,
    work: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    if (this.#pending >= this.#most) throw new RendererUnavailable("too many pages are waiting");
    this.#pending += 1;
    try {
      const pending = this.#pool.request(options).catch((cause: unknown) => {
        throw options.signal && (options.signal as AbortSignal).aborted
          ? cause
          : new RendererUnavailable("the renderer did not respond", { cause });
      });
      const response = await pending;
      // A body that is not read because of a failure would keep the connection forever.
      return await work(response).finally(() => response.body.destroy());
    } finally {
      this.#pending -= 1;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

export class RendererClient {
  readonly #secret: string;
  readonly #lanes: Record<LaneName, Lane>;

  constructor(address: RendererAddress) {
    this.#secret = address.secret;
    this.#lanes = {
      dashboard: new Lane(address, lanes.dashboard),
      public: new Lane(address, lanes.public),
    };
  }

  /** Requests a response for everyone: sends no header of the client except the host. */
  render(url: string, host: string): Promise<Representation> {
    const headers = { host, [internal.secret]: this.#secret, ...traceHeaders() };
    return this.#lanes.public.request({ method: "GET", path: url, headers }, async (response) => {
      const body = Buffer.from(await response.body.arrayBuffer());
      const headers = returnedHeaders(response.headers);
      for (const name of DROPPED) delete headers[name];
      return representationOf(response.statusCode, headers, body);
    });
  }

  /** Forwards a request and its response. `onResponse` runs before any of it is sent. */
  async forward(
    req: http.IncomingMessage,
    res: http.ServerResponse,
    onResponse: (status: number) => void,
  ): Promise<void> {
    const url = req.url ?? "/";
    const headers = {
      ...forwardedHeaders(req),
      [internal.secret]: this.#secret,
      ...aboutRequest(),
      ...traceHeaders(),
    };
    const abort = new AbortController();
    res.once("close", () => abort.abort());
    const body = await bodyOf(req);
    const method = (req.method ?? "GET") as Dispatcher.HttpMethod;
    const options = { method, path: url, headers, body, signal: abort.signal };
    await this.#lanes[laneOf(url)].request(options, async (response) => {
      onResponse(response.statusCode);
      res.writeHead(response.statusCode, returnedHeaders(response.headers));
      await pipeline(response.body, new PassThrough({ highWaterMark: READ_AHEAD }), res);
    });
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()));
  }
}
