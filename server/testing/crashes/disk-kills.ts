// Kills PostgreSQL itself at each of its writes to disk, by strace; it recovers from its log as after
// a power failure that spares the disk. The app keeps running.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "#core/db-client";
import type { Campaign } from "#testing/crashes/campaign";
import { Lifetime, type World } from "#testing/crashes/lifetime";
import type { LifetimeResult, RunInput } from "#testing/crashes/run-point";
import { waitUntil } from "#testing/world/run";

/** System calls with which PostgreSQL writes; strace counts each separately per process. */
const writes = ["pwrite64", "pwritev", "fdatasync", "fsync"] as const;

/** Kills a server process at the nth call. */
interface DiskHit {
  write: (typeof writes)[number];
  nth: number;
}

const ATTACH_TIMEOUT_MS = 20_000;
const RECOVERY_TIMEOUT_MS = 60_000;
/** More than any flow makes. */
const MAX_WRITES = 500;

/** Reason why the database can't be killed on this machine, or null. */
export function diskBlocker(): string | null {
  const probe = spawnSync("strace", ["--version"]);
  return probe.error
    ? "strace is not installed, so the database was not killed at its writes"
    : null;
}

function tracerOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Makes strace kill each process that the server forks from now on at its nth write. */
async function attach(
  postmaster: number,
  { write, nth }: DiskHit,
  output: string,
): Promise<ChildProcess> {
  const inject = `inject=${write}:signal=KILL:when=${nth}`;
  const args = ["-f", "-qq", "-o", output, "-e", `trace=${write}`, "-e", inject];
  const strace = spawn("strace", [...args, "-p", String(postmaster)], { stdio: "ignore" });
  const until = Date.now() + ATTACH_TIMEOUT_MS;
  while (tracerOf(postmaster) === 0) {
    if (strace.exitCode !== null || Date.now() > until) throw new Error("strace does not attach");
    await sleep(5);
  }
  return strace;
}

async function awaitRecovery(url: string): Promise<void> {
  const isUp = () =>
    withClient(url, (client) => client.query("SELECT 1")).then(
      () => true,
      () => false,
    );
  if (await waitUntil(isUp, { timeoutMs: RECOVERY_TIMEOUT_MS })) return;
  throw new Error("the database does not recover");
}

/** Runs a flow on the server of `dataFolder`, which is killed at a write. */
async function runWithDiskKill(
  world: World,
  { flow, facts, client }: Pick<RunInput, "flow" | "facts" | "client">,
  { dataFolder, hit }: { dataFolder: string; hit: DiskHit },
): Promise<LifetimeResult & { wasKilled: boolean }> {
  const pidFile = path.join(dataFolder, "data/postmaster.pid");
  const postmaster = Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]);
  const output = path.join(dataFolder, `strace-${process.pid}.txt`);
  const life = await Lifetime.begin(world, { hit: null, facts });
  const strace = await attach(postmaster, hit, output);
  const error = await life.run(() => flow.run(facts, client, world));
  life.end(world);
  strace.kill("SIGINT");
  if (strace.exitCode === null) await once(strace, "exit");
  const wasKilled = fs.readFileSync(output, "utf8").includes("killed by SIGKILL");
  fs.rmSync(output);
  await awaitRecovery(world.databaseUrl);
  return { steps: life.steps, error, wasKilled };
}

interface DiskRun {
  flow: string;
  seed: number;
  dataFolder: string;
}

/** Kills at each call of this kind. Returns the number of kills, and the faults after them. */
async function killAtEach(
  campaign: Campaign,
  { flow, seed, dataFolder }: DiskRun,
  write: DiskHit["write"],
): Promise<{ kills: number; faults: string[] }> {
  const faults: string[] = [];
  for (let nth = 1; nth <= MAX_WRITES; nth += 1) {
    let wasKilled = false;
    const results = await campaign.runOnce(flow, seed, async (world, input) => {
      const killed = await runWithDiskKill(world, input, { dataFolder, hit: { write, nth } });
      wasKilled = killed.wasKilled;
      return { ...killed, error: undefined };
    });
    // The flow writes less often.
    if (!wasKilled && results.length === 0) return { kills: nth - 1, faults };
    faults.push(...results.map((fault) => `${flow}:${seed}:disk ${write}#${nth}: ${fault}`));
  }
  throw new Error(`${flow}:${seed} makes ${write} more than ${MAX_WRITES} times`);
}

/** Kills at all writes of the flow. Returns the faults. */
export async function killAtWrites(
  campaign: Campaign,
  run: DiskRun,
  print: (text: string) => void,
): Promise<string[]> {
  const counts: string[] = [];
  const all: string[] = [];
  for (const write of writes) {
    const { kills, faults } = await killAtEach(campaign, run, write);
    if (kills > 0) counts.push(`${write} ${kills} times`);
    all.push(...faults);
  }
  const { flow, seed } = run;
  print(`${flow}:${seed}: the database was killed at ${counts.join(", ") || "no write"}`);
  return all;
}
