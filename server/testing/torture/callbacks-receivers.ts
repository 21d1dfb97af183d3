// Receivers of callbacks that fail a third of the time (respond 500, hang, reset the connection or
// are down), and a journal of the events they received.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { sha256 } from "#core/crypto";

/** Requests for one event. */
export interface Receipts {
  /** Complete requests, whatever the response. */
  requests: number;
  /** Requests with a 2xx response; `refused` counts 5xx responses. */
  accepted: number;
  refused: number;
}

export interface Journal {
  events: Map<string, Receipts>;
  /** Events with at least one 2xx response. */
  accepted: number;
  /** Requests by the receiver's behavior at the time. */
  byBehavior: Record<Behavior, number>;
  faults: string[];
}

const behaviors = ["works", "refuses", "hangs", "resets", "down"] as const;
type Behavior = (typeof behaviors)[number];

/** Suffix of a planted event's id; an order's second event has the first one's id with it. */
export const SECOND = "-second";

/** One in this many hanging requests stays open until the worker gives up. */
const HANGS_ONE_IN = 40;
/** Below the range for outgoing connections, so that a receiver can open its port again. */
const PORTS = [10_000, 30_000] as const;

/** Records requests and what is wrong with them. */
class Recorder {
  readonly journal: Journal = {
    events: new Map(),
    accepted: 0,
    byBehavior: { works: 0, refuses: 0, hangs: 0, resets: 0, down: 0 },
    faults: [],
  };
  readonly #bodies = new Map<string, string>();
  readonly #webhooks: readonly Webhook[];

  constructor(secrets: readonly string[]) {
    this.#webhooks = secrets.map((secret) => new Webhook(secret));
  }

  /** Records a request of the nth account. */
  record(nth: number, { headers }: IncomingMessage, body: string): Receipts {
    const { events, faults } = this.journal;
    const id = String(headers["webhook-id"]);
    try {
      const webhook = this.#webhooks[nth];
      const event = webhook?.verify(body, headers as Record<string, string>) as { id: string };
      if (event.id !== id) faults.push(`event ${id} was sent with the body of ${event.id}`);
    } catch (error) {
      faults.push(`event ${id} was not signed by its account: ${error}`);
    }
    const digest = sha256(body).toString("base64");
    if ((this.#bodies.get(id) ?? digest) !== digest) faults.push(`event ${id} changed its body`);
    this.#bodies.set(id, digest);
    const first = id.endsWith(SECOND) ? events.get(id.slice(0, -SECOND.length)) : undefined;
    if (id.endsWith(SECOND) && !first?.accepted) {
      faults.push(`event ${id} arrived before its predecessor was accepted`);
    }
    const receipts = events.get(id) ?? { requests: 0, accepted: 0, refused: 0 };
    events.set(id, receipts);
    receipts.requests += 1;
    return receipts;
  }

  accept(receipts: Receipts): void {
    if (receipts.accepted === 0) this.journal.accepted += 1;
    receipts.accepted += 1;
  }
}

class Receiver {
  behavior: Behavior = "works";
  port = 0;
  readonly #recorder: Recorder;
  readonly #sockets = new Set<Socket>();
  /** Sockets that stay open until the end of the run. */
  readonly #abandoned = new Set<Socket>();
  #server: http.Server | undefined;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { behavior } = this;
    this.#recorder.journal.byBehavior[behavior] += 1;
    const receipts = this.#recorder.record(Number(request.url?.slice(1)), request, body);
    if (behavior === "works") {
      // Counts before responding, because the next request may follow at once.
      this.#recorder.accept(receipts);
      response.writeHead(randomInt(2) === 0 ? 200 : 204).end();
    } else if (behavior === "refuses") {
      receipts.refused += 1;
      response.writeHead(500).end("not now");
    } else if (behavior === "resets") {
      request.socket.resetAndDestroy();
    } else if (randomInt(HANGS_ONE_IN) === 0) {
      this.#sockets.delete(request.socket);
      this.#abandoned.add(request.socket);
    }
  }

  /** Listens on a random port, the same one each time. */
  async open(): Promise<void> {
    for (;;) {
      const server = http.createServer((request, response) => {
        // The connection broke in the middle of the request.
        this.#respond(request, response).catch(() => request.socket.destroy());
      });
      server.on("connection", (socket) => {
        this.#sockets.add(socket);
        socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket));
      });
      const port = this.port || randomInt(...PORTS);
      try {
        await once(server.listen(port, "127.0.0.1"), "listening");
        this.#server = server;
        this.port = port;
        return;
      } catch {
        await sleep(20);
      }
    }
  }

  close(): void {
    this.#server?.close();
    this.hangUp();
  }

  /** Resets all open connections. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  recover(): void {
    this.behavior = "works";
    for (const socket of [...this.#sockets, ...this.#abandoned]) socket.resetAndDestroy();
  }
}

/**
 * Lets the receiver work two thirds of the time, and resets hanging requests after each failure.
 */
async function alternateBehavior(
  receiver: Receiver,
  failureMs: number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    receiver.behavior = behaviors[randomInt(1, behaviors.length)] ?? "works";
    if (receiver.behavior === "down") receiver.close();
    await sleep(randomInt(failureMs));
    if (receiver.behavior === "down") await receiver.open();
    if (receiver.behavior === "hangs") receiver.hangUp();
    receiver.behavior = "works";
    await sleep(randomInt(2 * failureMs));
  }
  receiver.recover();
}

export interface Receivers {
  journal: Journal;
  /** Callback URL for the nth account; each call picks the next receiver. */
  url(account: number): string;
  /** Makes all receivers work from now on. */
  recover(): Promise<void>;
  close(): void;
}

/**
 * Opens receivers that fail for up to `failureMs` at a time; `secrets` holds each account's signing
 * secret.
 */
export async function openReceivers(
  { receivers: count, failureMs }: { receivers: number; failureMs: number },
  secrets: string[],
): Promise<Receivers> {
  const recorder = new Recorder(secrets);
  const receivers = Array.from({ length: count }, () => new Receiver(recorder));
  for (const receiver of receivers) await receiver.open();
  let isOver = false;
  const loops = receivers.map((receiver) => alternateBehavior(receiver, failureMs, () => isOver));
  let turn = 0;
  return {
    journal: recorder.journal,
    url(account) {
      turn += 1;
      return `http://127.0.0.1:${receivers[turn % count]?.port}/${account}`;
    },
    async recover() {
      isOver = true;
      await Promise.all(loops);
    },
    close() {
      for (const receiver of receivers) receiver.close();
    },
  };
}
