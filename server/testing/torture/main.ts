// `npm run torture -- NAME [options]`: runs a scenario on a new database; exit code 1 on any fault.
import { randomInt } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Outcome } from "#testing/torture/matching";
import { type AnyOptions, readOptions, type TortureOptions } from "#testing/torture/options";
import type { Scratch } from "#testing/torture/scratch";

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function report(name: string, run: () => Promise<Outcome>): Promise<boolean> {
  const started = performance.now();
  const { summary, faults } = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${faults.length === 0 ? "ok    " : "FAULTY"} ${name} (${seconds} s): ${summary}`);
  for (const fault of faults) print(`       ${fault}`);
  return faults.length === 0;
}

async function runMatching(
  { sizes }: TortureOptions<"matching">,
  scratch: Scratch,
): Promise<boolean> {
  const { call } = await import("#testing/api");
  const { frozenWorker } = await import("#testing/torture/frozen");
  const { halfALot, identicalRequests, killedWorkers } = await import("#testing/torture/matching");
  const killing = { ...sizes, folder: scratch.folder };
  const results = [
    await report("half a lot", () => halfALot(call, sizes)),
    await report("identical requests", () => identicalRequests(call, { ...sizes, copies: 50 })),
    await report("killed workers", () => killedWorkers(call, killing)),
    await report("a frozen worker", () => frozenWorker(call, scratch)),
  ];
  return results.every(Boolean);
}

async function runCheckout(
  options: TortureOptions<"checkout">,
  { folder }: Scratch,
): Promise<boolean> {
  const { payingCustomers } = await import("#testing/torture/checkout");
  const size = { ...options.sizes, plain: options.plain, folder, pollsAtOnce: false };
  return report("paying customers", () => payingCustomers(size));
}

async function runHolds({ sizes }: TortureOptions<"holds">, { folder }: Scratch): Promise<boolean> {
  const { nearlyEmptyStock } = await import("#testing/torture/holds");
  return report("nearly empty stock", () => nearlyEmptyStock({ ...sizes, folder }));
}

async function runCallbacks(
  { sizes }: TortureOptions<"callbacks">,
  { folder }: Scratch,
): Promise<boolean> {
  const { call } = await import("#testing/api");
  const { eventDelivery } = await import("#testing/torture/callbacks");
  return report("event delivery", () => eventDelivery(call, { ...sizes, failureMs: 2000, folder }));
}

async function runRegistry(
  { sizes }: TortureOptions<"registry">,
  { folder }: Scratch,
): Promise<boolean> {
  const { registryRequests } = await import("#testing/torture/registry");
  return report("registry requests", () => registryRequests({ ...sizes, folder }));
}

async function runFlood(
  { sizes, only }: TortureOptions<"flood">,
  { folder }: Scratch,
): Promise<boolean> {
  const { floods } = await import("#testing/torture/flood");
  return report("sales during floods", () => floods({ ...sizes, folder, only }, print));
}

async function runModel({ sizes, path, replay, only }: TortureOptions<"model">): Promise<boolean> {
  const { compareWithModel } = await import("#testing/model/model");
  const seed = sizes.seed || randomInt(1, 2 ** 31);
  const size = { seed, runs: 1_000_000, commands: sizes.commands, seconds: sizes.minutes * 60 };
  const replayed = { ...(path && { path }), ...(replay && { replayPath: replay }) };
  return report(`model, seed ${seed}`, async () => {
    const { runs, steps, tally, failure } = await compareWithModel({ ...size, ...replayed, only });
    for (const [what, times] of Object.entries(tally).sort()) print(`  ${times} × ${what}`);
    return { summary: `${steps} steps in ${runs} sequences`, faults: failure ? [failure] : [] };
  });
}

/** Runs on servers of its own, of the installed PostgreSQL. */
async function runCluster({ sizes }: TortureOptions<"cluster">): Promise<boolean> {
  const { missingForCluster, productionCluster } = await import("#testing/torture/cluster");
  const missing = missingForCluster();
  if (missing) {
    print(`Skipped: the cluster needs ${missing}.`);
    process.exit(2);
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-cluster-"));
  process.env["CT_DATA_DIR"] = folder;
  const isClean = await report("cluster", () => productionCluster({ ...sizes, folder }));
  if (isClean) fs.rmSync(folder, { recursive: true });
  else print(`Data and logs are kept in ${folder}.`);
  return isClean;
}

type ScratchOptions = Exclude<AnyOptions, TortureOptions<"cluster">>;

function run(options: ScratchOptions, scratch: Scratch): Promise<boolean> {
  if (options.name === "matching") return runMatching(options, scratch);
  if (options.name === "flood") return runFlood(options, scratch);
  if (options.name === "model") return runModel(options);
  if (options.name === "holds") return runHolds(options, scratch);
  if (options.name === "registry") return runRegistry(options, scratch);
  return options.name === "checkout"
    ? runCheckout(options, scratch)
    : runCallbacks(options, scratch);
}

/** Keeps the run from contacting anything outside, whatever the environment contains. */
function blockExternalServices(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(STRIPE_|SMTP_URL|CT_S3_|CT_ISOMETRIC_)/.test(name)) delete process.env[name];
  }
}

/** Must run before the modules are imported, because they read the environment once. */
function prepareEnvironment(name: string | undefined): void {
  process.env["CT_RATE_LIMIT"] = "off";
  // Torture provokes errors.
  process.env["CT_LOG_LEVEL"] ??= "fatal";
  // The receivers of callbacks listen on loopback.
  if (["callbacks", "crashes", "model"].includes(name ?? "")) {
    process.env["CT_ALLOW_PRIVATE_NETWORK"] = "1";
  }
  blockExternalServices();
}

async function main(): Promise<boolean> {
  const [name, ...args] = process.argv.slice(2);
  prepareEnvironment(name);
  if (name === "crashes") {
    const { crashes } = await import("#testing/crashes/command");
    return crashes(args, print);
  }
  const options = readOptions();
  if (options.name === "cluster") return runCluster(options);
  const { server, keep } = options;
  const { openScratch } = await import("#testing/torture/scratch");
  const scratch = await openScratch({ name: "torture", server, durable: false });
  process.env["CT_DATA_DIR"] = scratch.folder;
  let isClean = false;
  try {
    isClean = await run(options, scratch);
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
  } finally {
    if (keep || !isClean) print(`The database ${scratch.name} is kept in ${scratch.location}.`);
    await scratch.close(keep || !isClean);
  }
  return isClean;
}

process.exit((await main()) ? 0 : 1);
