// Keeps track of the server's connections, and bounds what one of them, or one address, may take up:
// how many there are, requests sent ahead, answers that nobody reads, bodies that never end.
import { randomUUID } from "node:crypto";
import http from "node:http";
import type { Socket } from "node:net";
import { RetryPacing } from "./refusal";

export interface ConnectionLimits {
  most: number;
  mostPerAddress: number;
  /** Counted by address only where the other end is the client itself. */
  countsAddresses: boolean;
  /** Addresses of this machine are counted too. */
  countsLoopback: boolean;
  /** A request must be there whole in so many seconds; an upload may take ten times as long. */
  requestSeconds: number;
}

export interface Exchange {
  req: http.IncomingMessage;
  res: http.ServerResponse;
}

export interface Connection {
  socket: Socket;
  address: string | null;
  /** The exchange that is under way; the others wait for its end. */
  current: Exchange | null;
  waiting: Exchange[];
  /** When the current request must have arrived; the body's end is not waited for any longer. */
  deadline: number;
  /** What callerOf made of the last request's X-Forwarded-For. */
  caller?: { forwardedFor: string; name: string; address: string };
  /** The current exchange's answer is a refusal for lack of room. */
  isRefused: boolean;
  /** When its client may come again, if its last request was refused. */
  retryAt: number;
  /** How long its next request is left unread. */
  holdMs: number;
}

/** Hardly any client sends ahead; each request costs its parsing before it can be refused. */
const MOST_SENT_AHEAD = 4;
const SWEEP_MS = 1000;
/** An answer of which the client takes nothing for so long is given up. */
const STALL_MS = 15_000;
/** What may lie in answers that clients do not read, in all. */
const MOST_UNREAD_BYTES = 128 * 2 ** 20;
/** Node's codes for requests that never became one, and their statuses; all others are 400. */
const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A response without a body, before or in place of any other, after which the connection ends. */
function lastResponse(status: number): string {
  const line = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`;
  const headers = ["Connection: close", "Content-Length: 0", `X-Request-Id: ${randomUUID()}`];
  return `${[line, ...headers].join("\r\n")}\r\n\r\n`;
}

export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

/** What clients have not read yet of an answer. */
function unread({ socket }: Connection): number {
  return socket.writableLength;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #handle: (connection: Connection, exchange: Exchange) => void;
  readonly #all = new Map<Socket, Connection>();
  /** Connections without a request under way, the longest idle first. */
  readonly #idle = new Set<Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #pacing = new RetryPacing();
  /** Connections that are left unread for now. */
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

  /** The current exchanges' answers. */
  *responses(): Generator<http.ServerResponse> {
    for (const { current } of this.#all.values()) if (current) yield current.res;
  }

  /** Ends the connections that have no request under way. */
  closeIdle(): void {
    for (const { socket } of this.#idle) socket.destroySoon();
  }

  destroyAll(): void {
    for (const socket of this.#all.keys()) socket.destroy();
  }

  /** In how many seconds a client that is refused now may come again. */
  retrySeconds(): number {
    return this.#pacing.seconds(this.#held);
  }

  /**
   * The connection's client was refused and told to wait `seconds`. Its next request stays unread
   * until they are over, if it came back too early before or if many are refused: refusing must not
   * become the work. Behind a proxy a connection carries many clients, and is always read.
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

  /** At the limit, whoever has been idle for longest makes room. */
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

  /** One exchange after the other: an answer that is not read holds up what was sent after it. */
  #request(req: http.IncomingMessage, res: http.ServerResponse): void {
    const connection = this.#all.get(req.socket);
    if (!connection) {
      req.socket.destroy();
      return;
    }
    // Its last answer is on its way.
    if (req.socket.writableEnded) return;
    const exchange = { req, res };
    if (!connection.current) this.#begin(connection, exchange);
    else if (connection.waiting.length < MOST_SENT_AHEAD) connection.waiting.push(exchange);
    else connection.socket.destroy();
  }

  #begin(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    connection.isRefused = false;
    connection.deadline = performance.now() + this.#limits.requestSeconds * 1000;
    this.#idle.delete(connection);
    this.#handle(connection, exchange);
    // After the handler's own listeners: the next exchange begins here.
    exchange.res.once("close", () => this.#end(connection));
  }

  #end(connection: Connection): void {
    connection.current = null;
    if (!this.#all.has(connection.socket)) return;
    const next = connection.waiting.shift();
    if (next && connection.isRefused) {
      // Whoever sends ahead would be refused as often; nothing is begun of what was sent.
      connection.waiting = [];
      connection.socket.destroySoon();
      return;
    }
    if (next) {
      this.#begin(connection, next);
      return;
    }
    this.#idle.add(connection);
    // Later, because Node itself resumes the socket to read what is left of the request.
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
    // Neither of a handler that is at work.
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
      // Node's own check sees also whether part of a write went out. It ends with the answer.
      if (socket.timeout !== STALL_MS) socket.setTimeout(STALL_MS);
    }
    if (bytes <= MOST_UNREAD_BYTES) return;
    unreadBy.sort((a, b) => unread(b) - unread(a));
    for (const connection of unreadBy) {
      if (bytes <= MOST_UNREAD_BYTES) break;
      bytes -= unread(connection);
      connection.socket.destroy();
    }
  }

  /** The body does not come: the answer is not waited for either. */
  #giveUp({ socket }: Connection, { res }: Exchange): void {
    if (res.headersSent) socket.destroy();
    else this.#endWith(socket, 408);
  }

  /** What came is no HTTP, or did not come in time. */
  #refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
    const isAnswered = this.#all.get(socket)?.current?.res.headersSent === true;
    if (isAnswered || !socket.writable || error.code === "ECONNRESET") socket.destroy();
    else this.#endWith(socket, STATUSES[error.code ?? ""] ?? 400);
  }

  #endWith(socket: Socket, status: number): void {
    socket.write(lastResponse(status));
    socket.destroySoon();
  }
}
