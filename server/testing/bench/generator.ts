// Repeats one request over raw sockets, closed-loop or at a fixed rate, and prints the results as
// JSON. A process of its own, started by `npm run bench -- overload`.
import { randomUUID } from "node:crypto";
import net, { type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface GeneratorPlan {
  port: number;
  /** Request head; [id] is replaced by a new value each time. */
  head: string;
  body: string;
  connections: number;
  seconds: number;
  /** Requests per second, sent at fixed times; null sends on each connection after its response. */
  perSecond: number | null;
}

export interface GeneratorResult {
  seconds: number;
  sent: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Other responses than 201 that were no 429 or 503 with Retry-After. */
  unfair: number;
  /** Connections that broke during a request. */
  broken: number;
  /** Requests without a response within CLIENT_TIMEOUT_MS. */
  timeouts: number;
  /** Requests without a free connection. */
  unsent: number;
  /** These two only for clients that waited as long as Retry-After said. */
  acceptedMs: { p50: number; p99: number };
  refusedMs: { p50: number; p99: number };
  /** For clients that returned too early, and are not read for a while (see connections.ts). */
  earlyMs: { count: number; p50: number; p99: number };
}

const CLIENT_TIMEOUT_MS = 10_000;
const TICK_MS = 5;

const plan = JSON.parse(process.argv[2] ?? "{}") as GeneratorPlan;
const accepted: number[] = [];
const refused: number[] = [];
const early: number[] = [];
const result = {
  sent: 0,
  statuses: {} as Record<string, number>,
  unfair: 0,
  broken: 0,
  timeouts: 0,
  unsent: 0,
};
const free: Client[] = [];
const all = new Set<Client>();
let isOver = false;

class Client {
  readonly #socket: Socket;
  #sentAt: number | null = null;
  #received = "";
  #retryAt = 0;
  #isEarly = false;

  constructor() {
    this.#socket = net.connect(plan.port, "127.0.0.1");
    this.#socket.setNoDelay(true).setEncoding("latin1");
    this.#socket.on("data", (chunk) => this.#read(String(chunk)));
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.#closed());
    this.#socket.on("connect", () => free.push(this));
    all.add(this);
  }

  send(now: number): void {
    this.#sentAt = now;
    this.#isEarly = now < this.#retryAt;
    result.sent += 1;
    const id = randomUUID();
    this.#socket.write(plan.head.replace("[id]", id) + plan.body);
  }

  end(): void {
    this.#socket.destroy();
  }

  checkTimeout(now: number): void {
    if (this.#sentAt === null || now - this.#sentAt < CLIENT_TIMEOUT_MS) return;
    result.timeouts += 1;
    this.#sentAt = null;
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const status = this.#received.slice(9, 12);
    const retryAfter = Number(/retry-after: (\d+)/i.exec(this.#received)?.[1] ?? 0);
    this.#received = "";
    if (this.#sentAt === null) return;
    const now = performance.now();
    const ms = now - this.#sentAt;
    this.#sentAt = null;
    if (retryAfter > 0) this.#retryAt = now + retryAfter * 1000;
    if (isOver) return;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    const isFair = status === "201" || (/^(429|503)$/.test(status) && retryAfter > 0);
    if (!isFair) result.unfair += 1;
    if (this.#isEarly) early.push(ms);
    else if (status === "201") accepted.push(ms);
    else refused.push(ms);
    if (plan.perSecond === null) this.send(now);
    else free.push(this);
  }

  #closed(): void {
    all.delete(this);
    const at = free.indexOf(this);
    if (at >= 0) free.splice(at, 1);
    if (isOver) return;
    if (this.#sentAt !== null) result.broken += 1;
    new Client();
  }
}

function percentiles(list: number[]): { p50: number; p99: number } {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, sorted.length * part) | 0] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function open(): Promise<void> {
  for (let n = 0; n < plan.connections; n += 1) {
    new Client();
    if (n % 100 === 99) await sleep(10);
  }
  while (free.length < plan.connections * 0.98) await sleep(20);
}

async function load(): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + plan.seconds * 1000;
  if (plan.perSecond === null) for (const client of free.splice(0)) client.send(performance.now());
  let due = 0;
  for (let now = performance.now(); now < until; now = performance.now()) {
    if (plan.perSecond !== null) {
      const target = Math.floor(((now - startedAt) / 1000) * plan.perSecond);
      for (; due < target; due += 1) {
        // The connection that was idle longest, like a client with many users.
        const client = free.shift();
        if (client) client.send(now);
        else result.unsent += 1;
      }
    }
    for (const client of all) client.checkTimeout(now);
    await sleep(TICK_MS);
  }
  return (performance.now() - startedAt) / 1000;
}

await open();
const seconds = await load();
isOver = true;
for (const client of all) client.end();
const figures: GeneratorResult = {
  ...result,
  seconds,
  acceptedMs: percentiles(accepted),
  refusedMs: percentiles(refused),
  earlyMs: { count: early.length, ...percentiles(early) },
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
