import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { makeAccount, makeStock } from "#testing/factories";
import { auditDatabase } from "#testing/torture/audit";
import {
  auditCheckout,
  compareCustomers,
  countOutcomes,
  countUnsettled,
  type Outcomes,
} from "#testing/torture/checkout-audit";
import {
  type CustomerRecord,
  drawPlan,
  openSession,
  type Plan,
  plainPlan,
  type Shop,
  visit,
} from "#testing/torture/checkout-customers";
import { newClientRecord } from "#testing/torture/clients";
import {
  cutConnections,
  freezeAfterCharge,
  killWorkerAt,
  type Moment,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import type { Outcome } from "#testing/torture/matching";
import { type ApiServers, startApiServers } from "#testing/torture/servers";

export interface CheckoutSize {
  sessions: number;
  servers: number;
  workers: number;
  /** Number of servers, and of workers, to kill. */
  kills: number;
  /** Number of database connections to cut. */
  cuts: number;
  /** Number of concurrent customers. */
  clients: number;
  /** Folder for log files. */
  folder: string;
  /** After the last kill, polls payments at once instead of after half a minute. */
  pollsAtOnce: boolean;
  /** Uses good cards only and never expires or cancels, so that each session is charged. */
  plain: boolean;
}

const AMPLE_TONNES = 100_000;
/** During the kills a customer leaves after this time, and returns at the end. */
const VISIT_TIMEOUT_MS = 2000;
const SETTLE_TIMEOUT_MS = 180_000;
const moments: readonly Moment[] = ["paying", "random", "paying", "settled"];

// After the last kill no attempt older than this is still in progress.
const POLL_NOW: Statement = {
  name: "torture-hurry",
  text: `
    UPDATE payments SET next_poll_at = now()
    WHERE next_poll_at > now() AND updated_at < now() - interval '2 seconds' RETURNING id`,
};

interface Progress {
  kills: number;
  /** Servers killed between a charge and its recording. */
  serverHits: number;
  workerHits: number;
  cuts: number;
  /** Number of sessions that may have been opened so far. */
  admitted: number;
  over: boolean;
  faults: string[];
}

/** Admits customers before each kill, so that each kill hits some of them. */
async function killAll(
  programs: { api: ApiServers; workers: Worker[] },
  size: CheckoutSize,
  progress: Progress,
): Promise<void> {
  while (progress.kills < size.kills) {
    progress.admitted = Math.ceil((size.sessions * (progress.kills + 1)) / (size.kills + 1));
    const isRandom = progress.kills % 4 === 3;
    const moment = moments[progress.kills % moments.length] ?? "random";
    const [wasHit, workerHit] = await Promise.all([
      programs.api.killOne(isRandom ? undefined : freezeAfterCharge),
      killWorkerAt(programs.workers, moment, progress.faults),
    ]);
    if (wasHit) progress.serverHits += 1;
    if (workerHit) progress.workerHits += 1;
    progress.kills += 1;
  }
  progress.admitted = size.sessions;
}

type Visit = { id: string; plan: Plan };

/** Runs all customers as they are admitted. Returns the customers who left early. */
async function sell(
  shop: Shop,
  portfolioId: string,
  size: CheckoutSize,
  progress: Progress,
): Promise<Visit[]> {
  const left: Visit[] = [];
  let next = 0;
  const lanes = Array.from({ length: size.clients }, async () => {
    for (let nth = next++; nth < size.sessions; nth = next++) {
      while (nth >= progress.admitted) await sleep(10);
      const plan = size.plain ? plainPlan() : drawPlan(nth);
      const id = await openSession(shop, portfolioId);
      if (!(await visit(shop, { id, plan, timeoutMs: VISIT_TIMEOUT_MS }))) left.push({ id, plan });
    }
  });
  await Promise.all(lanes);
  return left;
}

/** After the kills, lets customers return and waits until everything is settled. */
async function settle(shop: Shop, left: Visit[], size: CheckoutSize): Promise<string[]> {
  let isOver = false;
  const polling = (async () => {
    while (size.pollsAtOnce && !isOver) {
      await database().query(POLL_NOW, []);
      await sleep(200);
    }
  })();
  const ends = await Promise.all(
    left.map((session) => visit(shop, { ...session, timeoutMs: SETTLE_TIMEOUT_MS })),
  );
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  while ((await countUnsettled()) > 0 && Date.now() < until) await sleep(100);
  isOver = true;
  await polling;
  const lost = ends.filter((hasEnded) => !hasEnded).length;
  const unsettled = await countUnsettled();
  return [
    ...(lost > 0 ? [`${lost} customers never saw their session end`] : []),
    ...(unsettled > 0 ? [`${unsettled} payments or orders are not settled`] : []),
  ];
}

function report(
  record: CustomerRecord,
  size: CheckoutSize,
  progress: Progress,
  ends: Outcomes,
): string {
  const { kills, serverHits, workerHits, cuts } = progress;
  return [
    `${ends.sessions} sessions paid by ${record.posts} forms (${record.lostPosts} without a response)`,
    `${ends.charges} charges, ${ends.refunds} refunded; ${ends.orders} orders, ` +
      `${ends.fulfilled} fulfilled; ${ends.expired} expired`,
    `${size.servers} servers killed ${kills} times, ${serverHits} of them after a charge`,
    `${size.workers} workers killed ${kills} times, ${workerHits} of them in a transaction`,
    `${cuts} connections cut; ${ends.completedByWorker} sessions completed by a worker`,
  ].join("; ");
}

/**
 * Customers pay with four clicks at once while servers and workers are killed and connections are
 * cut.
 */
export async function payingCustomers(size: CheckoutSize): Promise<Outcome> {
  const { token } = await makeAccount();
  const { portfolioId } = await makeStock({ tonnes: AMPLE_TONNES });
  const record = { ...newClientRecord(), sessions: new Map(), expired: new Set<string>() };
  const customers: CustomerRecord = { ...record, posts: 0, lostPosts: 0 };
  const progress: Progress = {
    ...{ kills: 0, serverHits: 0, workerHits: 0, cuts: 0, admitted: 0 },
    ...{ over: false, faults: [] },
  };
  const [api, workers] = await Promise.all([startApiServers(size), startWorkers(size)]);
  const shop = { origin: api.origin, send: api.send, key: token, record: customers };
  const cutting = cutConnections(size, progress);
  const [left] = await Promise.all([
    sell(shop, portfolioId, size, progress),
    killAll({ api, workers }, size, progress),
  ]);
  progress.over = true;
  await cutting;
  const faults = await settle(shop, left, size);
  await api.stop();
  faults.push(...(await stopWorkers(workers)));
  faults.push(...progress.faults, ...(await compareCustomers(customers)));
  faults.push(...(await auditCheckout()), ...(await auditDatabase()));
  const outcomes = await countOutcomes();
  const { sessions, charges, fulfilled, refunds } = outcomes;
  if (sessions !== size.sessions) faults.push(`there are ${sessions} sessions`);
  if (size.plain && (charges !== sessions || fulfilled !== sessions || refunds > 0)) {
    faults.push(
      `${sessions} sessions: ${charges} charges, ${refunds} refunds, ${fulfilled} orders`,
    );
  }
  return { summary: report(customers, size, progress, outcomes), faults };
}
