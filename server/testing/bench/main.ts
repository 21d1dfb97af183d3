// `npm run bench [-- NAME …] [--json]`: measures the product with an embedded PostgreSQL.

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

// Each one has its own database, so that it doesn't see the others' orders.
const benches: Record<string, (environment: Environment) => Promise<Section[]>> = {
  requests: async (environment) =>
    (await import("#testing/bench/requests")).benchRequests(await withCustomer(environment)),
  groups: async (environment) =>
    (await import("#testing/bench/requests")).benchGroups(await withCustomer(environment)),
  quotes: async (environment) => (await import("#testing/bench/quotes")).benchQuotes(environment),
  logos: async (environment) => (await import("#testing/bench/logos")).benchLogos(environment),
  matching: async () => (await import("#testing/bench/matching")).benchMatching(),
  limits: async () => (await import("#testing/bench/limits")).benchLimits(),
  latency: async (environment) =>
    (await import("#testing/bench/matching")).benchLatency(environment),
  callbacks: async (environment) =>
    (await import("#testing/bench/callbacks")).benchCallbacks(environment),
  "callback-latency": async (environment) =>
    (await import("#testing/bench/callbacks")).benchCallbackLatency(environment),
  impact: async (environment) => (await import("#testing/bench/impact")).benchImpact(environment),
  dashboard: async (environment) =>
    (await import("#testing/bench/dashboard")).benchDashboard(environment),
  screens: async (environment) =>
    (await import("#testing/bench/screens")).benchScreens(environment),
  "public-pages": async (environment) =>
    (await import("#testing/bench/screens")).benchPublicPages(environment),
  languages: async (environment) =>
    (await import("#testing/bench/screens")).benchLanguages(environment),
  payments: async () => (await import("#testing/bench/payments")).benchPayments(),
  activity: async () => (await import("#testing/bench/activity")).benchActivity(),
  verify: async () => (await import("#testing/bench/verify")).benchVerify(),
  certificates: async (environment) =>
    (await import("#testing/bench/documents")).benchCertificates(environment),
  stock: async () => (await import("#testing/bench/stock")).benchStock(),
  import: async () => (await import("#testing/bench/stock")).benchImport(),
  worklist: async () => (await import("#testing/bench/worklist")).benchWorklist(),
  evidence: async () => (await import("#testing/bench/evidence")).benchEvidence(),
  statements: async () => (await import("#testing/bench/statements")).benchStatements(),
  restore: async (environment) =>
    (await import("#testing/bench/restore")).benchRestore(environment),
  overload: async (environment) =>
    (await import("#testing/bench/overload")).benchOverload(environment),
  pages: async (environment) => (await import("#testing/bench/pages")).benchPages(environment),
};

const USAGE = `Usage: npm run bench [-- ${Object.keys(benches).join(" | ")} …] [--json]`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readArguments() {
  try {
    const options = { json: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.find((name) => !benches[name]);
    if (unknown) throw new Error(`"${unknown}" is not a benchmark.`);
    return { json: values.json, names: positionals.length ? positionals : Object.keys(benches) };
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function runOne(name: string): Promise<Section[]> {
  const { openScratch } = await import("#testing/torture/scratch");
  const { closeDatabase } = await import("#core/db");
  const scratch = await openScratch({ name: "bench", durable: true });
  try {
    return (await benches[name]?.(scratch)) ?? [];
  } finally {
    await closeDatabase();
    await scratch.close();
  }
}

/** Runs the selected benchmarks; one that fails is reported at the end. */
async function main(): Promise<boolean> {
  const { json, names } = readArguments();
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
