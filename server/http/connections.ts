// Tracks the server's connections and limits what one connection or address may use: connections,
// pipelined requests, responses that are not read, bodies that never end.
import { randomUUID } from "node:crypto";
import http from "node:http";
import type { Socket } from "node:net";
import { RetryPacing } from "./refusal";

export interface ConnectionLimits {
  most: number;
  mostPerAddress: number;
  /** Only useful if the remote address is the client's own. */
  countsAddresses: boolean;
  /** Also counts connections from this machine. */
  countsLoopback: boolean;
  /** Time for a complete request; uploads may take ten times as long. */
  requestSeconds: number;
}

export interface Exchange {
  req: http.IncomingMessage;
  res: http.ServerResponse;
}

export interface Connection {
  socket: Socket;
  address: string | null;
  /** The others wait for its end. */
  current: Exchange | null;
  waiting: Exchange[];
  /** When the whole request must have arrived. */
  deadline: number;
  /** The result of callerOf for the last X-Forwarded-For. */
  caller?: { forwardedFor: string; name: string; address: string };
  /** The last Authorization header, and its hash. */
  key?: { authorization: string; hash: string };
  /** The current response is a refusal for lack of room. */
  isRefused: boolean;
  /** When a refused client may retry. */
  retryAt: number;
  /** Time in which its next request is left unread. */
  holdMs: number;
}

/** Few clients pipeline, and each request must be parsed before it can be refused. */
const MAX_SENT_AHEAD = 4;
const SWEEP_MS = 1000;
/** A response is aborted if its client reads nothing for this long. */
const STALL_MS = 15_000;
/** Limit of all responses that clients have not read yet. */
const MAX_UNREAD_BYTES = 128 * 2 ** 20;
/** Node's codes for malformed requests and their statuses; all others are 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Returns a response without a body, after which the connection closes. */
function lastResponse(status: number): string {
  const line = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`;
  const headers = ["Connection: close", "Content-Length: 0", `X-Request-Id: ${randomUUID()}`];
  return `${[line, ...headers].join("\r\n")}\r\n\r\n`;
}

export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

/** Returns the bytes of a response that its client has not read yet. */
function unread({ socket }: Connection): number {
  return socket.writableLength;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #handle: (connection: Connection, exchange: Exchange) => void;
  readonly #all = new Map<Socket, Connection>();
  /** Longest idle first. */
  readonly #idle = new Set<Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #pacing = new RetryPacing();
  /** Connections left unread for now. */
  #held = 0;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    limits: ConnectionLimits,
    handle: (connection: Connection, exchange: Exchange) => void,
  ) {
    this.#limits = limits;
    this.#handle = handle;
  }

  attach(server: http.Server): void {
    server.on("connection", (socket) => this.#open(socket));
    server.on("request", (req, res) => this.#request(req, res));
    // With a listener, Node leaves the socket to us.
    server.on("timeout", (socket) => this.#timeout(socket));
    server.on("clientError", (error, socket) => this.#refuseBytes(error, socket as Socket));
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#all.size;
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  /** The responses in progress. */
  *responses(): Generator<http.ServerResponse> {
    for (const { current } of this.#all.values()) if (current) yield current.res;
  }

  closeIdle(): void {
    for (const { socket } of this.#idle) socket.destroySoon();
  }

  destroyAll(): void {
    for (const socket of this.#all.keys()) socket.destroy();
  }

  /** Returns after how many seconds a client that is refused now may retry. */
  retrySeconds(): number {
    return this.#pacing.seconds(this.#held);
  }

  /**
   * Records that the client has to wait `seconds`. Its next request stays unread until then if
   * it retried too early or if there are many refusals, so that refusing stays cheap. Connections
   * from proxies carry many clients and are always read.
   */
  refused(connection: Connection, seconds: number): void {
    const now = performance.now();
    const isEarly = now < connection.retryAt;
    const areMany = this.#pacing.count();
    connection.isRefused = true;
    connection.retryAt = now + seconds * 1000;
    if (this.#limits.countsAddresses && (isEarly || areMany)) connection.holdMs = seconds * 1000;
  }

  #counted(socket: Socket): string | null {
    const address = socket.remoteAddress;
    if (!this.#limits.countsAddresses || address === undefined) return null;
    return !this.#limits.countsLoopback && isLoopback(address) ? null : address;
  }

  #open(socket: Socket): void {
    const address = this.#counted(socket);
    const open = address === null ? 0 : (this.#perAddress.get(address) ?? 0);
    if (open >= this.#limits.mostPerAddress || !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    if (address !== null) this.#perAddress.set(address, open + 1);
    const connection: Connection = {
      socket,
      address,
      current: null,
      waiting: [],
      deadline: Infinity,
      isRefused: false,
      retryAt: 0,
      holdMs: 0,
    };
    this.#all.set(socket, connection);
    this.#idle.add(connection);
    socket.once("close", () => this.#closed(connection));
  }

  /** Closes the connection that has been idle longest if the limit is reached. */
  #makeRoom(): boolean {
    if (this.#all.size < this.#limits.most) return true;
    const [longest] = this.#idle;
    if (!longest) return false;
    longest.socket.destroy();
    this.#closed(longest);
    return true;
  }

  #closed(connection: Connection): void {
    if (!this.#all.delete(connection.socket)) return;
    this.#idle.delete(connection);
    connection.waiting = [];
    const { address } = connection;
    if (address === null) return;
    const open = (this.#perAddress.get(address) ?? 1) - 1;
    if (open > 0) this.#perAddress.set(address, open);
    else this.#perAddress.delete(address);
  }

  /** Handles one exchange at a time: a response that is not read delays those after it. */
  #request(req: http.IncomingMessage, res: http.ServerResponse): void {
    const connection = this.#all.get(req.socket);
    if (!connection) {
      req.socket.destroy();
      return;
    }
    // Its last response is being sent.
    if (req.socket.writableEnded) return;
    const exchange = { req, res };
    if (!connection.current) this.#begin(connection, exchange);
    else if (connection.waiting.length < MAX_SENT_AHEAD) connection.waiting.push(exchange);
    else connection.socket.destroy();
  }

  #begin(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    connection.isRefused = false;
    connection.deadline = performance.now() + this.#limits.requestSeconds * 1000;
    this.#idle.delete(connection);
    this.#handle(connection, exchange);
    // Runs after the handler's own listeners and starts the next exchange.
    exchange.res.once("close", () => this.#end(connection));
  }

  #end(connection: Connection): void {
    connection.current = null;
    if (!this.#all.has(connection.socket)) return;
    const next = connection.waiting.shift();
    if (next && connection.isRefused) {
      // Refuses pipelined requests at once; none of them has started.
      connection.waiting = [];
      connection.socket.destroySoon();
      return;
    }
    if (next) {
      this.#begin(connection, next);
      return;
    }
    this.#idle.add(connection);
    // Deferred, because Node itself resumes the socket to read the rest of the request.
    if (connection.holdMs > 0) setImmediate(() => this.#hold(connection));
  }

  #hold(connection: Connection): void {
    const { socket, current, holdMs } = connection;
    connection.holdMs = 0;
    if (socket.destroyed || current) return;
    socket.pause();
    this.#held += 1;
    const release = () => {
      this.#held -= 1;
      socket.resume();
    };
    setTimeout(release, holdMs).unref();
  }

  #timeout(socket: Socket): void {
    const connection = this.#all.get(socket);
    // Not while a handler is working.
    if (!connection?.current || unread(connection) > 0) socket.destroy();
  }

  #sweep(): void {
    const now = performance.now();
    let bytes = 0;
    const unreadBy: Connection[] = [];
    for (const connection of this.#all.values()) {
      const { socket, current, deadline } = connection;
      if (current && now > deadline && !current.req.complete) this.#giveUp(connection, current);
      if (unread(connection) === 0) continue;
      bytes += unread(connection);
      unreadBy.push(connection);
      // Unlike a timer, Node's check also notices partial writes. It ends with the response.
      if (socket.timeout !== STALL_MS) socket.setTimeout(STALL_MS);
    }
    if (bytes <= MAX_UNREAD_BYTES) return;
    unreadBy.sort((a, b) => unread(b) - unread(a));
    for (const connection of unreadBy) {
      if (bytes <= MAX_UNREAD_BYTES) break;
      bytes -= unread(connection);
      connection.socket.destroy();
    }
  }

  /** The body does not arrive, so the response is not awaited either. */
  #giveUp({ socket }: Connection, { res }: Exchange): void {
    if (res.headersSent) socket.destroy();
    else this.#endWith(socket, 408);
  }

  /** For bytes that are not HTTP, or did not arrive in time. */
  #refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
    const hasResponse = this.#all.get(socket)?.current?.res.headersSent === true;
    if (hasResponse || !socket.writable || error.code === "ECONNRESET") socket.destroy();
    else this.#endWith(socket, STATUSES[error.code ?? ""] ?? 400);
  }

  #endWith(socket: Socket, status: number): void {
    socket.write(lastResponse(status));
    socket.destroySoon();
  }
}
