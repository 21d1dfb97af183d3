// How soon receivers hear of orders, of many hosts at once, some of which may be dead or hang.
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { call } from "#testing/api";
import { sortedNumbers } from "#testing/bench/load";
import { makeAccount, makeStock } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";

export interface Flow {
  /** Orders a second, placed evenly whatever becomes of them. */
  perSecond: number;
  seconds: number;
  /** Hosts, told of in turn. */
  hosts: number;
  /** Of these, hosts that refuse connections or never answer, in turn. */
  bad: number;
}

const ENOUGH_TONNES = 100_000;
const ARRIVES_WITHIN_MS = 30_000;

// What is left for bad hosts is not the next flow's.
const GIVE_UP = {
  name: "bench-give-up",
  text: `
    UPDATE deliveries SET state = 'failed', next_attempt_at = NULL
    WHERE state = 'pending'`,
};

interface Heard {
  /** Each event's first arrival at a good host, in milliseconds since before its commit. */
  latenciesMs: number[];
  arrivals: Set<string>;
}

/** A host that answers at once and notes when it heard of what, by the clock of this process. */
function openGood({ latenciesMs, arrivals }: Heard): Promise<Receiver> {
  return openReceiver((_nth, { body, headers }) => {
    const id = headers["webhook-id"] ?? "";
    // Taken before the transaction of the change began: what is measured is a little too long.
    const happenedAt = Date.parse(JSON.parse(body).timestamp);
    if (!arrivals.has(id)) latenciesMs.push(Date.now() - happenedAt);
    arrivals.add(id);
    return { status: 200 };
  });
}

/** Half of them hang, half of them are dead. */
async function openBad(nth: number): Promise<Receiver> {
  const receiver = await openReceiver(() => "nothing");
  if (nth % 2 === 1) receiver.close();
  return receiver;
}

/** Places orders at their times; throws if one is refused. */
async function placeAll(urls: string[], { perSecond, seconds }: Flow): Promise<void> {
  const [{ token: key }, { portfolioId }] = [
    await makeAccount(),
    await makeStock({ tonnes: ENOUGH_TONNES }),
  ];
  const startedAt = performance.now();
  const placing: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const config = { url: urls[n % urls.length] };
    const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: config };
    const placed = call("POST", "/orders", { key, body }).then(({ status, text }) => {
      if (status !== 201) throw new Error(`an order was answered ${status}: ${text}`);
    });
    placing.push(placed);
  }
  await Promise.all(placing);
}

/**
 * Places the flow's orders while a worker runs, in this process or in another on this machine.
 * Returns the good hosts' latencies, sorted.
 */
export async function flowLatencies(flow: Flow): Promise<number[]> {
  const heard: Heard = { latenciesMs: [], arrivals: new Set() };
  const receivers: Receiver[] = [];
  for (let n = 0; n < flow.hosts; n += 1) {
    receivers.push(n < flow.bad ? await openBad(n) : await openGood(heard));
  }
  // In another order, so that bad ones come among good ones.
  const urls = receivers.map(({ url }, n) => receivers[(n * 7) % flow.hosts]?.url ?? url);
  await placeAll(urls, flow);
  const perHost = (flow.perSecond * flow.seconds) / flow.hosts;
  const expected = Math.floor(perHost * (flow.hosts - flow.bad));
  const until = Date.now() + ARRIVES_WITHIN_MS;
  while (heard.arrivals.size < expected && Date.now() < until) await sleep(20);
  for (const receiver of receivers) receiver.close();
  if (heard.arrivals.size < expected) {
    throw new Error(`only ${heard.arrivals.size} of ${expected} events arrived`);
  }
  await database().query(GIVE_UP, []);
  return sortedNumbers(heard.latenciesMs);
}
