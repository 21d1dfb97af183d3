// `npm run torture -- NAME [options]`: torture on a database of its own; exit code 1 on any fault.
import { parseArgs } from "node:util";
import type { Outcome } from "#testing/torture/matching";

const USAGE = `Usage: npm run torture -- matching [options]
  --orders N    orders of each scenario (2000)
  --lots N      deliveries of lots meanwhile (20)
  --keys N      idempotency keys, each with 50 identical requests at once (40)
  --workers N   worker processes (3)
  --servers N   API server processes; 0: requests go to the handlers in this process (2)
  --kills N     how often a worker, and how often a server, is killed with SIGKILL (30)
  --cuts N      how many connections to the database are cut meanwhile (30)
  --clients N   integrators at once (16)
  --seconds N   how long orders go on at least (20)
  --server URL  a PostgreSQL on which to make the database, in place of an embedded one
  --keep        leave the database there for a look
`;
const whole = (fallback: number) => ({ type: "string", default: String(fallback) }) as const;
const options = {
  orders: whole(2000),
  lots: whole(20),
  keys: whole(40),
  workers: whole(3),
  servers: whole(2),
  kills: whole(30),
  cuts: whole(30),
  clients: whole(16),
  seconds: whole(20),
  server: { type: "string" },
  keep: { type: "boolean", default: false },
} as const;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { server, keep, ...texts } = values;
    const sizes = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number`);
        return [name, Number(text)];
      }),
    ) as Record<keyof typeof texts, number>;
    if (positionals.join() !== "matching") throw new Error("Which torture?");
    if (Math.min(sizes.orders, sizes.lots, sizes.keys, sizes.workers, sizes.clients) < 1) {
      throw new Error("Orders, lots, keys, workers and clients must be one or more");
    }
    return { server, keep, sizes };
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function report(name: string, run: () => Promise<Outcome>): Promise<boolean> {
  const started = performance.now();
  const { did, faults } = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${faults.length === 0 ? "ok    " : "FAULTY"} ${name} (${seconds} s): ${did}`);
  for (const fault of faults) say(`       ${fault}`);
  return faults.length === 0;
}

async function main(): Promise<boolean> {
  const { server, keep, sizes } = readArguments();
  // Read when the modules below are loaded, which is therefore done here.
  process.env["CT_RATE_LIMIT"] = "off";
  // Errors are what torture provokes.
  process.env["CT_LOG_LEVEL"] ??= "fatal";
  const { openScratch } = await import("#testing/torture/scratch");
  const scratch = await openScratch({ name: "torture", server, durable: false });
  let isWhole = false;
  try {
    const { closeDatabase } = await import("#core/db");
    const { call } = await import("#testing/api");
    const { frozenWorker } = await import("#testing/torture/frozen");
    const { halfALot, identicalRequests, killedWorkers } = await import(
      "#testing/torture/matching"
    );
    const killing = { ...sizes, folder: scratch.folder };
    const results = [
      await report("half a lot", () => halfALot(call, sizes)),
      await report("identical requests", () => identicalRequests(call, { ...sizes, copies: 50 })),
      await report("killed workers", () => killedWorkers(call, killing)),
      await report("a frozen worker", () => frozenWorker(call, scratch)),
    ];
    await closeDatabase();
    isWhole = results.every(Boolean);
  } finally {
    if (keep || !isWhole) say(`The database ${scratch.name} is left in ${scratch.place}.`);
    await scratch.close(keep || !isWhole);
  }
  return isWhole;
}

process.exit((await main()) ? 0 : 1);
