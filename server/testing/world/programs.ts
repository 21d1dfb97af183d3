// Child processes of torture and bench: starts, awaits, kills and stops real programs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readProcessUsage } from "#core/process-usage";
import { tiedToParent } from "#parent";
import { programArguments } from "#testing/program";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 30_000;

export interface Program {
  pid: number;
  /** First group of the `ready` pattern's match. */
  readyMatch: string;
  hasEnded(): boolean;
  /** Null while the program runs, or if a signal ended it. */
  exitCode(): number | null;
  wasKilled(): boolean;
  /** End of its log file, for a program that ended by itself. */
  exitReport(): string;
  /** SIGKILL: the program can't clean up. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator sends it. */
  stop(): Promise<void>;
}

interface Start {
  /** Relative to the checkout's root. */
  file: string;
  env: Record<string, string>;
  /** Matches the output of a program that is ready. */
  ready: RegExp;
  /** Log file: reading a pipe would slow down the measuring process. */
  output: string;
  args?: string[];
  /** Of Node; also prevents that the bundle runs. */
  nodeArgs?: readonly string[];
}

const running = new Set<ChildProcess>();

/** Kills programs that a failed run left running. */
export function killPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
}

process.on("exit", killPrograms);

function readTail(file: string): string {
  return fs.readFileSync(file, "utf8").trim().slice(-8000);
}

async function awaitReady(child: ChildProcess, start: Start): Promise<string> {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const output = fs.readFileSync(start.output, "utf8");
    const match = start.ready.exec(output);
    if (match) return match[1] ?? "";
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`${start.file} did not start:\n${readTail(start.output)}`);
    }
    await sleep(10);
  }
}

/** SQLSTATE of a connection that PostgreSQL ended, as the runs that cut connections do. */
const CUT_OFF = "57P01";
const MAX_STARTS = 5;

/**
 * Starts a program of this checkout with this Node and waits until it is ready. A program whose
 * connection is cut while it starts ends, and is started again, as its supervisor would.
 */
export async function startProgram(start: Start): Promise<Program> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await startOnce(start);
    } catch (error) {
      if (nth === MAX_STARTS || !`${error}`.includes(CUT_OFF)) throw error;
    }
  }
}

async function startOnce(start: Start): Promise<Program> {
  const output = fs.openSync(start.output, "w");
  const { file, nodeArgs } = start;
  const program = nodeArgs ? [...nodeArgs, file] : programArguments(file);
  const args = [...program, ...(start.args ?? [])];
  // If this process is killed, the closed pipe ends the program.
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
  const exitReport = () => `${start.file} ended by itself:\n${readTail(start.output)}`;
  const readyMatch = await awaitReady(child, start);
  return {
    pid: child.pid ?? 0,
    readyMatch,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: () => child.exitCode,
    wasKilled: () => child.signalCode === "SIGKILL",
    exitReport,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      if (child.exitCode !== null) throw new Error(exitReport());
      child.kill("SIGTERM");
      const late = sleep(STOP_TIMEOUT_MS, "late" as const, { ref: false });
      if ((await Promise.race([ended, late])) !== "late") return;
      child.kill("SIGKILL");
      await ended;
      throw new Error(`${start.file} did not end within ${STOP_TIMEOUT_MS / 1000} s of SIGTERM`);
    },
  };
}

/** CPU seconds used by a process; null where the system doesn't report them. */
export function cpuSeconds(pid: number): number | null {
  const usage = readProcessUsage(pid);
  return usage && usage.cpuMs / 1000;
}
