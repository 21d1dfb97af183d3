// Admits requests, handles those about itself, passes on the rest, and shuts down without losing
// one.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type RequestInfo, traceIdIn, withRequest } from "#core/caller";
import { Admission, classLimits, isEssential } from "./admission";
import { Bodies, type BodyFault, setBody } from "./bodies";
import {
  type Connection,
  type ConnectionLimits,
  Connections,
  type Exchange,
  isLoopback,
} from "./connections";
import { Interleaving } from "./interleaving";
import { type HealthSource, handleOwnPath } from "./own-paths";
import { openPressureGauge, type PressureGauge } from "./pressure-gauge";
import { type RefusalReason, refuse } from "./refusal";
import {
  acceptHead,
  isOwnPath,
  maxBodyBytes,
  type RequestKind,
  readHead,
  subjectOf,
} from "./request-class";
import { kindOf } from "./request-kind";
import {
  type Arrival,
  countRefused,
  measureAdmission,
  RefusalLog,
  recordServed,
  withRequestSpan,
} from "./request-records";
import { AddressLimits, keyHashOf, Senders } from "./senders";

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

type Refused = Pick<Arrival, "connection" | "req" | "res" | "kind"> & {
  info: Pick<RequestInfo, "requestId" | "address">;
};

export class HttpServer {
  /** For Next's WebSocket in development. */
  readonly server: http.Server;
  readonly #options: HttpServerOptions;
  readonly #handler: Handler;
  readonly #connections: Connections;
  readonly #admission: Admission;
  readonly #addresses: AddressLimits;
  readonly #bodies: Bodies;
  readonly #others = new Interleaving();
  readonly #gauge: PressureGauge;
  readonly #refusals = new RefusalLog();
  readonly #headers: string[];
  #isDraining = false;
  readonly #senders = new Senders();

  constructor(options: HttpServerOptions, handler: Handler) {
    this.#options = options;
    this.#handler = handler;
    this.#headers = Object.entries(options.headers).flat();
    const { addressLimit, connections, mostSales } = options;
    this.#addresses = new AddressLimits(addressLimit);
    this.#bodies = new Bodies(connections.requestSeconds * 1000);
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
    this.#bodies.stop();
    this.#gauge.stop();
    this.#refusals.flush();
  }

  #arrive(connection: Connection, req: http.IncomingMessage, res: http.ServerResponse): void {
    const head = readHead(req);
    const isGoodHead = acceptHead(req, head);
    const url = req.url ?? "";
    const isOwn = isOwnPath(url);
    const keyHash = keyHashOf(connection, head);
    const kind = kindOf(req.method ?? "", url, keyHash !== undefined);
    if (this.#isDraining) res.shouldKeepAlive = false;
    const sender = this.#senders.find(connection, req);
    const account = keyHash === undefined ? undefined : this.#addresses.accountOf(keyHash);
    const owner = account ?? subjectOf(req) ?? sender.caller;
    if (isGoodHead && !isOwn && this.#admission.isFull(kind.class, owner)) {
      this.#refuseEarly(connection, kind, { req, res });
      return;
    }
    const info = { requestId: randomUUID(), ...sender, ...traceIdIn(req) };
    const arrivedAt = performance.now();
    const arrival = { connection, req, res, head, kind, keyHash, account, owner, info, arrivedAt };
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

  #admit(arrival: Arrival): void {
    const { kind, keyHash, account, info } = arrival;
    const hasKey = kind.counted === null && keyHash !== undefined;
    if ((hasKey && account !== undefined) || !this.#isCounted(info.address)) {
      this.#collect(arrival);
      return;
    }
    // An unproven key has a lower priority than customers.
    if (hasKey && !kind.isUpload) arrival.kind = { ...kind, class: "unproven" };
    void this.#addresses.admit(info.caller, kind.counted).then((waitSeconds) => {
      if (waitSeconds === null) this.#collect(arrival);
      else this.#refuse(arrival, "address-limit", waitSeconds);
    });
  }

  #isCounted(address: string): boolean {
    const { addressLimit, connections } = this.#options;
    return addressLimit !== null && (connections.countsLoopback || !isLoopback(address));
  }

  /** Reads the body, if it has one that is not streamed, before it asks for a place. */
  #collect(arrival: Arrival): void {
    const { req, head, kind, owner, info } = arrival;
    if (head.hasBody && head.isEncoded) {
      this.#refuse(arrival, "encoded-body");
      return;
    }
    if (!head.hasBody || kind.isUpload) {
      this.#enqueue(arrival);
      return;
    }
    const countsAddress = this.#options.connections.countsLoopback || !isLoopback(info.address);
    const groups = [`owner ${owner}`, ...(countsAddress ? [`address ${info.caller}`] : [])];
    this.#bodies.read(req, { maxBytes: maxBodyBytes(req.url ?? ""), groups }, (result) => {
      if (typeof result === "string") {
        this.#refuseBody(arrival, result);
        return;
      }
      setBody(req, result);
      this.#enqueue(arrival);
    });
  }

  #refuseBody(arrival: Arrival, fault: BodyFault): void {
    if (fault === "gone") recordServed(arrival, 0);
    else this.#refuse(arrival, fault, /^(no-room|many-bodies)$/.test(fault) ? 1 : undefined);
  }

  #enqueue(arrival: Arrival): void {
    if (isEssential(arrival.kind.class)) this.#requestPlace(arrival);
    else this.#others.run(() => this.#requestPlace(arrival));
  }

  #requestPlace(arrival: Arrival): void {
    this.#admission.admit(arrival.kind.class, {
      owner: arrival.owner,
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
    const { connection, req, res, kind, owner, info } = arrival;
    // undici takes the socket from a request whose body it aborts.
    const { socket } = connection;
    const startedAt = performance.now();
    const bytesBefore = socket.bytesWritten;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#admission.release(kind.class, owner, performance.now() - startedAt);
    };
    // The work is done when the response is ready, however slowly the client reads it.
    res.once("prefinish", release);
    res.once("close", () => {
      release();
      this.#recordKey(arrival);
      recordServed(arrival, socket.bytesWritten - bytesBefore);
    });
    for (let at = 0; at < this.#headers.length; at += 2) {
      res.setHeader(this.#headers[at] ?? "", this.#headers[at + 1] ?? "");
    }
    res.setHeader("X-Request-Id", info.requestId);
    // Tells the renderer our ID in place of the client's.
    req.headers["x-request-id"] = info.requestId;
    withRequest(info, () => withRequestSpan(arrival, () => this.#handler(req, res)));
  }

  /** Records if the API accepted the key: see AddressLimits. */
  #recordKey({ res, keyHash, info }: Arrival): void {
    if (keyHash === undefined || !res.headersSent) return;
    if (res.statusCode === 401) void this.#addresses.reject(keyHash, info.caller);
    else if (info.accountId !== undefined) this.#addresses.accept(keyHash, info.accountId);
  }
}
