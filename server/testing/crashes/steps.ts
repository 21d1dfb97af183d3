// Counts the steps of one lifetime across its gates, and injects its failure.
import type { Failure, Hit, SecondHit, Step } from "#testing/crashes/points";
import type { Gate } from "#testing/world/tcp-gate";

/** Delay of a late response: long enough for concurrent work to overtake it. */
export const LATE_MS = 25;

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
