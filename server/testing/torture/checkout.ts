// Torture of the checkout, to any size: customers pay while servers and workers die under them; what
// must never happen is looked for afterwards.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "#core/db";
import { database } from "#core/db";
import { makeAccount, makeStock } from "#testing/factories";
import { auditDatabase } from "#testing/torture/audit";
import {
  auditCheckout,
  compareTold,
  countEnds,
  countRestless,
  type Ends,
} from "#testing/torture/checkout-audit";
import {
  type CustomersTold,
  drawPlan,
  openSession,
  type Plan,
  plainPlan,
  type Shop,
  visit,
} from "#testing/torture/checkout-customers";
import { newTold } from "#testing/torture/clients";
import {
  cutOneConnection,
  freezeOverCharge,
  killInTheMiddle,
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
  /** How often a server, and how often a worker, is killed. */
  kills: number;
  /** Connections to the database that are cut meanwhile. */
  cuts: number;
  /** Customers at once. */
  clients: number;
  /** For the programs' output. */
  folder: string;
  /** Once nothing is killed any more: asks at once about what would be asked in half a minute. */
  hurries: boolean;
  /** Good cards alone, and nothing expired or cancelled: each session is then charged and kept. */
  plain: boolean;
  /** A recorded version's program: every other server and worker is of that version. */
  beside?: string;
}

const ENOUGH_TONNES = 100_000;
/** In the middle of it all a customer leaves after this, and comes back when it is quiet. */
const PATIENCE_MS = 2000;
const SETTLES_WITHIN_MS = 180_000;
const moments: readonly Moment[] = ["paying", "random", "paying", "settled"];

// An attempt that is older than this, when nothing is killed any more, has nobody left behind it.
const HURRY: Statement = {
  name: "torture-hurry",
  text: `
    UPDATE payments SET ask_at = now()
    WHERE ask_at > now() AND updated_at < now() - interval '2 seconds' RETURNING id`,
};

interface Progress {
  kills: number;
  /** Servers killed between a charge and the writing down of it. */
  serverHits: number;
  /** Workers killed in the middle of a transaction. */
  workerHits: number;
  cuts: number;
  /** So many sessions may be begun by now. */
  allowed: number;
  over: boolean;
  faults: string[];
}

async function killWorker(workers: Worker[], progress: Progress): Promise<void> {
  const place = randomInt(workers.length);
  const worker = workers[place];
  if (!worker) throw new Error("there is no worker to kill");
  const moment = moments[progress.kills % moments.length] ?? "random";
  if (await killInTheMiddle(worker, moment)) progress.workerHits += 1;
  if (!worker.program.wasKilled()) progress.faults.push(worker.program.lastWords());
  workers[place] = await worker.startAgain();
}

/** Lets customers in, some before each kill, so that nobody is killed for nothing. */
async function killAll(
  programs: { api: ApiServers; workers: Worker[] },
  size: CheckoutSize,
  progress: Progress,
): Promise<void> {
  while (progress.kills < size.kills) {
    progress.allowed = Math.ceil((size.sessions * (progress.kills + 1)) / (size.kills + 1));
    const isRandom = progress.kills % 4 === 3;
    const [wasHit] = await Promise.all([
      programs.api.killOne(isRandom ? undefined : freezeOverCharge),
      killWorker(programs.workers, progress),
    ]);
    if (wasHit) progress.serverHits += 1;
    progress.kills += 1;
  }
  progress.allowed = size.sessions;
}

async function cutConnections(size: CheckoutSize, progress: Progress): Promise<void> {
  while (progress.cuts < size.cuts && !progress.over) {
    await sleep(randomInt(20, 600));
    if (await cutOneConnection()) progress.cuts += 1;
  }
}

type Visit = { id: string; plan: Plan };

/** All customers, each when it is let in. Returns those who left before their page said the end. */
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
      while (nth >= progress.allowed) await sleep(10);
      const plan = size.plain ? plainPlan() : drawPlan(nth);
      const id = await openSession(shop, portfolioId);
      if (!(await visit(shop, { id, plan, patienceMs: PATIENCE_MS }))) left.push({ id, plan });
    }
  });
  await Promise.all(lanes);
  return left;
}

/** When all is quiet again: those who left come back, and everything comes to its end. */
async function settle(shop: Shop, left: Visit[], size: CheckoutSize): Promise<string[]> {
  let isOver = false;
  const hurrying = (async () => {
    while (size.hurries && !isOver) {
      await database().query(HURRY, []);
      await sleep(200);
    }
  })();
  const ends = await Promise.all(
    left.map((session) => visit(shop, { ...session, patienceMs: SETTLES_WITHIN_MS })),
  );
  const until = Date.now() + SETTLES_WITHIN_MS;
  while ((await countRestless()) > 0 && Date.now() < until) await sleep(100);
  isOver = true;
  await hurrying;
  const lost = ends.filter((hasEnded) => !hasEnded).length;
  const restless = await countRestless();
  return [
    ...(lost > 0 ? [`${lost} customers never saw the end of their session`] : []),
    ...(restless > 0 ? [`${restless} payments or orders did not come to their end`] : []),
  ];
}

function report(told: CustomersTold, size: CheckoutSize, progress: Progress, ends: Ends): string {
  const { kills, serverHits, workerHits, cuts } = progress;
  return [
    `${ends.sessions} sessions paid by ${told.posts} forms (${told.lostPosts} lost their answer)`,
    `${ends.charges} charges, ${ends.refunds} given back; ${ends.orders} orders, ` +
      `${ends.fulfilled} fulfilled; ${ends.expired} expired`,
    `${size.servers} servers killed ${kills} times, ${serverHits} of them over a charge`,
    `${size.workers} workers killed ${kills} times, ${workerHits} of them in a transaction`,
    `${cuts} connections cut; ${ends.healed} sessions completed by a worker`,
  ].join("; ");
}

/** Customers pay, fourfold, while servers and workers are killed and connections are cut. */
export async function payingCustomers(size: CheckoutSize): Promise<Outcome> {
  const { token } = await makeAccount();
  const { portfolioId } = await makeStock({ tonnes: ENOUGH_TONNES });
  const told = { ...newTold(), sessions: new Map(), expired: new Set<string>() };
  const customers: CustomersTold = { ...told, posts: 0, lostPosts: 0 };
  const progress: Progress = {
    ...{ kills: 0, serverHits: 0, workerHits: 0, cuts: 0, allowed: 0 },
    ...{ over: false, faults: [] },
  };
  const [api, workers] = await Promise.all([startApiServers(size), startWorkers(size)]);
  const shop = { origin: api.origin, send: api.send, key: token, told: customers };
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
  faults.push(...progress.faults, ...(await compareTold(customers)));
  faults.push(...(await auditCheckout()), ...(await auditDatabase()));
  const counted = await countEnds();
  const { sessions, charges, fulfilled, refunds } = counted;
  if (sessions !== size.sessions) faults.push(`there are ${sessions} sessions`);
  if (size.plain && (charges !== sessions || fulfilled !== sessions || refunds > 0)) {
    faults.push(`${sessions} sessions: ${charges} charges, ${refunds} back, ${fulfilled} orders`);
  }
  return { did: report(customers, size, progress, counted), faults };
}
