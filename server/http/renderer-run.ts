// One run of the renderer.
import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#core/env";
import { log } from "#core/log";
import { type ProcessUsage, readProcessUsage } from "#core/process-usage";
import { programLine } from "#core/program";
import { afterCheck, type HangLimits, hangIn, noSilence, type Silence } from "./hang-rules";
import type { FromRenderer, ToRenderer } from "./renderer-protocol";

/** Gives orders and payments priority if there are too few processors. */
const NICENESS = 5;
const HEAP_MB = 512;
const STOP_MS = 8000;
/** Half of the default, because the process is mostly idle. */
const YOUNG_HEAP_MB = 8;

const PROGRAM = [
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${YOUNG_HEAP_MB}`,
  ...programLine("server/http/renderer.ts"),
];

export interface Supervision {
  checkMs: number;
  /** While it serves: until it replies to a ping. */
  serving: HangLimits;
  /** Until it has started, and until it has opened the dashboard. */
  starting: HangLimits;
  readUsage(pid: number): ProcessUsage | null;
}

/** A start uses three to five seconds of CPU time; a reply takes as long as the longest rendering. */
const SUPERVISION: Supervision = {
  checkMs: 2000,
  serving: { cpuMs: 20_000, idleChecks: 90 },
  starting: { cpuMs: 300_000, idleChecks: 90 },
  readUsage: readProcessUsage,
};

export interface RunOptions {
  /** The program and its arguments, for Node. */
  program?: readonly string[];
  supervision?: Supervision;
}

/** A response that is awaited. */
interface Awaited {
  limits: HangLimits;
  silence: Silence;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export class RendererRun {
  readonly ended: Promise<unknown>;
  readonly child: ChildProcess;
  readonly #startedAt = performance.now();
  readonly #supervision: Supervision;
  readonly #awaited = new Set<Awaited>();
  #ping: Awaited | undefined;
  #checks: NodeJS.Timeout | undefined;

  /** The process loads and prepares what it can until `serve`. */
  constructor({ program = PROGRAM, supervision = SUPERVISION }: RunOptions = {}) {
    this.#supervision = supervision;
    this.child = spawn(process.execPath, program, {
      env: { ...process.env, CT_DATABASE_POOL: String(env.CT_RENDERER_POOL) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.ended = new Promise((resolve) => {
      this.child.once("exit", resolve);
      this.child.once("error", resolve);
    }).finally(() => clearInterval(this.#checks));
    this.child.on("message", ({ type }: FromRenderer) => {
      if (type === "pong" && this.#ping) this.#awaited.delete(this.#ping);
    });
    try {
      if (this.child.pid !== undefined) os.setPriority(this.child.pid, NICENESS);
    } catch (error) {
      log.warn(
        { event: "renderer.priority_unchanged", err: error },
        "renderer runs at normal priority",
      );
    }
  }

  get ageMs(): number {
    return performance.now() - this.#startedAt;
  }

  #send(message: ToRenderer): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  #await(limits: HangLimits): Awaited {
    const awaited = { limits, silence: noSilence };
    this.#awaited.add(awaited);
    return awaited;
  }

  /** Awaits the reply. Kills the process if it hangs; returns false if it has ended. */
  async #request(message: ToRenderer, reply: FromRenderer["type"]): Promise<boolean> {
    const awaited = this.#await(this.#supervision.starting);
    const replied = new Promise<boolean>((resolve) => {
      this.child.on("message", ({ type }: FromRenderer) => type === reply && resolve(true));
    });
    this.#send(message);
    const isDone = await Promise.race([replied, this.ended.then(() => false)]);
    this.#awaited.delete(awaited);
    return isDone;
  }

  /** Tells it to serve on the socket. Returns false if it ended or hung. */
  async serve(message: ToRenderer): Promise<boolean> {
    this.#checks = setInterval(() => this.#check(), this.#supervision.checkMs).unref();
    const isReady = await this.#request(message, "ready");
    if (isReady) this.#sendPing();
    return isReady;
  }

  /** Tells it that the dashboard is built. Returns false if it ended or hung. */
  openDashboard(): Promise<boolean> {
    return this.#request({ type: "open-dashboard" }, "dashboard-open");
  }

  #sendPing(): void {
    this.#ping = this.#await(this.#supervision.serving);
    this.#send({ type: "ping", databaseUrl: process.env["DATABASE_URL"] });
  }

  #check(): void {
    const { pid } = this.child;
    if (pid === undefined || hasEnded(this.child)) return;
    const usage = this.#supervision.readUsage(pid);
    for (const awaited of this.#awaited) {
      awaited.silence = afterCheck(awaited.silence, usage);
      const hang = hangIn(awaited.silence, awaited.limits);
      if (hang === null) continue;
      log.error(
        { event: "renderer.hung", renderer: pid, hang, cpuMs: awaited.silence.usedMs },
        "renderer does not respond; killing it",
      );
      this.child.kill("SIGKILL");
      clearInterval(this.#checks);
      return;
    }
    if (this.#ping && !this.#awaited.has(this.#ping)) this.#sendPing();
  }

  async stop(): Promise<void> {
    if (hasEnded(this.child)) return;
    this.#send({ type: "stop" });
    await Promise.race([this.ended, sleep(STOP_MS, undefined, { ref: false })]);
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
