// Starts, monitors, restarts and ends the renderer.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#core/env";
import { log } from "#core/log";
import { programLine } from "#core/program";
import { RendererClient } from "./renderer-client";
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
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export interface RendererOptions {
  host: string;
  port: number;
  /** The program and its arguments, for Node. */
  program?: readonly string[];
}

const PROGRAM = [
  `--max-old-space-size=${HEAP_MB}`,
  `--max-semi-space-size=${YOUNG_HEAP_MB}`,
  ...programLine("server/http/renderer.ts"),
];

function socketPathIn(folder: string): string {
  const name = `ct-renderer-${process.pid}-${randomBytes(4).toString("hex")}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(folder, name);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** One run of the program. */
class Run {
  readonly ended: Promise<unknown>;
  readonly child: ChildProcess;
  readonly #startedAt = performance.now();
  #unanswered = 0;
  #ping: NodeJS.Timeout | undefined;

  constructor({ program = PROGRAM }: RendererOptions) {
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

  /** Tells it to serve on the socket. Returns false if it ended or took too long. */
  async serve(message: ToRenderer): Promise<boolean> {
    const ready = new Promise<boolean>((resolve) => {
      this.child.on("message", ({ type }: FromRenderer) => type === "ready" && resolve(true));
    });
    this.#send(message);
    const isLate = sleep(START_MS, false, { ref: false });
    const isReady = await Promise.race([ready, this.ended.then(() => false), isLate]);
    if (!isReady) this.child.kill("SIGKILL");
    else this.#ping = setInterval(() => this.#check(), PING_MS).unref();
    return isReady;
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

/** The renderer across restarts. */
export class RendererProcess {
  readonly #options: RendererOptions;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-"));
  readonly #stop = new AbortController();
  #client: RendererClient | undefined;
  #run: Run | undefined;
  #supervising: Promise<void> | undefined;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /** Undefined while no run is ready. */
  get client(): RendererClient | undefined {
    return this.#client;
  }

  get pid(): number | undefined {
    return this.#client ? this.#run?.child.pid : undefined;
  }

  /** Resolves when the first run is ready. @throws if it does not start */
  async start(): Promise<void> {
    const isReady = await this.#launch();
    if (!isReady && !this.#stop.signal.aborted) {
      this.#clean();
      throw new Error("The page renderer did not start; its output says why.");
    }
    this.#supervising = this.#supervise();
  }

  async #launch(): Promise<boolean> {
    const { host, port } = this.#options;
    const address = {
      socketPath: socketPathIn(this.#folder),
      secret: randomBytes(32).toString("base64url"),
    };
    const run = new Run(this.#options);
    this.#run = run;
    const isReady = await run.serve({ type: "serve", ...address, host, port });
    if (!isReady) return false;
    this.#client = new RendererClient(address);
    log.info({ event: "renderer.started", renderer: run.child.pid }, "renderer started");
    return true;
  }

  async #supervise(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stop.signal.aborted) {
      const run = this.#run;
      await run?.ended;
      run?.close();
      const client = this.#client;
      this.#client = undefined;
      await client?.close();
      if (this.#stop.signal.aborted) return;
      // It ran for a while, so starting works.
      if (run && run.ageMs > 2 * LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      const { exitCode, signalCode } = run?.child ?? {};
      log.error(
        { event: "renderer.exited", exitCode, signalCode, retryInMs: pauseMs },
        "renderer exited; restarting it",
      );
      await sleep(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (!this.#stop.signal.aborted) await this.#launch();
    }
  }

  #clean(): void {
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Lets the process finish its requests, then ends it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run?.stop();
    await this.#supervising;
    await this.#client?.close();
    this.#clean();
  }
}
