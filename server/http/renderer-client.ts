// Sends requests to the renderer over its socket: a few connections per kind of page, and a bounded
// queue in which clients take turns.
import type http from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, Pool } from "undici";
import { currentCaller, currentRequest } from "#core/caller";
import { FairQueue } from "#core/fair-queue";
import { traceHeaders } from "#core/tracing";
import { bodyOf } from "./bodies";
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

/**
 * Requests that run and wait, by what they cost. No client has all places, so that others never wait
 * for the long requests of one.
 */
const groups = {
  /** Uploads and exports take as long as they take, while one process renders everything. */
  dashboard: { atOnce: 24, atOncePerClient: 12, waiting: 276 },
  files: { atOnce: 4, atOncePerClient: 2, waiting: 96 },
  /** PDFs and drawn pictures. One client takes less than half of the front's places for pages. */
  documents: { atOnce: 4, atOncePerClient: 2, waiting: 96, waitingPerClient: 8 },
};
type GroupName = keyof typeof groups;

const WAIT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 60_000;
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

function groupOf(url: string): GroupName {
  if (/^\/(admin|trpc|api)([/?]|$)/.test(url)) return "dashboard";
  return /^\/(_next|logos|pictures)\//.test(url) ? "files" : "documents";
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

/** The body that was read before, or that of an upload. */
function sentBody(req: http.IncomingMessage): Buffer | Readable | null {
  const isSent = "content-length" in req.headers || "transfer-encoding" in req.headers;
  return bodyOf(req) ?? (isSent ? req : null);
}

class Group {
  readonly #pool: Pool;
  readonly #queue: FairQueue;

  constructor({ socketPath }: RendererAddress, limits: (typeof groups)[GroupName]) {
    this.#queue = new FairQueue({
      ...limits,
      waitMs: WAIT_MS,
      refusal: () => new RendererUnavailable("too many pages are waiting"),
    });
    this.#pool = new Pool("http://renderer", {
      socketPath,
      connections: limits.atOnce,
      headersTimeout: HEADERS_TIMEOUT_MS,
    });
  }

  /**
   * Runs `work` with the response, and then frees its place. `left` aborts when the client has left.
   */
  request<T>(
    options: Dispatcher.RequestOptions,
    work: (response: Dispatcher.ResponseData) => Promise<T>,
    left?: AbortSignal,
  ): Promise<T> {
    return this.#queue.run(
      currentCaller(),
      async () => {
        const pending = this.#pool.request(options).catch((cause: unknown) => {
          throw left?.aborted
            ? cause
            : new RendererUnavailable("the renderer did not respond", { cause });
        });
        const response = await pending;
        // A body that is not read because of a failure would keep the connection forever.
        return await work(response).finally(() => response.body.destroy());
      },
      left,
    );
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

export class RendererClient {
  readonly #secret: string;
  readonly #groups: Record<GroupName, Group>;

  constructor(address: RendererAddress) {
    this.#secret = address.secret;
    this.#groups = {
      dashboard: new Group(address, groups.dashboard),
      files: new Group(address, groups.files),
      documents: new Group(address, groups.documents),
    };
  }

  /** Requests a response for everyone: sends no header of the client except the host. */
  render(url: string, host: string): Promise<Representation> {
    const headers = { host, [internal.secret]: this.#secret, ...traceHeaders() };
    const options = { method: "GET", path: url, headers } as const;
    return this.#groups[groupOf(url)].request(options, async (response) => {
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
    const body = sentBody(req);
    const method = (req.method ?? "GET") as Dispatcher.HttpMethod;
    const left = abort.signal;
    const name = groupOf(url);
    const options = { method, path: url, headers, body };
    const ahead = new PassThrough({ highWaterMark: READ_AHEAD });
    let sent = Promise.resolve();
    await this.#groups[name].request(
      // Rendering of a document goes on without its client, so its place stays taken until it ends.
      name === "documents" ? options : { ...options, signal: left },
      async (response) => {
        onResponse(response.statusCode);
        res.writeHead(response.statusCode, returnedHeaders(response.headers));
        sent = pipeline(ahead, res);
        sent.catch(() => undefined);
        await pipeline(response.body, ahead);
      },
      left,
    );
    await sent;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#groups).map((group) => group.close()));
  }
}
