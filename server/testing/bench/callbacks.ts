// How many callbacks a worker delivers, beside autocannon posting the same; and how soon each comes.
import "#testing/private-network";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { type Flow, flowLatencies } from "#testing/bench/callbacks-latency";
import type { Came } from "#testing/bench/callbacks-receiver";
import { lineOf, loadInTurn, percentile } from "#testing/bench/load";
import { type Line, type Section, told } from "#testing/bench/report";
import { openShop, seedOrders, settleTables } from "#testing/bench/seed";
import { type Server, startLoneWorker, startPostReceiver } from "#testing/bench/servers";
import { makeAccount, systemContext } from "#testing/factories";
import { cpuSeconds } from "#testing/torture/processes";

interface Place {
  url: string;
  folder: string;
}

const BACKLOG = 20_000;
const LONGEST_MS = 180_000;
const MOST_P99_MS = 200;
const MOST_RATIO = 1.2;
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
const flow: Flow = { perSecond: 100, seconds: 10, hosts: 20, bad: 0 };

const SET_URL = { name: "", text: "UPDATE orders SET callback_url = $1 || '/' || id" };
const ATTEMPTS = {
  name: "bench-attempts",
  text: `
    SELECT count(*)::int AS delivered FROM deliveries WHERE state = 'delivered'`,
};

/** Fulfilled orders, each with an event that waits to be sent to the receiver. */
async function seedBacklog(receiver: Server): Promise<void> {
  const { wideId } = await openShop(1000);
  const { account } = await makeAccount();
  await seedOrders({ accountId: account.id, portfolioId: wideId, count: BACKLOG });
  await database().query(SET_URL, [receiver.url]);
  await matchOrders(systemContext(), { database: database() });
  await settleTables();
}

async function cameTo(receiver: Server, path = "/"): Promise<Came> {
  return (await (await fetch(`${receiver.url}${path}`)).json()) as Came;
}

async function countDelivered(): Promise<number> {
  const [row] = await database().query<{ delivered: number }>(ATTEMPTS, []);
  return row?.delivered ?? 0;
}

interface Drained {
  came: Came;
  perSecond: number;
  cpuMicroseconds: number;
}

/** Has a worker in a process of its own send the backlog. */
async function drain(place: Place, receiver: Server): Promise<Drained> {
  await cameTo(receiver, "/reset");
  const worker = await startLoneWorker(place);
  const until = Date.now() + LONGEST_MS;
  const cpuBefore = cpuSeconds(worker.pid) ?? Number.NaN;
  while ((await countDelivered()) < BACKLOG) {
    if (Date.now() > until) throw new Error("the backlog was not sent in time");
    await sleep(100);
  }
  const cpu = (cpuSeconds(worker.pid) ?? Number.NaN) - cpuBefore;
  await worker.stop();
  const came = await cameTo(receiver);
  if (came.count !== BACKLOG) throw new Error(`${came.count} of ${BACKLOG} callbacks came`);
  return {
    came,
    perSecond: (came.count / came.ms) * 1000,
    cpuMicroseconds: (cpu / came.count) * 1e6,
  };
}

/** The headers of a callback, without those that the client makes itself. */
function ownHeaders({ headers }: Came): Record<string, string> {
  const names = Object.keys(headers).filter((name) => /^(content-type|webhook-|user-)/.test(name));
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]));
}

async function throughput(place: Place): Promise<Section> {
  const receiver = await startPostReceiver(place);
  await seedBacklog(receiver);
  const { came, perSecond, cpuMicroseconds } = await drain(place, receiver);
  const { url, pid } = receiver;
  const post = { method: "POST", headers: ownHeaders(came), body: came.body } as const;
  const target = { name: "autocannon", url: `${url}/any`, pid, ...post };
  const [bare] = await loadInTurn([target], { rounds: 2, seconds: 5 });
  if (!bare) throw new Error("nothing was posted");
  await receiver.stop();
  const bytes = `${told(Buffer.byteLength(came.body))} bytes each`;
  const cpu = `the worker's CPU ${told(cpuMicroseconds)} µs a callback`;
  return {
    title: `Callbacks to one receiver on loopback, ${told(BACKLOG)} events waiting (one worker)`,
    lines: [
      { what: "delivered by the worker", figure: `${told(perSecond)}/s`, note: `${bytes}, ${cpu}` },
      lineOf("posted by autocannon, 16 connections", bare),
      { what: "worker : autocannon", figure: told(perSecond / bare.perSecond) },
    ],
  };
}

interface Percentiles {
  p50: number;
  p99: number;
}

function latencyLine(what: string, { p50, p99 }: Percentiles, note: string): Line {
  const goal = { words: `≤ ${MOST_P99_MS} ms`, isMet: p99 <= MOST_P99_MS };
  return { what, figure: `${told(p99)} ms`, note: `p99 ${note}; p50 ${told(p50)} ms`, goal };
}

/** One flow to a worker that has run for a while and knows none of its hosts. */
async function flowOnce(place: Place, bad: number): Promise<Percentiles> {
  const worker = await startLoneWorker(place);
  try {
    await flowLatencies({ ...flow, seconds: WARM_UP_SECONDS });
    const sorted = await flowLatencies({ ...flow, bad });
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  } finally {
    await worker.stop();
  }
}

async function latency(place: Place): Promise<Section> {
  const found: Record<"well" | "among", Percentiles[]> = { well: [], among: [] };
  // In turn, so that a drift of the machine meets both alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    found.well.push(await flowOnce(place, 0));
    found.among.push(await flowOnce(place, flow.hosts / 10));
  }
  const best = (list: Percentiles[]) =>
    list.toSorted((a, b) => a.p99 - b.p99)[0] ?? { p50: 0, p99: 0 };
  const [well, among] = [best(found.well), best(found.among)];
  const ratio = among.p99 / well.p99;
  const all = (list: Percentiles[]) => `of rounds ${list.map(({ p99 }) => told(p99)).join(", ")}`;
  const { perSecond, seconds, hosts } = flow;
  return {
    title: `From an order's fulfilment to its receiver: ${perSecond}/s for ${seconds} s, ${hosts} hosts`,
    lines: [
      latencyLine("all hosts well", well, all(found.well)),
      latencyLine("a tenth dead or hanging: the others", among, all(found.among)),
      {
        what: "with bad hosts : without",
        figure: told(ratio),
        note: "the best rounds' p99",
        goal: { words: `≤ ${MOST_RATIO}`, isMet: ratio <= MOST_RATIO },
      },
    ],
  };
}

/** Throughput, then latency. */
export async function benchCallbacks(place: Place): Promise<Section[]> {
  // For the workers.
  process.env["CT_ALLOW_PRIVATE_NETWORK"] = "1";
  return [await throughput(place), await latency(place)];
}
