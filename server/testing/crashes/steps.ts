// Counts the steps of one lifetime across its gates, and injects its failure.
import { once } from "node:events";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import type { Failure, Hit, SecondHit, Step } from "#testing/crashes/points";

/** Delay of a late response: long enough for concurrent work to overtake it. */
export const LATE_MS = 25;

/** A connection from the process to the outside. */
export interface Gate {
  /** Cuts all connections and accepts no more. */
  close(): void;
}

export interface TcpGate extends Gate {
  url: string;
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/**
 * Opens a gate to the server at `url`. `connect` passes each connection on and returns a function
 * that cuts it.
 */
export async function openTcpGate(
  url: string,
  connect: (client: Socket, upstream: Socket) => () => void,
): Promise<TcpGate> {
  const { port, hostname } = new URL(url);
  const links = new Set<() => void>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.setNoDelay(true).on("error", () => {});
    const cut = connect(client, upstream);
    links.add(cut);
    client.on("close", () => links.delete(cut));
  });
  const own = new URL(url);
  own.host = `127.0.0.1:${await listening(server)}`;
  return {
    url: own.href,
    close() {
      server.close();
      for (const cut of links) cut();
    },
  };
}

/** Steps of one lifetime, and the failure at one of them. */
export class Steps {
  readonly taken: Step[] = [];
  readonly killed: Promise<void>;
  /** Kills the process itself, if it is a child. */
  killProcess: () => void = () => undefined;
  /** The step that was hit, once it was reached. */
  stepHit: Step | undefined;
  readonly #hit: Hit | SecondHit | null;
  readonly #counts = new Map<string, number>();
  readonly #gates: Gate[] = [];
  #isDead = false;
  #resolveKilled: () => void = () => undefined;

  constructor(hit: Hit | SecondHit | null) {
    this.#hit = hit;
    this.killed = new Promise((resolve) => {
      this.#resolveKilled = resolve;
    });
  }

  get isKilled(): boolean {
    return this.#isDead;
  }

  add(gate: Gate): void {
    this.#gates.push(gate);
  }

  /** Counts a step that is about to happen. Returns the failure to apply to it. */
  next(step: Step): Failure | null {
    this.taken.push(step);
    const occurrence = (this.#counts.get(step.label) ?? 0) + 1;
    this.#counts.set(step.label, occurrence);
    if (!this.#hit || !this.#isHit(this.#hit, step, occurrence)) return null;
    this.stepHit = step;
    return this.#hit.failure;
  }

  #isHit(hit: Hit | SecondHit, { label }: Step, occurrence: number): boolean {
    if ("nth" in hit) return hit.nth === this.taken.length;
    return hit.label === label && hit.occurrence === occurrence;
  }

  /** Kills the lifetime: nothing goes in or out anymore. */
  kill(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.killProcess();
    this.closeGates();
    this.#resolveKilled();
  }

  closeGates(): void {
    for (const gate of this.#gates) gate.close();
  }
}
