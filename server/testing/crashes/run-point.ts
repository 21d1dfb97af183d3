// Runs one flow with one mishap, from its preparation to the verdict.
import { randomUUID } from "node:crypto";
import { Problem } from "#core/errors";
import { Client } from "#testing/crashes/client";
import { Draw } from "#testing/crashes/draw";
import type { AnyFlow } from "#testing/crashes/flow";
import { judge } from "#testing/crashes/judge";
import { Life } from "#testing/crashes/life";
import { type Hit, isDeath, type Point, type SecondHit, type Step } from "#testing/crashes/points";
import { recover, recoverOnce } from "#testing/crashes/recovery";
import { Steps } from "#testing/crashes/steps";
import type { World } from "#testing/crashes/world";

export interface Verdict {
  /** What was hit; undefined where the flow did not come that far. */
  hit: Step | undefined;
  /** The steps of the first life. */
  steps: Step[];
  faults: string[];
}

/** What a first life is begun with. */
export interface Beginning {
  own: AnyFlow;
  facts: unknown;
  hit: Hit | null;
  client: Client;
}

/** What became of it. */
export interface Lived {
  steps: Steps;
  error: unknown;
}

export interface Manner {
  /** Lives through the flow: in this process, or in one that is killed. */
  live?: (world: World, beginning: Beginning) => Promise<Lived>;
  /** Is called after it, before anything is recovered. */
  onEnd?: (lived: Lived) => Promise<void>;
}

/** Runs the work in a life of its own, which the hit ends or disturbs. */
async function liveThrough(
  world: World,
  { facts, hit, work }: { facts: unknown; hit: Hit | SecondHit | null; work: () => Promise<void> },
): Promise<Lived> {
  const { databaseUrl } = facts as { databaseUrl?: string };
  const life = await Life.begin(world, { hit, databaseUrl });
  const error = await life.live(work);
  life.end(world);
  return { steps: life.steps, error };
}

/** Nobody disturbs what is done outside any life. */
async function undisturbed<T>(world: World, work: () => Promise<T>): Promise<T> {
  world.steps = new Steps(null);
  try {
    return await work();
  } finally {
    world.steps = null;
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Problem) return `${error.title}: ${JSON.stringify(error.errors)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function recoverAndJudge(
  own: AnyFlow,
  { facts, client, world }: { facts: unknown; client: Client; world: World },
): Promise<string[]> {
  try {
    await recover(own, facts, client, world);
    return await judge(own, facts, client, world);
  } catch (error) {
    return [`the flow does not recover: ${wordsOf(error)}`];
  }
}

function liveHere(world: World, { own, facts, hit, client }: Beginning): Promise<Lived> {
  return liveThrough(world, { facts, hit, work: () => own.run(facts, client, world) });
}

/** Runs the flow as the seed draws it; without a hit, undisturbed. */
export async function runFlow(
  world: World,
  own: AnyFlow,
  { seed, hit, second }: Pick<Point, "seed" | "second"> & { hit: Hit | null },
  { live = liveHere, onEnd }: Manner = {},
): Promise<Verdict> {
  const scene = { world, seed, tag: randomUUID(), draw: new Draw(own.name, seed) };
  const facts = await undisturbed(world, () => own.prepare(scene));
  const client = new Client();
  const first = await live(world, { own, facts, hit, client });
  await onEnd?.(first);
  const faults: string[] = [];
  // An error is what a lost answer may lead to; without any mishap there is no reason for one.
  if (!hit && first.error !== undefined) faults.push(wordsOf(first.error));
  if (hit && isDeath(hit.mishap)) {
    faults.push(...((await undisturbed(world, async () => own.findTorn?.(facts, client))) ?? []));
  }
  if (second) {
    const work = () => recoverOnce(own, facts, client, world);
    await liveThrough(world, { facts, hit: second, work });
  }
  const found = await undisturbed(world, () => recoverAndJudge(own, { facts, client, world }));
  return {
    hit: hit ? first.steps.stepHit : undefined,
    steps: first.steps.taken,
    faults: [...faults, ...found],
  };
}
