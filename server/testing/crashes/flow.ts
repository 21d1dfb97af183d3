// A flow: what clients ask of the process and what its worker does, to be killed at every step.
import type { Context } from "#core/context";
import { withDatabaseUse } from "#core/db-use";
import type { Client } from "#testing/crashes/client";
import type { Draw } from "#testing/crashes/draw";
import type { World } from "#testing/crashes/world";
import { systemContext } from "#testing/factories";

export interface Scene {
  seed: number;
  /** No other run's: what tells this run's objects from those of others in the same database. */
  tag: string;
  draw: Draw;
  world: World;
}

/** `Facts` are plain data: another process may be given them. */
export interface Flow<Facts> {
  name: string;
  /** Makes what the flow starts from, undisturbed. */
  prepare(scene: Scene): Promise<Facts>;
  /**
   * What is run and killed. It is run again after the restart, as clients repeat what they got no
   * answer to and workers go on with what is due.
   */
  run(facts: Facts, client: Client, world: Pick<World, "databaseUrl">): Promise<void>;
  /** Whether its clients have what they want; false where they are to try once more. */
  isOver?(facts: Facts, client: Client): Promise<boolean>;
  /** What is wrong at any moment, also before the restart. */
  findTorn?(facts: Facts, client: Client): Promise<string[]>;
  /** What is wrong when all has come to its end. */
  judge(facts: Facts, client: Client, world: World): Promise<string[]>;
  /** On a database of its own, which it makes itself: nothing else is judged. */
  ownDatabase?: boolean;
}

/** A flow whose facts are only its own business. */
export type AnyFlow = Flow<unknown>;

export function flow<Facts>(own: Flow<Facts>): AnyFlow {
  return own as AnyFlow;
}

/** Runs a worker's turn, with the limits of a worker. */
export function asWorker<T>(turn: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabaseUse("background", () => turn(systemContext()));
}

/** "name: expected, found" where the two differ. */
export function differs(name: string, found: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  return one === other ? [] : [`${name} is ${one}, not ${other}`];
}
