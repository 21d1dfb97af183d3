// Callbacks per second of a worker, compared with autocannon posting the same, and the latency of
// each.
import "#testing/private-network";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { getPolicy, setPolicy } from "#domain/evidence";
import { registryKeyOf } from "#domain/inventory";
import { type Flow, flowLatencies } from "#testing/bench/callbacks-latency";
import type { Receipts } from "#testing/bench/callbacks-receiver";
import { lineOf, loadInTurn, percentile } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { judgedLine, medianOf, RUNS } from "#testing/bench/runs";
import { openShop, REGISTRY, seedOrders, settleTables } from "#testing/bench/seed";
import {
  type Environment,
  type Server,
  startLoneWorker,
  startPostReceiver,
} from "#testing/bench/servers";
import { makeAccount, matchAll, systemContext } from "#testing/factories";
import { cpuSeconds } from "#testing/world/programs";

const BACKLOG = 10_000;
/** Delivered while the worker starts its other tasks, and while its code is compiled. */
const FIRST = 2000;
const MAX_CPU_MICROSECONDS = 250;
const TIMEOUT_MS = 180_000;
const MAX_P99_MS = 200;
const MAX_RATIO = 1.2;
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
const flow: Flow = { perSecond: 100, seconds: 10, hosts: 20, bad: 0 };

const SET_URL = { name: "", text: "UPDATE orders SET callback_url = $1 || '/' || id" };
const ATTEMPTS = {
  name: "bench-attempts",
  text: `
    SELECT count(*)::int AS delivered FROM deliveries WHERE state = 'delivered'`,
};

/**
 * The registry of test mode would confirm the orders' retirements at the same time, by work of the
 * worker that has nothing to do with callbacks.
 */
async function stopRegistry(): Promise<void> {
  await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const policy = await getPolicy(ctx, { mode: "test", registry: registryKeyOf(REGISTRY) });
    await setPolicy(ctx, { ...policy, adapter: "manual" });
  });
}

/** Fulfilled orders, each with an event that waits for delivery to the receiver. */
async function seedBacklog(receiver: Server): Promise<void> {
  const { wideId } = await openShop(500);
  const { account } = await makeAccount();
  await seedOrders({ accountId: account.id, portfolioId: wideId, count: BACKLOG });
  await database().query(SET_URL, [receiver.url]);
  await matchAll();
  await settleTables();
}

async function fetchReceipts(receiver: Server, path = "/"): Promise<Receipts> {
  return (await (await fetch(`${receiver.url}${path}`)).json()) as Receipts;
}

async function countDelivered(): Promise<number> {
  const [row] = await database().query<{ delivered: number }>(ATTEMPTS, []);
  return row?.delivered ?? 0;
}

interface Drained {
  receipts: Receipts;
  perSecond: number;
  /** Per callback: of all, and of those after the first. */
  cpuMicroseconds: { all: number; later: number };
}

interface Progress {
  delivered: number;
  cpuSeconds: number;
}

/** Lets a worker process deliver the backlog. */
async function drain(environment: Environment, receiver: Server): Promise<Drained> {
  await fetchReceipts(receiver, "/reset");
  const before = await countDelivered();
  const worker = await startLoneWorker(environment);
  const until = Date.now() + TIMEOUT_MS;
  const progress = async (): Promise<Progress> => {
    const delivered = (await countDelivered()) - before;
    return { delivered, cpuSeconds: cpuSeconds(worker.pid) ?? Number.NaN };
  };
  const start = { delivered: 0, cpuSeconds: cpuSeconds(worker.pid) ?? Number.NaN };
  let [first, last] = [start, start];
  while (last.delivered < BACKLOG) {
    if (Date.now() > until) throw new Error("the backlog was not delivered in time");
    await sleep(100);
    last = await progress();
    if (first.delivered < FIRST) first = last;
  }
  await worker.stop();
  const receipts = await fetchReceipts(receiver);
  if (receipts.count !== BACKLOG)
    throw new Error(`${receipts.count} of ${BACKLOG} callbacks arrived`);
  const between = (from: Progress) =>
    ((last.cpuSeconds - from.cpuSeconds) / (last.delivered - from.delivered)) * 1e6;
  return {
    receipts,
    perSecond: (receipts.count / receipts.ms) * 1000,
    cpuMicroseconds: { all: between(start), later: between(first) },
  };
}

/** Headers of a callback, without those that any client adds. */
function ownHeaders({ headers }: Receipts): Record<string, string> {
  const names = Object.keys(headers).filter((name) => /^(content-type|webhook-|user-)/.test(name));
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]));
}

async function throughput(environment: Environment): Promise<Section> {
  const receiver = await startPostReceiver(environment);
  await stopRegistry();
  const runs: Drained[] = [];
  while (runs.length < RUNS) {
    await seedBacklog(receiver);
    runs.push(await drain(environment, receiver));
  }
  const receipts = await fetchReceipts(receiver);
  const perSecond = medianOf(runs.map((run) => run.perSecond));
  const { url, pid } = receiver;
  const post = { method: "POST", headers: ownHeaders(receipts), body: receipts.body } as const;
  const target = { name: "autocannon", url: `${url}/any`, pid, ...post };
  const [bare] = await loadInTurn([target], { rounds: 2, seconds: 5 });
  if (!bare) throw new Error("autocannon returned no figures");
  await receiver.stop();
  const bytes = `${formatNumber(Buffer.byteLength(receipts.body))} bytes each`;
  const cpu = (of: "all" | "later") => runs.map(({ cpuMicroseconds }) => cpuMicroseconds[of]);
  const all = cpu("all").map(formatNumber).join(", ");
  return {
    title: `Callbacks to one receiver on loopback, ${formatNumber(BACKLOG)} waiting events (one worker)`,
    lines: [
      {
        label: "delivered by the worker",
        figure: `${formatNumber(perSecond)}/s`,
        note: bytes,
      },
      judgedLine(
        `the worker's CPU per callback, after its first ${formatNumber(FIRST)}, without registries`,
        cpu("later"),
        { atMost: MAX_CPU_MICROSECONDS },
        { unit: " µs", note: `from the start: ${all}` },
      ),
      lineOf("posted by autocannon, 16 connections", bare),
      { label: "worker : autocannon", figure: formatNumber(perSecond / bare.perSecond) },
    ],
  };
}

interface Percentiles {
  p50: number;
  p99: number;
}

function latencyLine(label: string, { p50, p99 }: Percentiles, note: string): Line {
  const goal = { text: `≤ ${MAX_P99_MS} ms`, isMet: p99 <= MAX_P99_MS };
  return {
    label,
    figure: `${formatNumber(p99)} ms`,
    note: `p99 ${note}; p50 ${formatNumber(p50)} ms`,
    goal,
  };
}

/** Runs one flow with a warmed-up worker that has not contacted any of the hosts. */
async function flowOnce(environment: Environment, bad: number): Promise<Percentiles> {
  const worker = await startLoneWorker(environment);
  try {
    await flowLatencies({ ...flow, seconds: WARM_UP_SECONDS });
    const sorted = await flowLatencies({ ...flow, bad });
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  } finally {
    await worker.stop();
  }
}

async function latency(environment: Environment): Promise<Section> {
  const latencies: Record<"healthy" | "mixed", Percentiles[]> = { healthy: [], mixed: [] };
  // Alternately, so that changes in the machine's speed affect both.
  for (let round = 0; round < ROUNDS; round += 1) {
    latencies.healthy.push(await flowOnce(environment, 0));
    latencies.mixed.push(await flowOnce(environment, flow.hosts / 10));
  }
  const best = (list: Percentiles[]) =>
    list.toSorted((a, b) => a.p99 - b.p99)[0] ?? { p50: 0, p99: 0 };
  const [healthy, mixed] = [best(latencies.healthy), best(latencies.mixed)];
  const ratio = mixed.p99 / healthy.p99;
  const all = (list: Percentiles[]) =>
    `of rounds ${list.map(({ p99 }) => formatNumber(p99)).join(", ")}`;
  const { perSecond, seconds, hosts } = flow;
  return {
    title: `From an order's fulfillment to its receiver: ${perSecond}/s for ${seconds} s, ${hosts} hosts`,
    lines: [
      latencyLine("all hosts healthy", healthy, all(latencies.healthy)),
      latencyLine("healthy hosts, with a tenth dead or hanging", mixed, all(latencies.mixed)),
      {
        label: "with bad hosts : without",
        figure: formatNumber(ratio),
        note: "the best rounds' p99",
        goal: { text: `≤ ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
      },
    ],
  };
}

/** Read by the workers. */
function allowLoopback(): void {
  process.env["CT_ALLOW_PRIVATE_NETWORK"] = "1";
}

export async function benchCallbacks(environment: Environment): Promise<Section[]> {
  allowLoopback();
  return [await throughput(environment)];
}

export async function benchCallbackLatency(environment: Environment): Promise<Section[]> {
  allowLoopback();
  return [await latency(environment)];
}
