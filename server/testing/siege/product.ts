// The whole product as an operator runs it: launcher, server, renderer and PostgreSQL, each of
// which can be killed. Linux only, because it reads /proc.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";

export type Part = "launcher" | "server" | "renderer" | "PostgreSQL";

export interface Product {
  origin: string;
  /** The demo account's test key. */
  key: string;
  /**
   * Kills a part with SIGKILL. Restarts the product if the remaining parts can't recover by
   * themselves.
   */
  kill(part: Part): Promise<void>;
  /** Restarts the product, with another environment if given. */
  restart(env?: Record<string, string>): Promise<void>;
  /** End of its output. */
  output(): string;
  /** Stops the product, including PostgreSQL. */
  stop(): Promise<void>;
}

/** The first start builds the pages. */
const START_TIMEOUT_MS = 900_000;
const STOP_TIMEOUT_MS = 60_000;
const KEY = /\bct_test_[0-9A-Za-z]{38}\b/;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return [{ pid: Number(pid), parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
}

function descendants(pid: number, all = processes()): Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendants(child.pid, all)]);
}

/** Folder of the cluster: as root it is moved to a place that PostgreSQL's user can read. */
function clusterFolder(dataDir: string): string {
  const folder = path.join(dataDir, "postgres");
  const pointer = path.join(folder, "moved-to");
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, "utf8").trim() : folder;
}

function postmasterPid(dataDir: string): number | undefined {
  const file = path.join(clusterFolder(dataDir), "data/postmaster.pid");
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

function pidOf(part: Part, launcher: ChildProcess, dataDir: string): number | undefined {
  if (part === "launcher") return launcher.pid;
  if (part === "PostgreSQL") return postmasterPid(dataDir);
  const file = part === "server" ? "dist/start.mjs" : "dist/renderer.mjs";
  return descendants(launcher.pid ?? 0).find(({ command }) => command.includes(file))?.pid;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function awaitServing(launcher: ChildProcess, printed: () => string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!/running at \S+\s[\s\S]*\bct_test_/.test(printed())) {
    if (hasEnded(launcher) || Date.now() > until) {
      launcher.kill("SIGTERM");
      throw new Error(`the product did not start:\n${printed()}`);
    }
    await sleep(50);
  }
}

/** Starts the product with its own data folder and waits until it serves. */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Product> {
  // A build would compete with what is tested.
  await ensureBuild(process.cwd(), new AbortController().signal);
  const port = await freePort();
  const outputFile = path.join(dataDir, "output.log");
  const origin = `http://127.0.0.1:${port}`;
  let launcher: ChildProcess;

  const printed = () => fs.readFileSync(outputFile, "utf8");
  const output = () => printed().trim().slice(-3000);
  async function launch(more: Record<string, string>): Promise<void> {
    const log = fs.openSync(outputFile, "w");
    launcher = spawn(process.execPath, ["server/boot.mjs", "start"], {
      env: {
        ...{ PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production" },
        ...{ HOST: "127.0.0.1", PORT: String(port), CT_DATA_DIR: dataDir, CT_RATE_LIMIT: "off" },
        ...{ CT_LOG_LEVEL: "warn", ...more },
      },
      stdio: ["ignore", log, log],
    });
    fs.closeSync(log);
    await awaitServing(launcher, printed);
  }

  async function end(): Promise<void> {
    if (hasEnded(launcher)) return;
    const ended = once(launcher, "exit");
    launcher.kill("SIGTERM");
    const late = sleep(STOP_TIMEOUT_MS, "late" as const, { ref: false });
    if ((await Promise.race([ended, late])) === "late") throw new Error("the product did not stop");
  }

  await launch(env);
  const key = KEY.exec(printed())?.[0] ?? "";
  return {
    origin,
    key,
    output,
    async kill(part) {
      const pid = pidOf(part, launcher, dataDir);
      if (!pid) throw new Error(`the ${part} isn't running:\n${output()}`);
      process.kill(pid, "SIGKILL");
      if (part !== "launcher" && part !== "server") return;
      if (!hasEnded(launcher)) await once(launcher, "exit");
      await launch(env);
    },
    async restart(more = env) {
      await end();
      await launch(more);
    },
    stop: end,
  };
}
