// Child processes of torture and bench: real programs that are started, awaited, killed and ended.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tiedToParent } from "#parent";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const STARTS_WITHIN_MS = 600_000;
const ENDS_WITHIN_MS = 30_000;

export interface Program {
  pid: number;
  /** What the pattern that told of its readiness found in its first group. */
  told: string;
  hasEnded(): boolean;
  /** Null while it runs, and where a signal ended it. */
  exitCode(): number | null;
  wasKilled(): boolean;
  /** The end of its output, where a program that ended by itself says why. */
  lastWords(): string;
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator ends it. */
  stop(): Promise<void>;
}

interface Start {
  /** From the checkout's root. */
  file: string;
  env: Record<string, string>;
  /** What the program writes once it works. */
  ready: RegExp;
  /** Where its output goes: a file, because reading a pipe would cost the measuring process. */
  output: string;
  args?: string[];
}

const running = new Set<ChildProcess>();

/** Kills the programs that a run which failed left behind. */
export function killPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
}

process.on("exit", killPrograms);

function readTail(file: string): string {
  return fs.readFileSync(file, "utf8").trim().slice(-2000);
}

async function awaitReady(child: ChildProcess, start: Start): Promise<string> {
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const output = fs.readFileSync(start.output, "utf8");
    const found = start.ready.exec(output);
    if (found) return found[1] ?? "";
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`${start.file} did not start:\n${readTail(start.output)}`);
    }
    await sleep(10);
  }
}

/** Starts a program of this checkout on this Node, and waits until it is ready. */
export async function startProgram(start: Start): Promise<Program> {
  const output = fs.openSync(start.output, "w");
  const loader = start.file.endsWith(".ts") ? ["--import", "tsx"] : [];
  const args = [...loader, start.file, ...(start.args ?? [])];
  // Where this process is killed, the pipe ends the program.
  const tie = tiedToParent();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...start.env, ...tie.env },
    stdio: ["ignore", output, output, "pipe"],
  });
  fs.closeSync(output);
  running.add(child);
  const ended = once(child, "exit").then(() => {
    running.delete(child);
  });
  const lastWords = () => `${start.file} ended by itself:\n${readTail(start.output)}`;
  const told = await awaitReady(child, start);
  return {
    pid: child.pid ?? 0,
    told,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: () => child.exitCode,
    wasKilled: () => child.signalCode === "SIGKILL",
    lastWords,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      if (child.exitCode !== null) throw new Error(lastWords());
      child.kill("SIGTERM");
      const late = sleep(ENDS_WITHIN_MS, "late" as const, { ref: false });
      if ((await Promise.race([ended, late])) !== "late") return;
      child.kill("SIGKILL");
      await ended;
      throw new Error(`${start.file} did not end within ${ENDS_WITHIN_MS / 1000} s of SIGTERM`);
    },
  };
}

/** CPU seconds that a process has used, or null where the system does not tell. */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const TICKS_PER_SECOND = 100;
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
