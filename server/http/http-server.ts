// Admits requests, handles those about itself, passes on the rest, and shuts down without losing
// one.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  addressOf,
  callerOf,
  originOf,
  type RequestInfo,
  traceIdIn,
  withRequest,
} from "#core/caller";
import { logRequest, RefusalLog, warnOfProxies } from "./access-log";
import { AddressLimits } from "./address-limits";
import { Admission, classLimits, openPressureGauge, type PressureGauge } from "./admission";
import {
  type Connection,
  type ConnectionLimits,
  Connections,
  type Exchange,
  isLoopback,
} from "./connections";
import { countRefused, countRequest, measureAdmission } from "./http-metrics";
import { type HealthSource, handleOwnPath, isOwnPath } from "./own-paths";
import { type RefusalReason, refuse } from "./refusal";
import { acceptHead, kindOf, type RequestKind, readHead } from "./request-class";
import { withRequestSpan } from "./request-span";

export interface HttpServerOptions {
  connections: ConnectionLimits;
  /** Page views per second and address; null for no limit. */
  addressLimit: number | null;
  mostSales: number;
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Longest current wait for a database connection. */
  poolWaitMs(): number;
  findChecks: HealthSource["findChecks"];
}

export interface Listening {
  port: number;
  host: string;
  reusePort: boolean;
}

export interface Shutdown {
  /** Time for load balancers to notice that readiness fails, before anything else happens. */
  delayMs: number;
  /** Time in which idle connections may send one more request before they are closed. */
  graceMs: number;
}

/** Longer than load balancers keep idle connections, so that they close them first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 15_000;
const UPLOAD_FACTOR = 10;
const DRAIN_MS = 10_000;
const POLL_MS = 50;

export type Handler = (req: http.IncomingMessage, res: http.ServerResponse) => unknown;

interface Arrival {
  connection: Connection;
  req: http.IncomingMessage;
  res: http.ServerResponse;
  kind: RequestKind;
  info: RequestInfo;
  arrivedAt: number;
}

type Refused = Omit<Arrival, "info" | "arrivedAt"> & {
  info: Pick<RequestInfo, "requestId" | "address">;
};

export class HttpServer {
  /** For Next's WebSocket in development. */
  readonly server: http.Server;
  readonly #options: HttpServerOptions;
  readonly #handler: Handler;
  readonly #connections: Connections;
  readonly #admission: Admission;
  readonly #addresses: AddressLimits | null;
  readonly #gauge: PressureGauge;
  readonly #refusals = new RefusalLog();
  readonly #headers: string[];
  #isDraining = false;
  #hasWarned = false;

  constructor(options: HttpServerOptions, handler: Handler) {
    this.#options = options;
    this.#handler = handler;
    this.#headers = Object.entries(options.headers).flat();
    const { addressLimit, connections, mostSales } = options;
    this.#addresses = addressLimit === null ? null : new AddressLimits(addressLimit);
    this.#gauge = openPressureGauge(options.poolWaitMs, () => this.#admission.dispatch());
    this.#admission = new Admission(classLimits(mostSales), () => this.#gauge.read());
    measureAdmission(this.#admission);
    this.server = http.createServer({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: Math.min(HEADERS_MS, connections.requestSeconds * 1000),
      requestTimeout: connections.requestSeconds * UPLOAD_FACTOR * 1000,
      connectionsCheckingInterval: 2000,
    });
    this.#connections = new Connections(connections, (connection, { req, res }) =>
      this.#arrive(connection, req, res),
    );
    this.#connections.attach(this.server);
  }

  /** Returns the port. */
  async listen({ port, host, reusePort }: Listening): Promise<number> {
    this.server.listen({ port, host, ...(reusePort && { reusePort }) });
    await once(this.server, "listening");
    const address = this.server.address();
    return typeof address === "object" && address ? address.port : port;
  }

  /**
   * Reports not ready, stops accepting connections, lets each connection send one more request, and
   * ends when all have responses or after a while.
   */
  async close({ delayMs, graceMs }: Shutdown): Promise<void> {
    this.#isDraining = true;
    await sleep(delayMs);
    for (const res of this.#connections.responses()) res.shouldKeepAlive = false;
    // http.Server's own `close` also closes idle connections, on which a request may be arriving.
    net.Server.prototype.close.call(this.server);
    const idleUntil = performance.now() + graceMs;
    const until = idleUntil + DRAIN_MS;
    while (this.#connections.size > 0 && performance.now() < until) {
      if (performance.now() >= idleUntil) this.#connections.closeIdle();
      await sleep(POLL_MS);
    }
    this.#connections.destroyAll();
    this.#connections.stop();
    this.#gauge.stop();
    this.#refusals.flush();
  }

  #arrive(connection: Connection, req: http.IncomingMessage, res: http.ServerResponse): void {
    const head = readHead(req);
    const isGoodHead = acceptHead(req, head);
    const isOwn = isOwnPath(req.url ?? "");
    const kind = kindOf(req.method ?? "", req.url ?? "", head.hasKey);
    if (this.#isDraining) res.shouldKeepAlive = false;
    if (isGoodHead && !isOwn && this.#admission.isFull(kind.class)) {
      this.#refuseEarly(connection, kind, { req, res });
      return;
    }
    const sender = this.#whoSent(connection, req);
    const info = { requestId: randomUUID(), ...sender, ...traceIdIn(req) };
    const arrival = { connection, req, res, kind, info, arrivedAt: performance.now() };
    if (kind.isUpload) connection.deadline += this.#uploadMs();
    if (!isGoodHead) this.#refuse(arrival, "bad-request");
    else if (isOwn) void this.#handleOwn(arrival);
    else this.#admit(arrival);
  }

  /** Refuses before anything is read or prepared: under overload, most work is refusing. */
  #refuseEarly(connection: Connection, kind: RequestKind, { req, res }: Exchange): void {
    const info = { requestId: randomUUID(), address: req.socket.remoteAddress ?? "unknown" };
    const refused = { connection, req, res, kind, info };
    this.#refuse(refused, "overloaded", this.#connections.retrySeconds());
  }

  #uploadMs(): number {
    return this.#options.connections.requestSeconds * (UPLOAD_FACTOR - 1) * 1000;
  }

  /** Parsed once per connection, unless its proxy forwards another client. */
  #whoSent(connection: Connection, req: http.IncomingMessage) {
    const origin = originOf(req);
    if (connection.caller?.forwardedFor !== origin.forwardedFor) {
      const { forwardedFor, remoteAddress = "" } = origin;
      if (!this.#hasWarned && !isOwnPath(req.url ?? "")) {
        this.#hasWarned = warnOfProxies({ forwardedFor, remoteAddress });
      }
      connection.caller = { forwardedFor, name: callerOf(origin), address: addressOf(origin) };
    }
    const { name: caller, address } = connection.caller;
    return { caller, address };
  }

  #admit(arrival: Arrival): void {
    const { req, kind, info } = arrival;
    const { authorization } = req.headers;
    const addresses = this.#addresses;
    const isCounted = this.#options.connections.countsLoopback || !isLoopback(info.address);
    const hasKey = kind.counted === null && authorization !== undefined;
    if (!addresses || !isCounted || (hasKey && addresses.isProven(authorization))) {
      this.#enqueue(arrival);
      return;
    }
    // An unproven key has a lower priority than customers.
    if (hasKey) arrival.kind = { ...kind, class: "unproven" };
    void addresses.admit(info.caller, kind.counted).then((waitSeconds) => {
      if (waitSeconds === null) this.#enqueue(arrival);
      else this.#refuse(arrival, "address-limit", waitSeconds);
    });
  }

  #enqueue(arrival: Arrival): void {
    this.#admission.admit(arrival.kind.class, {
      start: () => this.#start(arrival),
      refuse: () => this.#refuse(arrival, "overloaded", this.#connections.retrySeconds()),
      isGone: () => arrival.connection.socket.destroyed,
    });
  }

  #refuse(refused: Refused, reason: RefusalReason, retryAfterSeconds?: number): void {
    const { connection, req, res, kind, info } = refused;
    if (connection.socket.destroyed) return;
    const { requestId, address } = info;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    if (retryAfterSeconds !== undefined) this.#connections.refused(connection, retryAfterSeconds);
    const status = refuse(req, res, { reason, requestId, headers: this.#headers, ...wait });
    this.#refusals.add({ class: kind.class, reason, status, address });
    countRefused(kind.class, reason);
  }

  async #handleOwn({ req, res, info }: Arrival): Promise<void> {
    res.setHeaders(new Map(Object.entries(this.#options.headers)));
    res.setHeader("X-Request-Id", info.requestId);
    const { findChecks } = this.#options;
    const processState = () => (this.#isDraining ? "stopping" : "ok");
    await handleOwnPath(req, res, { findChecks, processState, isPrivate: false });
  }

  #start(arrival: Arrival): void {
    const { connection, req, res, kind, info, arrivedAt } = arrival;
    // undici takes the socket from a request whose body it aborts.
    const { socket } = connection;
    const startedAt = performance.now();
    const bytesBefore = socket.bytesWritten;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#admission.release(kind.class, performance.now() - startedAt);
    };
    // The work is done when the response is ready, however slowly the client reads it.
    res.once("prefinish", release);
    res.once("close", () => {
      release();
      this.#recordKey(arrival);
      const bytes = socket.bytesWritten - bytesBefore;
      logRequest(req, res, { info, class: kind.class, startedAt: arrivedAt, bytes });
      const seconds = (performance.now() - arrivedAt) / 1000;
      countRequest(req, res, { class: kind.class, route: info.route, seconds });
    });
    for (let at = 0; at < this.#headers.length; at += 2) {
      res.setHeader(this.#headers[at] ?? "", this.#headers[at + 1] ?? "");
    }
    res.setHeader("X-Request-Id", info.requestId);
    // Tells the renderer our ID in place of the client's.
    req.headers["x-request-id"] = info.requestId;
    const traced = { req, res, info, class: kind.class, arrivedAt };
    withRequest(info, () => withRequestSpan(traced, () => this.#handler(req, res)));
  }

  /** Records if the API accepted the key: see AddressLimits. */
  #recordKey({ req, res, info }: Arrival): void {
    const { authorization } = req.headers;
    if (!this.#addresses || authorization === undefined || !res.headersSent) return;
    if (res.statusCode === 401) void this.#addresses.reject(authorization, info.caller);
    else if (info.keyId !== undefined) this.#addresses.accept(authorization);
  }
}
