// What the gates of one life of the process have in common: they count its steps together.
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import type { Hit, Mishap, SecondHit, Step } from "#testing/crashes/points";

/** How late an answer is that comes late: enough for whatever runs beside it to overtake. */
export const LATE_MS = 25;

/** A way out of the process. */
export interface Gate {
  /** Cuts all connections, and takes no more. */
  close(): void;
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The steps of one life, and what happens at one of them. */
export class Steps {
  readonly taken: Step[] = [];
  readonly died: Promise<void>;
  /** Ends the process itself, where it is another one. */
  kill: () => void = () => undefined;
  /** The step at which the mishap happened, if the life came that far. */
  stepHit: Step | undefined;
  readonly #hit: Hit | SecondHit | null;
  readonly #counts = new Map<string, number>();
  readonly #gates: Gate[] = [];
  #isDead = false;
  #tellDeath: () => void = () => undefined;

  constructor(hit: Hit | SecondHit | null) {
    this.#hit = hit;
    this.died = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  add(gate: Gate): void {
    this.#gates.push(gate);
  }

  /** Counts a step that is about to be taken. Returns what is to happen to it. */
  next(step: Step): Mishap | null {
    this.taken.push(step);
    const occurrence = (this.#counts.get(step.label) ?? 0) + 1;
    this.#counts.set(step.label, occurrence);
    if (!this.#hit || !this.#isHit(this.#hit, step, occurrence)) return null;
    this.stepHit = step;
    return this.#hit.mishap;
  }

  #isHit(hit: Hit | SecondHit, { label }: Step, occurrence: number): boolean {
    if ("nth" in hit) return hit.nth === this.taken.length;
    return hit.label === label && hit.occurrence === occurrence;
  }

  /** Ends the life: from now on nothing goes in or out. */
  die(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.kill();
    this.closeGates();
    this.#tellDeath();
  }

  closeGates(): void {
    for (const gate of this.#gates) gate.close();
  }
}
