// Torture of ordering and matching, of any size.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { startWorker } from "#jobs/worker";
import { offerIn } from "#testing/billing";
import { makeAccount, makeStock } from "#testing/factories";
import {
  type ClientRecord,
  newClientRecord,
  postOnce,
  runIntegrator,
  type Send,
} from "#testing/world/clients";
import {
  Installation,
  type InstallationSize,
  startWorkerMember,
} from "#testing/world/installation";
import { auditDatabase, compareOrders, countPlaced, countStuck } from "#testing/world/judge";
import { inTransaction } from "#testing/world/killing";
import { type Market, openMarket } from "#testing/world/market";
import { awaitZero, inTurn, type Outcome, runConcurrently, waitUntil } from "#testing/world/run";

const MEAN_ORDER_TONNES = 3;
const AMPLE_TONNES = 1_000_000;

/**
 * Places N orders of two accounts in different currencies at once on a lot for half of them: exactly half must be fulfilled, with exactly
 * the lot.
 */
export async function halfALot(send: Send, size: { orders: number }): Promise<Outcome> {
  const orders = 2 * Math.ceil(size.orders / 2);
  const { portfolioId, lotIds } = await makeStock({ tonnes: orders / 2 });
  await offerIn(portfolioId, ["eur"]);
  const accounts = [await makeAccount(), await makeAccount("write", "test", "eur")];
  const record = newClientRecord();
  // Several workers in one process compete like several processes: each batch is its own
  // transaction.
  const workers = Array.from({ length: 4 }, startWorker);
  const body = { amount_kg: 1000, portfolio_id: portfolioId };
  const replies = await runConcurrently(orders, (nth) =>
    postOnce(send, record, { path: "/orders", key: inTurn(accounts, nth).token, body }),
  );
  const faults = await awaitZero(countStuck, "have not been tried");
  await Promise.all(workers.map((worker) => worker.stop()));

  const refused = replies.filter((reply) => reply.status !== 201).length;
  if (refused > 0) faults.push(`${refused} orders were refused`);
  const accountId = { in: accounts.map(({ account }) => account.id) };
  const where = { accountId, state: "fulfilled" };
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
  { keys, copies }: { keys: number; copies: number },
): Promise<Outcome> {
  const { token, account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const record = newClientRecord();
  const faults: string[] = [];
  let refused = 0;
  // The response stays the first one, even after the order's state has changed.
  const worker = startWorker();
  await runConcurrently(keys, async () => {
    const idempotencyKey = randomUUID();
    const replies = await runConcurrently(copies + 1, (copy) => {
      // One request differs: the first request to arrive decides which ones are refused.
      const body = { amount_kg: copy === 1 ? 2 : 1, portfolio_id: portfolioId };
      return postOnce(send, record, { path: "/orders", key: token, body, idempotencyKey });
    });
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

export interface KillingSize extends InstallationSize {
  /** At least; trading continues until the last kill. */
  orders: number;
  lots: number;
  clients: number;
  /** At least. */
  seconds: number;
}

const moments = [inTransaction("settled"), inTransaction("claimed"), undefined];

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
  interference: readonly Promise<unknown>[],
  market: {
    send: Send;
    record: ClientRecord;
    portfolioIds: readonly string[];
    keys: readonly string[];
  },
  size: KillingSize,
): Promise<void> {
  const until = Date.now() + size.seconds * 1000;
  const isEnough = () => market.record.placed.size >= size.orders;
  let isOver = false;
  const clients = market.keys.map((key) =>
    runIntegrator(
      { ...market, key },
      () => isOver,
      // Slows down once there are enough orders, so that many kills don't cause too many.
      () => (isEnough() ? 100 : 0),
    ),
  );
  try {
    await Promise.all(interference);
    while (!isEnough() || Date.now() < until) await sleep(50);
  } finally {
    isOver = true;
  }
  await Promise.all(clients);
}

/**
 * Orders are placed, repeated and cancelled and lots arrive while workers and servers are killed
 * and connections are cut; then stock arrives for all remaining orders.
 */
export async function killedWorkers(inProcess: Send, size: KillingSize): Promise<Outcome> {
  const market = await openMarket();
  const { portfolioIds } = market;
  const record = newClientRecord();
  const till = await Installation.start(size);
  const send = size.servers > 0 ? till.send : inProcess;
  const accounts = await runConcurrently(size.clients, () => makeAccount());
  const keys = accounts.map(({ token }) => token);
  const interference = [
    till.killFast((round) => moments[round % moments.length]),
    deliverLots(market, size),
    till.cutConnections(),
  ];
  await tradeDuring(interference, { send, record, portfolioIds, keys }, size);

  const faults = await awaitZero(countStuck, "have not been tried");
  const countLeft = () => countPlaced(portfolioIds);
  const left = await countLeft();
  faults.push(...(await compareOrders(record)), ...(await auditDatabase()));
  await market.writeLots(Array.from({ length: 9 }, () => AMPLE_TONNES));
  faults.push(...(await awaitZero(countLeft, "are not fulfilled though there is stock")));
  faults.push(...(await till.stop()), ...(await compareOrders(record)));
  faults.push(...(await auditDatabase()));
  const { kills, workerHits, cuts } = till.counts;
  const summary = [
    `${record.placed.size} orders placed, ${record.cancelled.size} cancelled, ${record.repeats} repeats`,
    `${size.workers} workers killed ${kills} times, ${workerHits} of them in a batch`,
    `${size.servers} servers killed ${size.servers > 0 ? kills : 0} times`,
    `${cuts} connections cut; ${market.importRepeats()} imports repeated`,
    `${left} waited for the last lots`,
  ].join("; ");
  return { summary, faults };
}

const MAX_DELAY_MS = 30_000;
const RESUME_MS = 3000;
const ORDERS_AT_ONCE = 100;
const MAX_ORDERS = 5000;

/**
 * Freezes a worker (a paused machine, a cut network) in the middle of a batch: another one must
 * continue. Then the first one resumes.
 */
export async function frozenWorker(send: Send, place: { folder: string }): Promise<Outcome> {
  const market = await openMarket();
  await market.writeLots(Array.from({ length: 9 }, () => MAX_ORDERS));
  const { token: key } = await makeAccount();
  const record = newClientRecord();
  const body = { amount_kg: 1000, portfolio_id: market.portfolioIds[0] };
  const first = await startWorkerMember("torture-frozen", place);
  let placed = 0;
  let isFrozen = false;
  const placing = async () => {
    for (; !isFrozen && placed < MAX_ORDERS; placed += ORDERS_AT_ONCE) {
      await runConcurrently(ORDERS_AT_ONCE, () =>
        postOnce(send, record, { path: "/orders", key, body }),
      );
    }
  };
  const freezing = inTransaction("settled")(first).finally(() => {
    isFrozen = true;
  });
  const [wasHit] = await Promise.all([freezing, placing()]);
  const second = await startWorkerMember("torture-second", place);
  const started = Date.now();
  await waitUntil(async () => (await countStuck()) === 0, { timeoutMs: MAX_DELAY_MS });
  const seconds = Math.round((Date.now() - started) / 1000);
  const stuck = await countStuck();
  process.kill(first.program.pid, "SIGCONT");
  await sleep(RESUME_MS);

  const faults: string[] = [];
  if (!wasHit) faults.push("the worker was never frozen in the middle of a batch");
  if (stuck > 0) faults.push(`${stuck} orders were held up for ${seconds} s by a frozen worker`);
  if (first.program.hasEnded()) faults.push(`once resumed, ${first.program.exitReport()}`);
  else await first.program.stop();
  await second.program.stop();
  faults.push(...(await auditDatabase()));
  return {
    summary: `${placed} orders, a worker frozen in a batch; another finished them in ${seconds} s`,
    faults,
  };
}
