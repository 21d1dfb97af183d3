// A flow: requests of clients and turns of the worker, which are killed at every step.
import type { Context } from "#core/context";
import { withDatabaseUse } from "#core/db-use";
import type { Client } from "#testing/crashes/client";
import type { Draw } from "#testing/crashes/draw";
import type { World } from "#testing/crashes/world";
import { systemContext } from "#testing/factories";

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
  run(facts: Facts, client: Client, world: Pick<World, "databaseUrl">): Promise<void>;
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

/** Runs a worker's turn, with a worker's database limits. */
export function runAsWorker<T>(turn: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabaseUse("background", () => turn(systemContext()));
}

/** Returns a fault if the two differ. */
export function difference(name: string, actual: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  return one === other ? [] : [`${name} is ${one}, not ${other}`];
}
