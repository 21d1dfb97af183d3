// Torture of ordering and matching, of any size.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { startWorker } from "#jobs/worker";
import { makeAccount, makeStock } from "#testing/factories";
import { auditDatabase, countPlaced, countStuck } from "#testing/torture/audit";
import {
  type ClientRecord,
  newClientRecord,
  postOnce,
  runIntegrator,
  type Send,
} from "#testing/torture/clients";
import {
  cutConnections,
  killWorkerAt,
  type Moment,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import { type Market, openMarket } from "#testing/torture/market";
import { type ApiServers, startApiServers } from "#testing/torture/servers";

export interface Outcome {
  /** Description of what ran. */
  summary: string;
  faults: string[];
}

const SETTLE_TIMEOUT_MS = 120_000;
const MEAN_ORDER_TONNES = 3;
const AMPLE_TONNES = 1_000_000;
const MAX_IN_FLIGHT = 500;

export async function runConcurrently<T>(
  count: number,
  task: (index: number) => Promise<T>,
  most = MAX_IN_FLIGHT,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lanes = Array.from({ length: Math.min(count, most) }, async () => {
    for (let index = next++; index < count; index = next++) results[index] = await task(index);
  });
  await Promise.all(lanes);
  return results;
}

/** Waits until the count is zero; reports a fault if it takes too long. */
export async function awaitZero(count: () => Promise<number>, problem: string): Promise<string[]> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const orders = await count();
    if (orders === 0) return [];
    if (Date.now() > until)
      return [`${orders} orders ${problem} after ${SETTLE_TIMEOUT_MS / 1000} s`];
    await sleep(50);
  }
}

/**
 * Places N orders at once on a lot for half of them: exactly half must be fulfilled, with exactly
 * the lot.
 */
export async function halfALot(send: Send, size: { orders: number }): Promise<Outcome> {
  const orders = 2 * Math.ceil(size.orders / 2);
  const { token, account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: orders / 2 });
  const record = newClientRecord();
  // Several workers in one process compete like several processes: each batch is its own
  // transaction.
  const workers = Array.from({ length: 4 }, startWorker);
  const body = { amount_kg: 1000, portfolio_id: portfolioId };
  const replies = await runConcurrently(orders, () =>
    postOnce(send, record, { path: "/orders", key: token, body }),
  );
  const faults = await awaitZero(countStuck, "have not been tried");
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
  return { summary: `${orders} orders at once on a lot for ${orders / 2}`, faults };
}

/** Sends identical requests at once under each of many keys, and a different one among them. */
export async function identicalRequests(
  send: Send,
  size: { keys: number; copies: number },
): Promise<Outcome> {
  const { keys, copies } = size;
  const { token, account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const record = newClientRecord();
  const faults: string[] = [];
  let refused = 0;
  // The response stays the first one, even after the order's state has changed.
  const worker = startWorker();
  await runConcurrently(keys, async () => {
    const idempotencyKey = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: copies + 1 }, (_, copy) => {
        // One request differs: the first request to arrive decides which ones are refused.
        const amount_kg = copy === 1 ? 2 : 1;
        const body = { amount_kg, portfolio_id: portfolioId };
        return postOnce(send, record, { path: "/orders", key: token, body, idempotencyKey });
      }),
    );
    const created = replies.filter((reply) => reply.status === 201);
    const changed = replies.filter((reply) => reply.status === 422).length;
    const bodies = new Set(created.map((reply) => reply.text));
    refused += changed;
    const isValid =
      created.length + changed === copies + 1 && (changed === 1 || changed === copies);
    if (bodies.size !== 1 || !isValid) {
      faults.push(`one key: ${created.length} × 201 with ${bodies.size} bodies, ${changed} × 422`);
    }
  });
  const placed = await database().prisma.order.count({ where: { accountId: account.id } });
  if (placed !== keys) faults.push(`${placed} orders for ${keys} keys`);
  faults.push(...(await awaitZero(countStuck, "have not been tried")));
  await worker.stop();
  faults.push(...(await auditDatabase()));
  const repeats = `${record.repeats} repeated after a 409 or 5xx`;
  const summary = `${keys} keys × ${copies} identical requests and a different one: ${refused} × 422, ${repeats}`;
  return { summary, faults };
}

/** Compares the responses that the integrators got with the database. */
export async function compareWithDatabase(record: ClientRecord): Promise<string[]> {
  const faults = [...record.faults];
  const orders = await database().prisma.order.findMany({
    select: { id: true, amountKg: true, state: true },
  });
  const states = new Map(orders.map((order) => [order.id, order]));
  for (const [id, { amountKg }] of record.placed) {
    const order = states.get(id);
    if (!order) faults.push(`order ${id} was acknowledged and is lost`);
    else if (order.amountKg !== amountKg) faults.push(`order ${id} has ${order.amountKg} kg`);
  }
  for (const id of record.cancelled) {
    const state = states.get(id)?.state;
    if (state !== "cancelled") faults.push(`order ${id} was cancelled but is ${state}`);
  }
  return faults;
}

export interface KillingSize {
  /** At least; trading continues until the last kill. */
  orders: number;
  lots: number;
  workers: number;
  /** API server processes, which are killed too; 0 sends requests to handlers in this process. */
  servers: number;
  kills: number;
  clients: number;
  /** Number of database connections to cut. */
  cuts: number;
  /** At least. */
  seconds: number;
  folder: string;
}

interface Progress {
  kills: number;
  hits: number;
  serverKills: number;
  cuts: number;
  over: boolean;
  /** Output of workers that ended by themselves. */
  faults: string[];
}

const moments: readonly Moment[] = ["settled", "claimed", "random"];

async function killWorkers(
  workers: Worker[],
  size: KillingSize,
  progress: Progress,
): Promise<void> {
  while (progress.kills < size.kills) {
    const moment = moments[progress.kills % moments.length] ?? "random";
    if (await killWorkerAt(workers, moment, progress.faults)) progress.hits += 1;
    progress.kills += 1;
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
  // About half of what is ordered, two lots at a time.
  const tonnes = Math.ceil((size.orders * MEAN_ORDER_TONNES) / 4 / size.lots);
  for (let arrived = 0; arrived < size.lots; arrived += 1) {
    await market.writeLots([randomInt(1, 2 * tonnes), randomInt(1, 2 * tonnes)]);
    await sleep(randomInt(Math.ceil(pauseMs * 2)));
  }
}

/** Runs integrators, each with its own account, until all interference is over. */
async function tradeDuring(
  interference: Promise<unknown>[],
  market: {
    send: Send;
    record: ClientRecord;
    portfolioIds: readonly string[];
    keys: readonly string[];
  },
  size: KillingSize,
  progress: Progress,
): Promise<void> {
  const until = Date.now() + size.seconds * 1000;
  const isEnough = () => market.record.placed.size >= size.orders;
  const clients = market.keys.map((token) =>
    runIntegrator(
      { ...market, key: token },
      () => progress.over,
      // Slows down once there are enough orders, so that many kills don't cause too many.
      () => (isEnough() ? 100 : 0),
    ),
  );
  try {
    await Promise.all(interference);
    while (!isEnough() || Date.now() < until) await sleep(50);
  } finally {
    progress.over = true;
  }
  await Promise.all(clients);
}

function report(record: ClientRecord, size: KillingSize, progress: Progress): string {
  return [
    `${record.placed.size} orders placed, ${record.cancelled.size} cancelled, ${record.repeats} repeats`,
    `${size.workers} workers killed ${progress.kills} times, ${progress.hits} of them in a batch`,
    `${size.servers} servers killed ${progress.serverKills} times`,
    `${progress.cuts} connections cut`,
  ].join("; ");
}

/**
 * Orders are placed, repeated and cancelled and lots arrive while workers and servers are killed
 * and connections are cut; then stock arrives for all remaining orders.
 */
export async function killedWorkers(inProcess: Send, size: KillingSize): Promise<Outcome> {
  const market = await openMarket();
  const { portfolioIds } = market;
  const record = newClientRecord();
  const progress = { kills: 0, hits: 0, serverKills: 0, cuts: 0, over: false, faults: [] };
  const workers = await startWorkers(size);
  const api = size.servers > 0 ? await startApiServers(size) : null;
  const accounts = await runConcurrently(size.clients, () => makeAccount());
  const keys = accounts.map(({ token }) => token);
  const interference = [
    killWorkers(workers, size, progress),
    ...(api ? [killServers(api, size, progress)] : []),
    deliverLots(market, size),
    cutConnections(size, progress),
  ];
  await tradeDuring(
    interference,
    { send: api?.send ?? inProcess, record, portfolioIds, keys },
    size,
    progress,
  );

  const faults = await awaitZero(countStuck, "have not been tried");
  const countLeft = () => countPlaced(portfolioIds);
  const left = await countLeft();
  faults.push(...(await compareWithDatabase(record)), ...(await auditDatabase()));
  await market.writeLots(Array.from({ length: 9 }, () => AMPLE_TONNES));
  faults.push(...(await awaitZero(countLeft, "are not fulfilled though there is stock")));
  await api?.stop();
  faults.push(...(await stopWorkers(workers)));
  faults.push(
    ...progress.faults,
    ...(await compareWithDatabase(record)),
    ...(await auditDatabase()),
  );
  const imports = `${market.importRepeats()} imports repeated`;
  const summary = `${report(record, size, progress)}; ${imports}; ${left} waited for the last lots`;
  return { summary, faults };
}
