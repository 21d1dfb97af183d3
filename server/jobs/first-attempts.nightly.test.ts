import "#testing/private-network";
import { expect, it } from "vitest";
import { type Flow, flowLatencies } from "#testing/bench/callbacks-latency";
import { percentile } from "#testing/bench/load";
import { startWorker } from "./worker";

const flow: Flow = { perSecond: 100, seconds: 2, hosts: 20, bad: 0 };
/** Goal for the 99th percentile on an idle machine. */
const GOAL_MS = 200;
// Other tests run on the same cores, so the median must meet the goal and the 99th percentile one
// second. `npm run bench -- callbacks` measures exactly on an idle machine. A host that blocked
// others would do so for seconds, until its requests time out.
const BUSY_MS = 1000;
const NOISE_MS = 50;
const ROUNDS = 3;

interface Percentiles {
  p50: number;
  p99: number;
}

/** Measures a flow in a worker of its own, which knows no host yet. */
async function measure(flow: Flow): Promise<Percentiles> {
  const worker = startWorker();
  try {
    const sorted = await flowLatencies(flow);
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  } finally {
    await worker.stop();
  }
}

/** Returns the first good measurement, or the best of several. */
async function best(flow: Flow, isEnough: (results: Percentiles) => boolean): Promise<Percentiles> {
  const results: Percentiles[] = [];
  while (results.length < ROUNDS) {
    const latest = await measure(flow);
    if (isEnough(latest)) return latest;
    results.push(latest);
  }
  return results.toSorted((a, b) => a.p99 - b.p99)[0] ?? { p50: 0, p99: 0 };
}

it("sends 100 orders per second within 200 ms although a tenth of the hosts are down or hang", async () => {
  // Warms up.
  await measure({ ...flow, seconds: 1 });
  const well = await best(flow, ({ p99 }) => p99 <= GOAL_MS);
  expect(well.p50, "median").toBeLessThanOrEqual(GOAL_MS);
  expect(well.p99, "p99").toBeLessThanOrEqual(BUSY_MS);
  const among = await best({ ...flow, bad: 2 }, ({ p99 }) => p99 <= 1.2 * well.p99);
  expect(among.p50, "median among bad hosts").toBeLessThanOrEqual(1.2 * well.p50 + NOISE_MS);
  expect(among.p99, "p99 among bad hosts").toBeLessThanOrEqual(1.2 * well.p99 + BUSY_MS);
}, 90_000);
