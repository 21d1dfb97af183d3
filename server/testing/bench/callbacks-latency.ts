// Time until receivers are notified, with many hosts at once, some of which may be down or hang.
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { call } from "#testing/api";
import { sortedNumbers } from "#testing/bench/load";
import { makeAccount, makeStock } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";

export interface Flow {
  /** Orders per second, placed at fixed times. */
  perSecond: number;
  seconds: number;
  /** Number of hosts, used in turn. */
  hosts: number;
  /** Number of hosts among them that refuse connections or never respond, alternately. */
  bad: number;
}

const AMPLE_TONNES = 100_000;
const ARRIVAL_TIMEOUT_MS = 30_000;

// Rows that a worker is writing are left for the next time: waiting for them could deadlock.
const GIVE_UP = {
  name: "bench-give-up",
  text: `
    UPDATE deliveries SET state = 'failed', next_attempt_at = NULL
    WHERE (account_id, event_id, receiver) IN (
      SELECT account_id, event_id, receiver FROM deliveries WHERE state = 'pending'
      FOR UPDATE SKIP LOCKED
    )`,
};

const COUNT_PENDING = {
  name: "bench-count-pending",
  text: "SELECT count(*)::int AS pending FROM deliveries WHERE state = 'pending'",
};

/** Ends deliveries to bad hosts, which must not run into the next flow. */
async function giveUp(): Promise<void> {
  for (;;) {
    await database().query(GIVE_UP, []);
    const [row] = await database().query<{ pending: number }>(COUNT_PENDING, []);
    if (row?.pending === 0) return;
    await sleep(20);
  }
}

interface Arrivals {
  /** Time of each event's first arrival at a good host, in milliseconds after its timestamp. */
  latenciesMs: number[];
  arrivals: Set<string>;
}

/** A host that responds at once and records arrivals by this process's clock. */
function openGood({ latenciesMs, arrivals }: Arrivals): Promise<Receiver> {
  return openReceiver((_nth, { body, headers }) => {
    const id = headers["webhook-id"] ?? "";
    // The timestamp precedes the transaction, so the latency is slightly too long.
    const happenedAt = Date.parse(JSON.parse(body).timestamp);
    if (!arrivals.has(id)) latenciesMs.push(Date.now() - happenedAt);
    arrivals.add(id);
    return { status: 200 };
  });
}

/** Every other one refuses connections; the rest never respond. */
async function openBad(nth: number): Promise<Receiver> {
  const receiver = await openReceiver(() => "nothing");
  if (nth % 2 === 1) receiver.close();
  return receiver;
}

/** Places orders at fixed times. @throws if one is rejected */
async function placeAll(urls: string[], { perSecond, seconds }: Flow): Promise<void> {
  const [{ token: key }, { portfolioId }] = [
    await makeAccount(),
    await makeStock({ tonnes: AMPLE_TONNES }),
  ];
  const startedAt = performance.now();
  const placing: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const waitMs = startedAt + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const config = { url: urls[n % urls.length] };
    const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: config };
    const placed = call("POST", "/orders", { key, body }).then(({ status, text }) => {
      if (status !== 201) throw new Error(`placing an order returned ${status}: ${text}`);
    });
    placing.push(placed);
  }
  await Promise.all(placing);
}

/**
 * Places the flow's orders while a worker runs in this or another process on this machine. Returns
 * the sorted latencies of good hosts.
 */
export async function flowLatencies(flow: Flow): Promise<number[]> {
  const received: Arrivals = { latenciesMs: [], arrivals: new Set() };
  const receivers: Receiver[] = [];
  for (let n = 0; n < flow.hosts; n += 1) {
    receivers.push(n < flow.bad ? await openBad(n) : await openGood(received));
  }
  // Shuffled, so that bad hosts come between good ones.
  const urls = receivers.map(({ url }, n) => receivers[(n * 7) % flow.hosts]?.url ?? url);
  await placeAll(urls, flow);
  const perHost = (flow.perSecond * flow.seconds) / flow.hosts;
  const expected = Math.floor(perHost * (flow.hosts - flow.bad));
  const until = Date.now() + ARRIVAL_TIMEOUT_MS;
  while (received.arrivals.size < expected && Date.now() < until) await sleep(20);
  for (const receiver of receivers) receiver.close();
  if (received.arrivals.size < expected) {
    throw new Error(`only ${received.arrivals.size} of ${expected} events arrived`);
  }
  await giveUp();
  return sortedNumbers(received.latenciesMs);
}
