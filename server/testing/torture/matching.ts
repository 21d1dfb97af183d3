// Torture of ordering and matching, to any size: what must never happen is looked for afterwards.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { startWorker } from "#jobs/worker";
import { makeAccount, makeStock } from "#testing/factories";
import { auditDatabase, countPlaced, countStuck } from "#testing/torture/audit";
import { newTold, postOnce, type Send, type Told, trade } from "#testing/torture/clients";
import {
  cutOneConnection,
  killInTheMiddle,
  type Moment,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import { type Market, openMarket } from "#testing/torture/market";
import { type ApiServers, startApiServers } from "#testing/torture/servers";

export interface Outcome {
  /** What was done, in words. */
  did: string;
  /** Empty where all held. */
  faults: string[];
}

const SETTLES_WITHIN_MS = 120_000;
const MEAN_ORDER_TONNES = 3;
const ENOUGH_TONNES = 1_000_000;
const MOST_IN_FLIGHT = 500;

/** Runs the tasks, no more than `most` at once. */
export async function atOnce<T>(
  count: number,
  task: (index: number) => Promise<T>,
  most = MOST_IN_FLIGHT,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lanes = Array.from({ length: Math.min(count, most) }, async () => {
    for (let index = next++; index < count; index = next++) results[index] = await task(index);
  });
  await Promise.all(lanes);
  return results;
}

/** Waits until there is none left of what is counted; else it is a fault. */
export async function awaitQuiet(count: () => Promise<number>, words: string): Promise<string[]> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const orders = await count();
    if (orders === 0) return [];
    if (Date.now() > until)
      return [`${orders} orders ${words} after ${SETTLES_WITHIN_MS / 1000} s`];
    await sleep(50);
  }
}

/** N orders at once on a lot for half of them: exactly half are filled, with exactly the lot. */
export async function halfALot(send: Send, size: { orders: number }): Promise<Outcome> {
  const orders = 2 * Math.ceil(size.orders / 2);
  const { token, account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: orders / 2 });
  const told = newTold();
  // Several workers in one process compete as well as in many: each batch is its own transaction.
  const workers = Array.from({ length: 4 }, startWorker);
  const body = { amount_kg: 1000, portfolio_id: portfolioId };
  const replies = await atOnce(orders, () =>
    postOnce(send, told, { path: "/orders", key: token, body }),
  );
  const faults = await awaitQuiet(countStuck, "were never tried");
  await Promise.all(workers.map((worker) => worker.stop()));

  const refused = replies.filter((reply) => reply.status !== 201).length;
  if (refused > 0) faults.push(`${refused} orders were refused`);
  const where = { accountId: account.id, state: "fulfilled" };
  const fulfilled = await database().prisma.order.count({ where });
  if (fulfilled !== orders / 2) faults.push(`${fulfilled} of ${orders} orders were fulfilled`);
  const lots = await database().prisma.creditLot.findMany({ where: { id: { in: lotIds } } });
  for (const { id, quantityKg, retiredKg } of lots) {
    if (quantityKg !== retiredKg)
      faults.push(`lot ${id}: ${retiredKg} of ${quantityKg} kg retired`);
  }
  faults.push(...(await auditDatabase()));
  return { did: `${orders} orders at once on a lot for ${orders / 2}`, faults };
}

/** Identical requests at once, under each of many keys, with changed ones among them. */
export async function identicalRequests(
  send: Send,
  size: { keys: number; copies: number },
): Promise<Outcome> {
  const { keys, copies } = size;
  const { token, account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const told = newTold();
  const faults: string[] = [];
  let refused = 0;
  // An answer stays the first one, also after the order's state has changed.
  const worker = startWorker();
  await atOnce(keys, async () => {
    const idempotencyKey = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: copies + 1 }, (_, copy) => {
        // One of them asks for something else: whichever came first decides who is refused.
        const amount_kg = copy === 1 ? 2 : 1;
        const body = { amount_kg, portfolio_id: portfolioId };
        return postOnce(send, told, { path: "/orders", key: token, body, idempotencyKey });
      }),
    );
    const made = replies.filter((reply) => reply.status === 201);
    const changed = replies.filter((reply) => reply.status === 422).length;
    const texts = new Set(made.map((reply) => reply.text));
    refused += changed;
    const isRight = made.length + changed === copies + 1 && (changed === 1 || changed === copies);
    if (texts.size !== 1 || !isRight) {
      faults.push(`one key: ${made.length} × 201 in ${texts.size} texts, ${changed} × 422`);
    }
  });
  const made = await database().prisma.order.count({ where: { accountId: account.id } });
  if (made !== keys) faults.push(`${keys} keys made ${made} orders`);
  faults.push(...(await awaitQuiet(countStuck, "were never tried")));
  await worker.stop();
  faults.push(...(await auditDatabase()));
  const repeats = `${told.repeats} repeated after a 409 or 5xx`;
  const did = `${keys} keys × ${copies} equal requests and a changed one: ${refused} × 422, ${repeats}`;
  return { did, faults };
}

/** Holds what the integrators were told against the database. */
async function compareTold(told: Told): Promise<string[]> {
  const faults = [...told.faults];
  const orders = await database().prisma.order.findMany({
    select: { id: true, amountKg: true, state: true },
  });
  const states = new Map(orders.map((order) => [order.id, order]));
  for (const [id, { amountKg }] of told.placed) {
    const order = states.get(id);
    if (!order) faults.push(`order ${id} was answered and is lost`);
    else if (order.amountKg !== amountKg) faults.push(`order ${id} is of ${order.amountKg} kg`);
  }
  for (const id of told.cancelled) {
    const state = states.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was answered as cancelled and is ${state}`);
  }
  return faults;
}

export interface KillingSize {
  /** At least; trade goes on until the last kill. */
  orders: number;
  lots: number;
  workers: number;
  /** API server processes, killed as well; 0: requests go to the handlers in this process. */
  servers: number;
  kills: number;
  clients: number;
  /** Connections to the database that are cut meanwhile. */
  cuts: number;
  /** At least. */
  seconds: number;
  /** For the workers' output. */
  folder: string;
  /** A recorded version's program: every other server and worker is of that version. */
  beside?: string;
}

interface Progress {
  kills: number;
  hits: number;
  serverKills: number;
  cuts: number;
  over: boolean;
  /** The last words of workers that ended by themselves. */
  faults: string[];
}

const moments: readonly Moment[] = ["settled", "holding", "random"];

async function killWorkers(
  workers: Worker[],
  size: KillingSize,
  progress: Progress,
): Promise<void> {
  while (progress.kills < size.kills) {
    const place = randomInt(workers.length);
    const worker = workers[place];
    if (!worker) throw new Error("there is no worker to kill");
    const moment = moments[progress.kills % moments.length] ?? "random";
    if (await killInTheMiddle(worker, moment)) progress.hits += 1;
    if (!worker.program.wasKilled()) progress.faults.push(worker.program.lastWords());
    progress.kills += 1;
    workers[place] = await worker.startAgain();
  }
}

async function killServers(api: ApiServers, size: KillingSize, progress: Progress): Promise<void> {
  while (progress.serverKills < size.kills) {
    await api.killOne();
    progress.serverKills += 1;
  }
}

async function deliverLots(market: Market, size: KillingSize): Promise<void> {
  const pauseMs = Math.max(50, (size.seconds * 1000) / size.lots);
  // About half of what is ordered, in two lots at a time.
  const tonnes = Math.ceil((size.orders * MEAN_ORDER_TONNES) / 4 / size.lots);
  for (let arrived = 0; arrived < size.lots; arrived += 1) {
    await market.writeLots([randomInt(1, 2 * tonnes), randomInt(1, 2 * tonnes)]);
    await sleep(randomInt(Math.ceil(pauseMs * 2)));
  }
}

async function cutConnections(size: KillingSize, progress: Progress): Promise<void> {
  while (progress.cuts < size.cuts && !progress.over) {
    await sleep(randomInt(20, 400));
    if (await cutOneConnection()) progress.cuts += 1;
  }
}

/** Integrators, each with an account of its own, at work until all the trouble is over. */
async function tradeDuring(
  trouble: Promise<unknown>[],
  market: { send: Send; told: Told; portfolioIds: readonly string[]; keys: readonly string[] },
  size: KillingSize,
  progress: Progress,
): Promise<void> {
  const until = Date.now() + size.seconds * 1000;
  const isEnough = () => market.told.placed.size >= size.orders;
  const clients = market.keys.map((token) =>
    trade(
      { ...market, key: token },
      () => progress.over,
      // Once there are enough, trade slows down, so that kills alone do not make the orders many.
      () => (isEnough() ? 100 : 0),
    ),
  );
  try {
    await Promise.all(trouble);
    while (!isEnough() || Date.now() < until) await sleep(50);
  } finally {
    progress.over = true;
  }
  await Promise.all(clients);
}

function report(told: Told, size: KillingSize, progress: Progress): string {
  return [
    `${told.placed.size} orders placed, ${told.cancelled.size} cancelled, ${told.repeats} repeats`,
    `${size.workers} workers killed ${progress.kills} times, ${progress.hits} of them in a batch`,
    `${size.servers} servers killed ${progress.serverKills} times`,
    `${progress.cuts} connections cut`,
  ].join("; ");
}

/**
 * Orders are placed, repeated and cancelled and lots arrive, while workers and servers are killed
 * and started again and connections are cut; then stock comes for all that is left.
 */
export async function killedWorkers(inProcess: Send, size: KillingSize): Promise<Outcome> {
  const market = await openMarket();
  const { portfolioIds } = market;
  const told = newTold();
  const progress = { kills: 0, hits: 0, serverKills: 0, cuts: 0, over: false, faults: [] };
  const workers = await startWorkers(size);
  const api = size.servers > 0 ? await startApiServers(size) : null;
  const accounts = await atOnce(size.clients, () => makeAccount());
  const keys = accounts.map(({ token }) => token);
  const trouble = [
    killWorkers(workers, size, progress),
    ...(api ? [killServers(api, size, progress)] : []),
    deliverLots(market, size),
    cutConnections(size, progress),
  ];
  await tradeDuring(
    trouble,
    { send: api?.send ?? inProcess, told, portfolioIds, keys },
    size,
    progress,
  );

  const faults = await awaitQuiet(countStuck, "were never tried");
  const countLeft = () => countPlaced(portfolioIds);
  const left = await countLeft();
  faults.push(...(await compareTold(told)), ...(await auditDatabase()));
  await market.writeLots(Array.from({ length: 9 }, () => ENOUGH_TONNES));
  faults.push(...(await awaitQuiet(countLeft, "could be filled and are left")));
  await api?.stop();
  faults.push(...(await stopWorkers(workers)));
  faults.push(...progress.faults, ...(await compareTold(told)), ...(await auditDatabase()));
  const imports = `${market.importRepeats()} imports repeated`;
  const did = `${report(told, size, progress)}; ${imports}; ${left} waited for the last lots`;
  return { did, faults };
}
