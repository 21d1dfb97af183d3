// A process with its own share of the rate limits: sends requests to the API's handler, without a
// socket, and prints what came of them as JSON. Started by `npm run bench -- limits`.
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "#core/db";
import { exchange } from "#testing/api";

export interface LimitsPlan {
  token: string;
  seconds: number;
  /** Requests per second, sent at fixed times; null sends each after the response to the last. */
  perSecond: number | null;
}

export interface LimitsResult {
  allowed: number;
  refused: number;
  /** Neither: the machine or the database was too slow. */
  failed: number;
  seconds: number;
  cpuSeconds: number;
}

const TICK_MS = 10;
/** Requests at once. */
const CONNECTIONS = 8;
const plan = JSON.parse(process.argv[2] ?? "{}") as LimitsPlan;
const counts = { allowed: 0, refused: 0, failed: 0 };

async function send(): Promise<void> {
  const headers = { authorization: `Bearer ${plan.token}` };
  const request = new Request("http://localhost/v1/portfolios", { headers });
  const { status } = await exchange(request);
  if (status === 200) counts.allowed += 1;
  else if (status === 429) counts.refused += 1;
  else counts.failed += 1;
}

async function sendAll(seconds: number): Promise<number> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const isDue = () => plan.perSecond === null || sent < elapsed() * plan.perSecond;
  let sent = 0;
  const sendInTurn = async () => {
    while (elapsed() < seconds) {
      if (isDue()) {
        sent += 1;
        await send();
      } else await sleep(TICK_MS);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn));
  return elapsed();
}

// Compiles, connects and fills caches.
await Promise.all(Array.from({ length: 20 }, send));
await sleep(1500);
// All processes begin at once.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
Object.assign(counts, { allowed: 0, refused: 0, failed: 0 });
const before = process.cpuUsage();
const seconds = await sendAll(plan.seconds);
const { user, system } = process.cpuUsage(before);
const result: LimitsResult = { ...counts, seconds, cpuSeconds: (user + system) / 1e6 };
process.stdout.write(`${JSON.stringify(result)}\n`);
await closeDatabase();
process.exit(0);
