// `npm run fuzz -- N [--seed S]`: N requests on a new database; exit code 1 on any failure.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const USAGE = `Usage: npm run fuzz -- N [options]
  N             requests to draw from the OpenAPI document and send (20000)
  --seed S      draws the same requests again; a failure reports its seed
  --sockets N   number of connections that send raw bytes (500)
  --server URL  PostgreSQL server to create the database on, instead of an embedded one
`;
const options = {
  seed: { type: "string" },
  sockets: { type: "string", default: "500" },
  server: { type: "string" },
} as const;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [count = "20000", ...more] = positionals;
    const seed = values.seed ?? String(randomInt(2 ** 31));
    const numbers = [count, seed, values.sockets];
    if (more.length > 0 || numbers.some((text) => !/^\d+$/.test(text))) {
      throw new Error("N, S and the number of sockets must be integers");
    }
    const [requests = 0, first = 0, sockets = 0] = numbers.map(Number);
    return { requests, seed: first, sockets, server: values.server };
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

interface Outcome {
  byStatus: Map<number, number>;
  failures: string[];
}

function report(what: string, { byStatus, failures }: Outcome): void {
  const counts = [...byStatus].sort(([a], [b]) => a - b);
  print(`${what}: ${counts.map(([status, count]) => `${count} × ${status || "none"}`).join(", ")}`);
  for (const failure of failures) print(`\nFAILED ${failure}`);
}

async function main(): Promise<boolean> {
  const { requests, seed, sockets, server } = readArguments();
  // The modules below read the environment when loaded, so they are imported later.
  process.env["CT_RATE_LIMIT"] = "off";
  process.env["CT_LOG_LEVEL"] ??= "silent";
  process.env["CT_ALLOW_PRIVATE_NETWORK"] = "0";
  const { openScratch } = await import("#testing/world/scratch");
  const scratch = await openScratch({ name: "fuzz", server, durable: false });
  try {
    const { closeDatabase } = await import("#core/db");
    const { fuzz } = await import("#testing/fuzz/fuzz");
    const { fuzzSockets } = await import("#testing/fuzz/sockets");
    print(`Sending ${requests} requests drawn from seed ${seed} ...`);
    const started = performance.now();
    const inside = await fuzz({ requests, seed });
    const seconds = (performance.now() - started) / 1000;
    report(`${inside.sent} requests in ${seconds.toFixed(1)} s`, inside);
    // A small run can't cover everything.
    if (requests >= 5000) for (const one of inside.untried) print(`NOTE: ${one}`);
    const outside = await fuzzSockets({ connections: sockets, seed });
    report(`${outside.sent} connections of raw bytes`, outside);
    await closeDatabase();
    return inside.failures.length + outside.failures.length === 0;
  } finally {
    await scratch.close();
  }
}

process.exit((await main()) ? 0 : 1);
