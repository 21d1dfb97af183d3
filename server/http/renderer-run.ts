// One run of the renderer.
import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#core/env";
import { log } from "#core/log";
import { programLine } from "#core/program";
import type { FromRenderer, ToRenderer } from "./renderer-protocol";

/** Gives orders and payments priority if there are too few processors. */
const NICENESS = 5;
const HEAP_MB = 512;
const START_MS = 60_000;
const STOP_MS = 8000;
const PING_MS = 2000;
/** Half of the default, because the process is mostly idle. */
const YOUNG_HEAP_MB = 8;
/** The process counts as hung after this many pings without a reply. */
const UNANSWERED = 15;

const PROGRAM = [
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${YOUNG_HEAP_MB}`,
  ...programLine("server/http/renderer.ts"),
];

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export class RendererRun {
  readonly ended: Promise<unknown>;
  readonly child: ChildProcess;
  readonly #startedAt = performance.now();
  #unanswered = 0;
  #ping: NodeJS.Timeout | undefined;

  /** The process loads and prepares what it can until `serve`. */
  constructor(program: readonly string[] = PROGRAM) {
    this.child = spawn(process.execPath, program, {
      env: { ...process.env, CT_DATABASE_POOL: String(env.CT_RENDERER_POOL) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.ended = new Promise((resolve) => {
      this.child.once("exit", resolve);
      this.child.once("error", resolve);
    });
    this.child.on("message", ({ type }: FromRenderer) => {
      if (type === "pong") this.#unanswered = 0;
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

  /** Awaits the reply. Kills the process if it takes too long; returns false if it has ended. */
  async #request(message: ToRenderer, reply: FromRenderer["type"]): Promise<boolean> {
    const replied = new Promise<boolean>((resolve) => {
      this.child.on("message", ({ type }: FromRenderer) => type === reply && resolve(true));
    });
    this.#send(message);
    const isLate = sleep(START_MS, false, { ref: false });
    const isDone = await Promise.race([replied, this.ended.then(() => false), isLate]);
    if (!isDone) this.child.kill("SIGKILL");
    return isDone;
  }

  /** Tells it to serve on the socket. Returns false if it ended or took too long. */
  async serve(message: ToRenderer): Promise<boolean> {
    const isReady = await this.#request(message, "ready");
    if (isReady) this.#ping = setInterval(() => this.#check(), PING_MS).unref();
    return isReady;
  }

  /** Tells it that the dashboard is built. Returns false if it ended or took too long. */
  openDashboard(): Promise<boolean> {
    return this.#request({ type: "open-dashboard" }, "dashboard-open");
  }

  #check(): void {
    if (this.#unanswered >= UNANSWERED) {
      log.error(
        { event: "renderer.hung", renderer: this.child.pid },
        "renderer does not respond; killing it",
      );
      this.child.kill("SIGKILL");
    }
    this.#unanswered += 1;
    this.#send({ type: "ping", databaseUrl: process.env["DATABASE_URL"] });
  }

  async stop(): Promise<void> {
    if (hasEnded(this.child)) return;
    this.#send({ type: "stop" });
    await Promise.race([this.ended, sleep(STOP_MS, undefined, { ref: false })]);
    this.child.kill("SIGKILL");
    await this.ended;
  }

  close(): void {
    clearInterval(this.#ping);
  }
}
