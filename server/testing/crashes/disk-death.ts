// Deaths of the database itself: PostgreSQL's own process is killed as it writes to disk for the nth
// time, by strace, and recovers from its log as after a loss of power that spares the disk.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "#core/db-client";
import { Life } from "#testing/crashes/life";
import type { Beginning, Lived } from "#testing/crashes/run-point";
import type { World } from "#testing/crashes/world";

/** The calls by which PostgreSQL writes; strace counts each by itself, in each process. */
export const writes = ["pwrite64", "pwritev", "fdatasync", "fsync"] as const;
type Write = (typeof writes)[number];

/** A process of the server dies as it makes this call for the nth time. */
export interface DiskHit {
  write: Write;
  nth: number;
}

const ATTACHES_WITHIN_MS = 20_000;
const RECOVERS_WITHIN_MS = 60_000;

/** Why the database cannot be killed here, or null where it can. */
export function diskObstacle(): string | null {
  const found = spawnSync("strace", ["--version"]);
  return found.error ? "strace is not installed: the database was not killed at its writes" : null;
}

function tracerOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^TracerPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Has each process that the server forks from now on killed at its nth write. */
async function attach(
  postmaster: number,
  { write, nth }: DiskHit,
  output: string,
): Promise<ChildProcess> {
  const inject = `inject=${write}:signal=KILL:when=${nth}`;
  const args = ["-f", "-qq", "-o", output, "-e", `trace=${write}`, "-e", inject];
  const strace = spawn("strace", [...args, "-p", String(postmaster)], { stdio: "ignore" });
  const until = Date.now() + ATTACHES_WITHIN_MS;
  while (tracerOf(postmaster) === 0) {
    if (strace.exitCode !== null || Date.now() > until) throw new Error("strace does not attach");
    await sleep(5);
  }
  return strace;
}

async function awaitRecovery(url: string): Promise<void> {
  const until = Date.now() + RECOVERS_WITHIN_MS;
  for (;;) {
    const isUp = await withClient(url, (client) => client.query("SELECT 1")).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > until) throw new Error("the database does not come back");
    await sleep(50);
  }
}

interface DiskLived extends Lived {
  wasKilled: boolean;
}

/** Lives through a flow on a server whose process is killed as it writes; the app lives on. */
export async function liveOverDisk(
  world: World,
  { own, facts, client }: Pick<Beginning, "own" | "facts" | "client">,
  { dataFolder, hit }: { dataFolder: string; hit: DiskHit },
): Promise<DiskLived> {
  const pidFile = path.join(dataFolder, "data/postmaster.pid");
  const postmaster = Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]);
  const output = path.join(dataFolder, `strace-${process.pid}.txt`);
  const { databaseUrl } = facts as { databaseUrl?: string };
  const life = await Life.begin(world, { hit: null, databaseUrl });
  const strace = await attach(postmaster, hit, output);
  const error = await life.live(() => own.run(facts, client, world));
  life.end(world);
  strace.kill("SIGINT");
  if (strace.exitCode === null) await once(strace, "exit");
  const wasKilled = fs.readFileSync(output, "utf8").includes("killed by SIGKILL");
  fs.rmSync(output);
  await awaitRecovery(world.databaseUrl);
  return { steps: life.steps, error, wasKilled };
}
