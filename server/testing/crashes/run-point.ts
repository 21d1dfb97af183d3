// Runs one flow with one failure, from preparation to verdict.
import { randomUUID } from "node:crypto";
import { Problem } from "#core/errors";
import { Client } from "#testing/crashes/client";
import { Draw } from "#testing/crashes/draw";
import type { AnyFlow } from "#testing/crashes/flow";
import { Lifetime } from "#testing/crashes/lifetime";
import { type Hit, isKill, type Point, type SecondHit, type Step } from "#testing/crashes/points";
import { judge, recover, recoverOnce } from "#testing/crashes/recovery";
import { Steps } from "#testing/crashes/steps";
import type { World } from "#testing/crashes/world";

export interface Verdict {
  /** The step that was hit; undefined if the run never reached it. */
  hit: Step | undefined;
  /** Steps of the first lifetime. */
  steps: Step[];
  faults: string[];
}

export interface RunInput {
  flow: AnyFlow;
  facts: unknown;
  hit: Hit | null;
  client: Client;
}

export interface LifetimeResult {
  steps: Steps;
  error: unknown;
}

export interface RunOptions {
  /** Runs the flow: in this process, or in a child process that is killed. */
  runLifetime?: (world: World, input: RunInput) => Promise<LifetimeResult>;
  /** Called before the recovery. */
  onEnd?: (result: LifetimeResult) => Promise<void>;
}

/** Runs the work in a new lifetime, with the given hit. */
async function runInLifetime(
  world: World,
  { facts, hit, work }: { facts: unknown; hit: Hit | SecondHit | null; work: () => Promise<void> },
): Promise<LifetimeResult> {
  const { databaseUrl } = facts as { databaseUrl?: string };
  const life = await Lifetime.begin(world, { hit, databaseUrl });
  const error = await life.run(work);
  life.end(world);
  return { steps: life.steps, error };
}

/** Runs work outside any lifetime without failures. */
async function undisturbed<T>(world: World, work: () => Promise<T>): Promise<T> {
  world.steps = new Steps(null);
  try {
    return await work();
  } finally {
    world.steps = null;
  }
}

/** Creates the initial state that the seed draws. */
export function prepareRun(world: World, flow: AnyFlow, seed: number): Promise<unknown> {
  const scene = { world, seed, tag: randomUUID(), draw: new Draw(flow.name, seed) };
  return undisturbed(world, () => flow.prepare(scene));
}

function explainError(error: unknown): string {
  if (error instanceof Problem) return `${error.title}: ${JSON.stringify(error.errors)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function recoverAndJudge(
  flow: AnyFlow,
  { facts, client, world }: { facts: unknown; client: Client; world: World },
): Promise<string[]> {
  try {
    await recover(flow, facts, client, world);
    return await judge(flow, facts, client, world);
  } catch (error) {
    return [`the flow does not recover: ${explainError(error)}`];
  }
}

function runHere(world: World, { flow, facts, hit, client }: RunInput): Promise<LifetimeResult> {
  return runInLifetime(world, { facts, hit, work: () => flow.run(facts, client, world) });
}

/** Runs the flow as drawn from the seed; without a hit, no failure is injected. */
export async function runFlow(
  world: World,
  flow: AnyFlow,
  { seed, hit, second }: Pick<Point, "seed" | "second"> & { hit: Hit | null },
  { runLifetime = runHere, onEnd }: RunOptions = {},
): Promise<Verdict> {
  const facts = await prepareRun(world, flow, seed);
  const client = new Client();
  const first = await runLifetime(world, { flow, facts, hit, client });
  await onEnd?.(first);
  const faults: string[] = [];
  // A failure may lead to an error; a run without one must not.
  if (!hit && first.error !== undefined) faults.push(explainError(first.error));
  if (hit && isKill(hit.failure)) {
    faults.push(
      ...((await undisturbed(world, async () => flow.findEarlyFaults?.(facts, client))) ?? []),
    );
  }
  if (second) {
    const work = () => recoverOnce(flow, facts, client, world);
    await runInLifetime(world, { facts, hit: second, work });
  }
  const recoveryFaults = await undisturbed(world, () =>
    recoverAndJudge(flow, { facts, client, world }),
  );
  return {
    hit: hit ? first.steps.stepHit : undefined,
    steps: first.steps.taken,
    faults: [...faults, ...recoveryFaults],
  };
}
