// Throughput of matching a backlog, and time from placement to fulfillment on an idle system.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { judgedLine, RUNS } from "#testing/bench/runs";
import { openShop, receiveLot, seedOrders, settleTables } from "#testing/bench/seed";
import {
  type Environment,
  type Server,
  startLoneWorker,
  startProduct,
} from "#testing/bench/servers";
import { makeAccount, matchAll, systemContext } from "#testing/factories";

const WAITING = 100_000;
const NARROW = 50_000;
const TIMEOUT_MS = 60_000;
const RUN_MS = 10_000;
const MIN_PER_SECOND = 2000;
const MIN_WIDE_PER_SECOND = 6000;
/** Of portfolios that share no project, to one portfolio. */
const MIN_GROWTH = 1.2;
const LATENCIES = 50;
const MAX_LATENCY_MS = 250;

interface Backlog {
  label: string;
  count: number;
  goal?: number;
}

async function seedBacklog(portfolioId: string, count: number): Promise<void> {
  const { account } = await makeAccount();
  await seedOrders({ accountId: account.id, portfolioId, count });
  await settleTables();
}

// One hold for each waiting order, of all its kg; the portfolio has one project.
const HOLD_ALL = {
  name: "bench-hold-all",
  text: `
    WITH project AS (
      SELECT DISTINCT project_id FROM portfolio_allocations a
      JOIN category_projects c ON c.mode = a.mode AND c.category_id = a.category_id
      WHERE a.portfolio_id = $1
    ), hold AS (
      INSERT INTO stock_holds
        (account_id, mode, currency, id, kind, state, portfolio_id, amount_kg, order_id, created_at)
      SELECT account_id, mode, currency, 'rsv_' || id, 'payment', 'held', portfolio_id, amount_kg, id, now()
      FROM orders WHERE portfolio_id = $1 AND queue_id IS NOT NULL
      RETURNING mode, id, amount_kg
    )
    INSERT INTO stock_hold_parts (mode, hold_id, project_id, kg, is_held)
    SELECT mode, id, project_id, amount_kg, true FROM hold, project`,
};

async function holdBacklog(portfolioId: string): Promise<void> {
  await database().query(HOLD_ALL, [portfolioId]);
  await settleTables();
}

/** Matches a backlog and measures its throughput. */
async function matchBacklog({ label, count, goal }: Backlog): Promise<Line> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const { matched } = await matchOrders(systemContext(), {
    database: database(),
    stopped: () => performance.now() - started > TIMEOUT_MS,
  });
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  const perSecond = (matched / ms) * 1000;
  const worker = `worker's CPU ${formatNumber((user + system) / 10 / ms)} %`;
  const line = {
    label,
    figure: `${formatNumber(perSecond)}/s`,
    note: `${formatNumber(matched)} of ${formatNumber(count)} waiting orders in ${formatNumber(ms / 1000)} s, ${worker}`,
  };
  if (!goal) return line;
  return { ...line, goal: { text: `≥ ${formatNumber(goal)}/s`, isMet: perSecond >= goal } };
}

/** A worker's regular check for orders, here without result because all were tried before. */
async function matchNothing(count: number): Promise<Line> {
  const started = performance.now();
  await matchAll();
  const ms = performance.now() - started;
  const note = `${formatNumber(count)} orders wait for stock`;
  return { label: "a check with nothing to match", figure: `${formatNumber(ms)} ms`, note };
}

// In slices: the tables' foreign keys make all at once longer than a statement may take.
const CLEAR = {
  name: "bench-clear",
  text: `
    DELETE FROM orders WHERE id IN (
      SELECT id FROM orders WHERE queue_id IS NOT NULL LIMIT 5000
    ) RETURNING id`,
};

async function clearWaiting(): Promise<void> {
  // As autovacuum does: without statistics, the foreign key's plan reads the account's retirements.
  await settleTables();
  while ((await database().query(CLEAR, [])).length > 0);
}

/**
 * Orders per second of one worker, while many orders wait for portfolios that share no project.
 * Those of one portfolio are all older than those of the next.
 */
async function matchForAWhile(portfolioIds: readonly string[]): Promise<number> {
  for (const id of portfolioIds) await seedBacklog(id, WAITING / portfolioIds.length);
  const started = performance.now();
  const stopped = () => performance.now() - started > RUN_MS;
  const { matched } = await matchOrders(systemContext(), { database: database(), stopped });
  const perSecond = (matched / (performance.now() - started)) * 1000;
  await clearWaiting();
  return perSecond;
}

const quotients = (
  runs: readonly { one: number; two: number; four: number }[],
  count: "two" | "four",
) => runs.map((run) => run[count] / run.one);

/** Orders of one portfolio, and of two and four that share no project. */
async function matchManyWaiting(): Promise<Line[]> {
  const shops: string[] = [];
  while (shops.length < 4) shops.push((await openShop(6000)).wideId);
  const runs: { one: number; two: number; four: number }[] = [];
  while (runs.length < RUNS) {
    const one = await matchForAWhile(shops.slice(0, 1));
    const two = await matchForAWhile(shops.slice(0, 2));
    runs.push({ one, two, four: await matchForAWhile(shops) });
  }
  const note = `${formatNumber(WAITING)} waiting orders at the start`;
  const figures = { unit: "/s", note };
  return [
    judgedLine(
      "orders of 4 categories, 8 projects",
      runs.map(({ one }) => one),
      { atLeast: MIN_WIDE_PER_SECOND },
      figures,
    ),
    judgedLine(
      "the same, two portfolios without a common project",
      runs.map(({ two }) => two),
      { atLeast: MIN_WIDE_PER_SECOND },
      figures,
    ),
    judgedLine("two portfolios : one", quotients(runs, "two"), { atLeast: MIN_GROWTH }),
    judgedLine("four portfolios : one", quotients(runs, "four"), { atLeast: MIN_GROWTH }),
  ];
}

/** Matches backlogs for portfolios of one project and of eight, and one that waited for stock. */
export async function benchMatching(): Promise<Section[]> {
  const shop = await openShop(6000);
  const lines: Line[] = [];
  await seedBacklog(shop.narrowId, NARROW);
  lines.push(await matchBacklog({ label: "orders of one project", count: NARROW }));

  await seedBacklog(shop.narrowId, NARROW);
  await holdBacklog(shop.narrowId);
  lines.push(await matchBacklog({ label: "the same, each with its stock held", count: NARROW }));

  const empty = await openShop(1);
  await seedBacklog(empty.narrowId, NARROW);
  await matchAll();
  lines.push(await matchNothing(NARROW));
  await receiveLot(empty, 6000 * 8);
  const waited = { label: "orders that waited until a lot arrived", count: NARROW };
  lines.push(await matchBacklog({ ...waited, goal: MIN_PER_SECOND }));
  lines.push(...(await matchManyWaiting()));
  return [{ title: "Matching a backlog (one worker)", lines }];
}

export interface Buyer {
  token: string;
  portfolioId: string;
}

/** Places an order over HTTP and returns its id. */
export async function placeOverHttp(server: Server, buyer: Buyer): Promise<string> {
  const response = await fetch(`${server.url}/v1/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json" },
    body: JSON.stringify({ amount_kg: randomInt(1, 500), portfolio_id: buyer.portfolioId }),
  });
  const { id } = (await response.json()) as { id?: string };
  if (response.status !== 201 || !id)
    throw new Error(`placing an order returned ${response.status}`);
  return id;
}

const STATE = { name: "bench-state", text: "SELECT state FROM orders WHERE id = $1" };

export async function awaitFulfilled(id: string): Promise<void> {
  const until = Date.now() + 10_000;
  for (;;) {
    const [row] = await database().query<{ state: string }>(STATE, [id]);
    if (row?.state === "fulfilled") return;
    if (Date.now() > until) throw new Error(`order ${id} is still ${row?.state}`);
    await sleep(1);
  }
}

async function latencyLine(label: string, server: Server, buyer: Buyer): Promise<Line> {
  for (let n = 0; n < 5; n += 1) await awaitFulfilled(await placeOverHttp(server, buyer));
  const latencies: number[] = [];
  while (latencies.length < LATENCIES) {
    // At a random point of the worker's cycle.
    await sleep(randomInt(20, 150));
    const started = performance.now();
    await awaitFulfilled(await placeOverHttp(server, buyer));
    latencies.push(performance.now() - started);
  }
  const sorted = sortedNumbers(latencies);
  const p99 = percentile(sorted, 0.99);
  return {
    label,
    figure: `${formatNumber(p99)} ms`,
    note: `p99 of ${LATENCIES}, from sending POST on; p50 ${formatNumber(percentile(sorted, 0.5))} ms`,
    goal: { text: `≤ ${MAX_LATENCY_MS} ms`, isMet: p99 <= MAX_LATENCY_MS },
  };
}

/** Latency with the worker in the server's process, and in its own process. */
export async function benchLatency(environment: Environment): Promise<Section[]> {
  const { wideId } = await openShop(1000);
  const { token } = await makeAccount();
  const buyer = { token, portfolioId: wideId };
  const whole = await startProduct(environment, { worker: true });
  const inside = await latencyLine("worker in the server's process", whole, buyer);
  await whole.stop();
  const alone = await startProduct(environment, { worker: false });
  const worker = await startLoneWorker(environment);
  const outside = await latencyLine("worker in a process of its own", alone, buyer);
  await Promise.all([alone.stop(), worker.stop()]);
  return [{ title: "An order, placed to fulfilled, on an idle system", lines: [inside, outside] }];
}
