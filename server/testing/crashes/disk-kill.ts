// Kills PostgreSQL itself at its nth write to disk, by strace; it recovers from its log as after a
// power failure that spares the disk.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "#core/db-client";
import { Lifetime } from "#testing/crashes/lifetime";
import type { LifetimeResult, RunInput } from "#testing/crashes/run-point";
import type { World } from "#testing/crashes/world";

/** System calls with which PostgreSQL writes; strace counts each separately per process. */
export const writes = ["pwrite64", "pwritev", "fdatasync", "fsync"] as const;
type Write = (typeof writes)[number];

/** Kills a server process at the nth call. */
export interface DiskHit {
  write: Write;
  nth: number;
}

const ATTACH_TIMEOUT_MS = 20_000;
const RECOVERY_TIMEOUT_MS = 60_000;

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
  const until = Date.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const isUp = await withClient(url, (client) => client.query("SELECT 1")).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > until) throw new Error("the database does not recover");
    await sleep(50);
  }
}

interface DiskResult extends LifetimeResult {
  wasKilled: boolean;
}

/** Runs a flow on a server that is killed at a write; the app keeps running. */
export async function runWithDiskKill(
  world: World,
  { flow, facts, client }: Pick<RunInput, "flow" | "facts" | "client">,
  { dataFolder, hit }: { dataFolder: string; hit: DiskHit },
): Promise<DiskResult> {
  const pidFile = path.join(dataFolder, "data/postmaster.pid");
  const postmaster = Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]);
  const output = path.join(dataFolder, `strace-${process.pid}.txt`);
  const { databaseUrl } = facts as { databaseUrl?: string };
  const life = await Lifetime.begin(world, { hit: null, databaseUrl });
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
