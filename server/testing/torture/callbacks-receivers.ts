// Receivers of callbacks that a third of the time answer 500, hang, reset the connection or are down,
// and the journal of what each event came to there.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { sha256 } from "#core/crypto";

/** What the receivers saw of one event. */
export interface Seen {
  /** Requests that came whole, whatever became of them. */
  requests: number;
  /** Those answered with a 2xx, and with a 5xx. */
  accepted: number;
  refused: number;
}

export interface Journal {
  events: Map<string, Seen>;
  /** Events that were answered with a 2xx at least once. */
  accepted: number;
  /** Requests that each mood met. */
  met: Record<Mood, number>;
  faults: string[];
}

const moods = ["well", "refuses", "hangs", "resets", "down"] as const;
type Mood = (typeof moods)[number];

/** The planted second event of an order: its id is the first one's with this behind it. */
export const SECOND = "-second";

/** Of those that hang, one in so many hears nothing until the worker gives up. */
const FOR_EVER = 40;
/** Below the ports that the system gives to outgoing connections: ours come back to theirs. */
const PORTS = [10_000, 30_000] as const;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Notes what came, and what is wrong with it. */
class Ledger {
  readonly journal: Journal = {
    events: new Map(),
    accepted: 0,
    met: { well: 0, refuses: 0, hangs: 0, resets: 0, down: 0 },
    faults: [],
  };
  readonly #bodies = new Map<string, string>();
  readonly #webhooks: readonly Webhook[];

  constructor(secrets: readonly string[]) {
    this.#webhooks = secrets.map((secret) => new Webhook(secret));
  }

  /** A request of the nth account. */
  note(nth: number, { headers }: IncomingMessage, body: string): Seen {
    const { events, faults } = this.journal;
    const id = String(headers["webhook-id"]);
    try {
      const webhook = this.#webhooks[nth];
      const told = webhook?.verify(body, headers as Record<string, string>) as { id: string };
      if (told.id !== id) faults.push(`event ${id} was sent with the body of ${told.id}`);
    } catch (error) {
      faults.push(`event ${id} was not signed by its account: ${error}`);
    }
    const digest = sha256(body).toString("base64");
    if ((this.#bodies.get(id) ?? digest) !== digest) faults.push(`event ${id} changed its body`);
    this.#bodies.set(id, digest);
    const first = id.endsWith(SECOND) ? events.get(id.slice(0, -SECOND.length)) : undefined;
    if (id.endsWith(SECOND) && !first?.accepted) {
      faults.push(`event ${id} came before the one before it was accepted`);
    }
    const seen = events.get(id) ?? { requests: 0, accepted: 0, refused: 0 };
    events.set(id, seen);
    seen.requests += 1;
    return seen;
  }

  accept(seen: Seen): void {
    if (seen.accepted === 0) this.journal.accepted += 1;
    seen.accepted += 1;
  }
}

class Receiver {
  mood: Mood = "well";
  port = 0;
  readonly #ledger: Ledger;
  readonly #sockets = new Set<Socket>();
  /** Those that nobody hangs up on before all is over. */
  readonly #forgotten = new Set<Socket>();
  #server: http.Server | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { mood } = this;
    this.#ledger.journal.met[mood] += 1;
    const seen = this.#ledger.note(Number(request.url?.slice(1)), request, body);
    if (mood === "well") {
      // Before the answer leaves: what follows from it may come at once.
      this.#ledger.accept(seen);
      response.writeHead(randomInt(2) === 0 ? 200 : 204).end();
    } else if (mood === "refuses") {
      seen.refused += 1;
      response.writeHead(500).end("not now");
    } else if (mood === "resets") {
      request.socket.resetAndDestroy();
    } else if (randomInt(FOR_EVER) === 0) {
      this.#sockets.delete(request.socket);
      this.#forgotten.add(request.socket);
    }
  }

  /** On a port of its own, the same each time. */
  async open(): Promise<void> {
    for (;;) {
      const server = http.createServer((request, response) => {
        // A connection that broke in the middle of a request brought no request.
        this.#answer(request, response).catch(() => request.socket.destroy());
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

  /** Breaks the connections, with what hangs on them. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  mend(): void {
    this.mood = "well";
    for (const socket of [...this.#sockets, ...this.#forgotten]) socket.resetAndDestroy();
  }
}

/** Well for two thirds of the time; whoever still hangs at the end of a spell is hung up on. */
async function live(receiver: Receiver, spellMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    receiver.mood = moods[randomInt(1, moods.length)] ?? "well";
    if (receiver.mood === "down") receiver.close();
    await sleep(randomInt(spellMs));
    if (receiver.mood === "down") await receiver.open();
    if (receiver.mood === "hangs") receiver.hangUp();
    receiver.mood = "well";
    await sleep(randomInt(2 * spellMs));
  }
  receiver.mend();
}

export interface Receivers {
  journal: Journal;
  /** Where the nth account's orders are told of, another host each time. */
  url(account: number): string;
  /** They answer well from now on. */
  mend(): Promise<void>;
  close(): void;
}

/**
 * Opens receivers, each a host of its own, that fail in spells of up to `spellMs`; `secrets` are
 * those of the accounts, by number.
 */
export async function openReceivers(
  { receivers: count, spellMs }: { receivers: number; spellMs: number },
  secrets: string[],
): Promise<Receivers> {
  const ledger = new Ledger(secrets);
  const receivers = Array.from({ length: count }, () => new Receiver(ledger));
  for (const receiver of receivers) await receiver.open();
  let isOver = false;
  const lives = receivers.map((receiver) => live(receiver, spellMs, () => isOver));
  let turn = 0;
  return {
    journal: ledger.journal,
    url(account) {
      turn += 1;
      return `http://127.0.0.1:${receivers[turn % count]?.port}/${account}`;
    },
    async mend() {
      isOver = true;
      await Promise.all(lives);
    },
    close() {
      for (const receiver of receivers) receiver.close();
    },
  };
}
