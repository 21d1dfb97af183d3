// Runs one flow with one failure, from preparation over its recovery to the verdict.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "#core/errors";
import { Client } from "#testing/crashes/client";
import { type AnyFlow, Draw } from "#testing/crashes/flow";
import { Lifetime, type World } from "#testing/crashes/lifetime";
import { type Hit, isKill, type Point, type SecondHit, type Step } from "#testing/crashes/points";
import { Steps } from "#testing/crashes/steps";
import { auditDatabase } from "#testing/world/judge";
import { selectOne } from "#testing/world/sql";
import { deliverNow, matchNow, passTime, reconcileNow, runJobsNow } from "#testing/world/turns";

// An order without enough stock does not count: it waits for new stock. A refund waits for the end of
// a dispute, and the certificate's mail for a disputed payment.
const COUNT_UNDER_WAY = `
  SELECT (SELECT count(*) FROM payments
          WHERE state IN ('confirming', 'processing') OR (next_poll_at <= now() AND polls = 0)
            OR refunding > 0 AND NOT EXISTS (
              SELECT FROM payment_disputes d WHERE d.account_id = payments.account_id
                AND d.payment_id = payments.id AND d.kind = 'dispute' AND d.state = 'open')
            )::int AS payments,
         (SELECT count(*) FROM orders o JOIN catalogues c USING (mode)
          WHERE o.state = 'placed' AND NOT o.awaiting_payment
            AND o.tried_stock_version < c.stock_version)::int AS orders,
         (SELECT count(*) FROM deliveries WHERE state = 'pending')::int AS events,
         (SELECT count(*) FROM jobs j WHERE state = 'queued' AND NOT EXISTS (
            SELECT FROM orders o WHERE o.account_id = j.account_id
              AND o.checkout_session_id = j.subject_id AND o.state = 'placed'
              AND o.awaiting_payment))::int AS jobs`;

type UnderWay = Record<"payments" | "orders" | "events" | "jobs", number>;

const countUnderWay = () => selectOne<UnderWay>(COUNT_UNDER_WAY);

/** Entries such as "payments still under way: 1". */
async function findUnderWay(): Promise<string[]> {
  return Object.entries(await countUnderWay()).flatMap(([name, count]) =>
    count > 0 ? [`${name} still under way: ${count}`] : [],
  );
}

/** Lists everything that is wrong in the whole database once nothing is under way. */
export async function audit(): Promise<string[]> {
  return [...(await findUnderWay()), ...(await auditDatabase())];
}

const turns: readonly [keyof UnderWay, () => Promise<unknown>][] = [
  ["orders", matchNow],
  ["payments", reconcileNow],
  ["orders", matchNow],
  ["events", deliverNow],
  ["jobs", runJobsNow],
];

export interface RunInput {
  flow: AnyFlow;
  facts: unknown;
  hit: Hit | null;
  client: Client;
}

type Run = Omit<RunInput, "hit">;

/** One round of a restarted process and its clients, with each worker that has something to do. */
async function recoverOnce(world: World, { flow, facts, client }: Run): Promise<void> {
  await flow.run(facts, client, world);
  if (flow.ownDatabase) return;
  let counts = await countUnderWay();
  for (const [name, turn] of turns) {
    if (counts[name] === 0) continue;
    await turn();
    counts = await countUnderWay();
  }
}

const MAX_ROUNDS = 8;
/**
 * Pause before the second round, doubled before each next one: statements of a killed process may
 * still run.
 */
const FIRST_PAUSE_MS = 10;

/** Runs rounds until nothing is under way; in the first one, clients repeat their requests. */
async function recover(world: World, run: Run): Promise<void> {
  const { flow, facts, client } = run;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (round > 0) await sleep(FIRST_PAUSE_MS * 2 ** round);
    if (!flow.ownDatabase) await passTime();
    await recoverOnce(world, run);
    if (flow.ownDatabase) return;
    const isOver = (await flow.isOver?.(facts, client)) ?? true;
    if (isOver && (await findUnderWay()).length === 0) return;
  }
}

async function recoverAndJudge(world: World, run: Run): Promise<string[]> {
  const { flow, facts, client } = run;
  try {
    await recover(world, run);
    const faults = [...client.faults, ...(await flow.judge(facts, client, world))];
    return flow.ownDatabase ? faults : [...faults, ...(await findUnderWay())];
  } catch (error) {
    return [`the flow does not recover: ${explainError(error)}`];
  }
}

interface Verdict {
  /** The step that was hit; undefined if the run never reached it. */
  hit: Step | undefined;
  /** Steps of the first lifetime. */
  steps: Step[];
  faults: string[];
}

export interface LifetimeResult {
  steps: Steps;
  error: unknown;
}

interface RunOptions {
  /** Runs the flow: in this process, or in a child process that is killed. */
  runLifetime?: (world: World, input: RunInput) => Promise<LifetimeResult>;
  /** Called before the recovery. */
  onEnd?: (result: LifetimeResult) => Promise<void>;
}

/** Runs the work in a new lifetime, with the given hit. */
async function runInLifetime(
  world: World,
  { facts, hit }: { facts: unknown; hit: Hit | SecondHit | null },
  work: () => Promise<unknown>,
): Promise<LifetimeResult> {
  const life = await Lifetime.begin(world, { hit, facts });
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

function runHere(world: World, { flow, facts, hit, client }: RunInput): Promise<LifetimeResult> {
  return runInLifetime(world, { facts, hit }, () => flow.run(facts, client, world));
}

/** Runs the flow as drawn from the seed; without a hit, no failure is injected. */
export async function runFlow(
  world: World,
  flow: AnyFlow,
  { seed, hit, second }: Pick<Point, "seed" | "second"> & { hit: Hit | null },
  { runLifetime = runHere, onEnd }: RunOptions = {},
): Promise<Verdict> {
  const facts = await prepareRun(world, flow, seed);
  const run = { flow, facts, client: new Client() };
  const first = await runLifetime(world, { ...run, hit });
  await onEnd?.(first);
  const faults: string[] = [];
  // A failure may lead to an error; a run without one must not.
  if (!hit && first.error !== undefined) faults.push(explainError(first.error));
  if (hit && isKill(hit.failure)) {
    const find = async () => flow.findEarlyFaults?.(facts, run.client);
    faults.push(...((await undisturbed(world, find)) ?? []));
  }
  if (second) await runInLifetime(world, { facts, hit: second }, () => recoverOnce(world, run));
  faults.push(...(await undisturbed(world, () => recoverAndJudge(world, run))));
  return { hit: hit ? first.steps.stepHit : undefined, steps: first.steps.taken, faults };
}
