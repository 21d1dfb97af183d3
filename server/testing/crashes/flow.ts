// A flow: requests of clients and turns of the worker, which are killed at every step.
import { createHash } from "node:crypto";
import type { Client } from "#testing/crashes/client";
import type { World } from "#testing/crashes/lifetime";

/** Random choices from a seed: the same in every run, on every machine. */
export class Draw {
  readonly #seed: string;
  #count = 0;

  constructor(...seed: (string | number)[]) {
    this.#seed = seed.join(":");
  }

  /** An integer from `from` to `to`, inclusive. */
  int(from: number, to: number): number {
    this.#count += 1;
    const digest = createHash("sha256").update(`${this.#seed}/${this.#count}`).digest();
    return from + (digest.readUInt32BE(0) % (to - from + 1));
  }

  /** True in one of `n` cases. */
  oneIn(n: number): boolean {
    return this.int(1, n) === 1;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.int(0, list.length - 1)] ?? list[0];
  }
}

export interface FlowContext {
  seed: number;
  /** Unique per run: marks the run's objects in a shared database. */
  tag: string;
  draw: Draw;
  world: World;
}

/** `Facts` must be plain data, because a child process may receive them. */
export interface Flow<Facts> {
  name: string;
  /** Creates the initial state, without failures. */
  prepare(scene: FlowContext): Promise<Facts>;
  /**
   * The part that is killed. It runs again after the restart: clients repeat requests without a
   * response, and workers take due work.
   */
  run(facts: Facts, client: Client, world: Pick<World, "databaseUrl">): Promise<unknown>;
  /** True if parts of the run happen at once: then the order of their steps varies. */
  isConcurrent?(facts: Facts): boolean;
  /** Returns false if the clients should try again. */
  isOver?(facts: Facts, client: Client): Promise<boolean>;
  /** Faults that must not exist at any time, even before the restart. */
  findEarlyFaults?(facts: Facts, client: Client): Promise<string[]>;
  /** Faults after everything has been processed. */
  judge(facts: Facts, client: Client, world: World): Promise<string[]>;
  /** The flow creates its own database, and only its own `judge` applies. */
  ownDatabase?: boolean;
}

/** A flow of any type of facts. */
export type AnyFlow = Flow<unknown>;

export function flow<Facts>(own: Flow<Facts>): AnyFlow {
  return own as AnyFlow;
}

/** Returns a fault if the two differ. */
export function difference(name: string, ...pair: [actual: unknown, expected: unknown]): string[] {
  const [actual, expected] = pair.map((value) => JSON.stringify(value));
  return actual === expected ? [] : [`${name} is ${actual}, not ${expected}`];
}

/** Returns a fault for each pair of an actual and an expected value that differ. */
export function differences(
  pairs: Readonly<Record<string, readonly [actual: unknown, expected: unknown]>>,
): string[] {
  return Object.entries(pairs).flatMap(([name, pair]) => difference(name, ...pair));
}
