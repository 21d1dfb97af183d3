// The whole product as an operator runs it: launcher, server, renderer and PostgreSQL, each of
// which can be killed. Linux only, because it reads /proc.
import fs from "node:fs";
import path from "node:path";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";
import { type Program, startProgram } from "#testing/world/programs";
import { waitUntil } from "#testing/world/run";

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
  /** Restarts the product with this environment. */
  restart(env: Record<string, string>): Promise<void>;
  /** End of its output. */
  output(): string;
  /** Stops the product, including PostgreSQL. */
  stop(): Promise<void>;
}

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

function pidOf(part: Part, launcher: Program, dataDir: string): number | undefined {
  if (part === "launcher") return launcher.pid;
  if (part === "PostgreSQL") return postmasterPid(dataDir);
  const file = part === "server" ? "dist/start.mjs" : "dist/renderer.mjs";
  return descendants(launcher.pid).find(({ command }) => command.includes(file))?.pid;
}

/** Starts the product with its own data folder and waits until it serves. */
export async function startProduct(dataDir: string): Promise<Product> {
  // A build would compete with what is tested.
  await ensureBuild(process.cwd(), new AbortController().signal);
  const port = String(await freePort());
  const output = path.join(dataDir, "output.log");
  const launch = (more: Record<string, string> = {}) =>
    startProgram({
      ...{ file: "server/boot.mjs", nodeArgs: [], args: ["start"], output },
      env: {
        ...{ HOST: "127.0.0.1", PORT: port, CT_DATA_DIR: dataDir, CT_LOG_LEVEL: "warn", ...more },
      },
      ready: /running at \S+\s[\s\S]*\b(ct_test_[0-9A-Za-z]{38})\b/,
    });
  let launcher = await launch();
  return {
    origin: `http://127.0.0.1:${port}`,
    key: launcher.readyMatch,
    output: () => fs.readFileSync(output, "utf8").trim().slice(-3000),
    async kill(part) {
      const pid = pidOf(part, launcher, dataDir);
      if (!pid) throw new Error(`the ${part} isn't running`);
      process.kill(pid, "SIGKILL");
      if (part !== "launcher" && part !== "server") return;
      await waitUntil(() => launcher.hasEnded());
      launcher = await launch();
    },
    async restart(env) {
      await launcher.stop();
      launcher = await launch(env);
    },
    async stop() {
      if (!launcher.hasEnded()) await launcher.stop();
    },
  };
}
