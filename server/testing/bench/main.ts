// `npm run bench -- NAME … [--json]`: measures the product with an embedded PostgreSQL.

import { parseArgs } from "node:util";
import type { Section } from "#testing/bench/report";
import type { Bench } from "#testing/bench/requests";
import type { Environment } from "#testing/bench/servers";

async function withCustomer(environment: Environment): Promise<Bench> {
  const { makeAccount } = await import("#testing/factories");
  const { openShop } = await import("#testing/bench/seed");
  const { wideId } = await openShop(1000);
  const { token } = await makeAccount();
  return { ...environment, customer: { token, portfolioId: wideId } };
}

interface Measurement {
  what: string;
  run(environment: Environment): Promise<Section[]>;
}

// Each one has its own database, so that it doesn't see the others' orders.
const benches: Record<string, Measurement> = {
  requests: {
    what: "orders and quotes over HTTP, next to a bare server with the same SQL",
    run: async (environment) =>
      (await import("#testing/bench/requests")).benchRequests(await withCustomer(environment)),
  },
  groups: {
    what: "placing orders with 64 connections, next to a bare server that does not group them",
    run: async (environment) =>
      (await import("#testing/bench/requests")).benchGroups(await withCustomer(environment)),
  },
  overload: {
    what: "placing orders at five times the peak rate, and memory afterwards",
    run: async (environment) =>
      (await import("#testing/bench/overload")).benchOverload(environment),
  },
  matching: {
    what: "matching a backlog of 50,000 to 100,000 orders",
    run: async () => (await import("#testing/bench/matching")).benchMatching(),
  },
  latency: {
    what: "the time from placing an order to its fulfillment",
    run: async (environment) => (await import("#testing/bench/matching")).benchLatency(environment),
  },
  callbacks: {
    what: "callbacks per second of a worker, and its CPU time",
    run: async (environment) =>
      (await import("#testing/bench/callbacks")).benchCallbacks(environment),
  },
  "callback-latency": {
    what: "the time from fulfillment to the receiver, with and without bad hosts",
    run: async (environment) =>
      (await import("#testing/bench/callbacks")).benchCallbackLatency(environment),
  },
  dashboard: {
    what: "lists, searches and totals of a million orders",
    run: async () => (await import("#testing/bench/dashboard")).benchDashboard(),
  },
  screens: {
    what: "script, requests and paint of the dashboard's screens",
    run: async (environment) => (await import("#testing/bench/screens")).benchScreens(environment),
  },
  "public-pages": {
    what: "weight, paint and scores of checkout, certificate and impact page",
    run: async (environment) =>
      (await import("#testing/bench/screens")).benchPublicPages(environment),
  },
  storage: {
    what: "bytes and write-ahead log of an order with its evidence",
    run: async () => (await import("#testing/bench/storage")).benchStorage(),
  },
  audit: {
    what: "`carbon-till audit` of a public log of a million orders",
    run: async () => (await import("#testing/bench/audit")).benchAudit(),
  },
  restore: {
    what: "size, backup, restore and check of a million orders",
    run: async (environment) => (await import("#testing/bench/restore")).benchRestore(environment),
  },
};

const lines = Object.entries(benches).map(([name, { what }]) => `  ${name.padEnd(18)}${what}`);
const USAGE = `Usage: npm run bench -- NAME … [--json]\n\n${lines.join("\n")}`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readArguments() {
  try {
    const options = { json: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.find((name) => !benches[name]);
    if (unknown) throw new Error(`"${unknown}" is not a benchmark.`);
    return { json: values.json, names: positionals };
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function runOne(name: string): Promise<Section[]> {
  const { openScratch } = await import("#testing/world/scratch");
  const { closeDatabase } = await import("#core/db");
  const scratch = await openScratch({ name: "bench", durable: true });
  try {
    return (await benches[name]?.run(scratch)) ?? [];
  } finally {
    await closeDatabase();
    await scratch.close();
  }
}

/** Runs the selected benchmarks; one that fails is reported at the end. */
async function main(): Promise<boolean> {
  const { json, names } = readArguments();
  if (names.length === 0) {
    print(USAGE);
    return true;
  }
  // The modules read the environment when loaded, so they are imported later.
  process.env["CT_RATE_LIMIT"] = "off";
  process.env["CT_LOG_LEVEL"] ??= "error";
  const { asTable } = await import("#testing/bench/report");
  const started = performance.now();
  const all: Section[] = [];
  let isComplete = true;
  for (const name of names) {
    try {
      const sections = await runOne(name);
      all.push(...sections);
      if (!json) print(asTable(sections));
    } catch (error) {
      isComplete = false;
      const text = error instanceof Error ? error.stack : error;
      process.stderr.write(`\n${name} failed to run: ${text}\n`);
    }
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  if (json) print(JSON.stringify({ seconds, sections: all }, null, 2));
  else print(`\n${seconds} s in all; the load generators ran on this machine, too.`);
  return isComplete;
}

process.exit((await main()) ? 0 : 1);
