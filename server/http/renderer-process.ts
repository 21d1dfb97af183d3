// Starts, monitors, restarts and ends the renderer.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#core/log";
import { type DashboardState, recordDashboard } from "#core/readiness";
import { RendererClient } from "./renderer-client";
import { RendererRun, type RunOptions } from "./renderer-run";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;

export interface RendererOptions extends RunOptions {
  host: string;
  port: number;
  /** Of a start that is under way. */
  run?: RendererRun | undefined;
  /** Settles when the dashboard is built; omitted if it is. */
  build?: Promise<void> | undefined;
}

function socketPathIn(folder: string): string {
  const name = `ct-renderer-${process.pid}-${randomBytes(4).toString("hex")}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(folder, name);
}

/** The renderer across restarts. */
export class RendererProcess {
  readonly #options: RendererOptions;
  #folder: string | undefined;
  readonly #stop = new AbortController();
  #client: RendererClient | undefined;
  #run: RendererRun | undefined;
  #supervising: Promise<void> | undefined;
  #isBuilt: boolean;
  #dashboard: DashboardState = "building";

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#isBuilt = options.build === undefined;
  }

  get dashboard(): DashboardState {
    return this.#dashboard;
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
    void this.#openDashboard();
  }

  /** The build's failure is reported where it was started. */
  async #openDashboard(): Promise<void> {
    const { build } = this.#options;
    this.#record(build ? "building" : "ok");
    if (!build) return;
    try {
      await build;
    } catch {
      this.#record("failed");
      return;
    }
    this.#isBuilt = true;
    // Otherwise the next run opens it.
    if (await this.#run?.openDashboard()) this.#record("ok");
  }

  #record(state: DashboardState): void {
    this.#dashboard = state;
    recordDashboard(state);
  }

  async #launch(): Promise<boolean> {
    const { host, port } = this.#options;
    this.#folder ??= fs.mkdtempSync(path.join(os.tmpdir(), "ct-"));
    const address = {
      socketPath: socketPathIn(this.#folder),
      secret: randomBytes(32).toString("base64url"),
    };
    const { run: first } = this.#options;
    const run = first && !this.#run ? first : new RendererRun(this.#options);
    this.#run = run;
    const databaseUrl = process.env["DATABASE_URL"];
    const isBuilt = this.#isBuilt;
    const isReady = await run.serve({
      type: "serve",
      ...address,
      host,
      port,
      isBuilt,
      databaseUrl,
    });
    if (!isReady) return false;
    if (isBuilt) this.#record("ok");
    this.#client = new RendererClient(address);
    log.info({ event: "renderer.started", renderer: run.child.pid }, "renderer started");
    return true;
  }

  async #supervise(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stop.signal.aborted) {
      const run = this.#run;
      await run?.ended;
      const client = this.#client;
      this.#client = undefined;
      await client?.close();
      if (this.#stop.signal.aborted) return;
      // It ran for a while, so starting works.
      if (run && run.ageMs > 2 * MAX_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      const { exitCode, signalCode } = run?.child ?? {};
      log.error(
        { event: "renderer.exited", exitCode, signalCode, retryInMs: pauseMs },
        "renderer exited; restarting it",
      );
      await sleep(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      if (!this.#stop.signal.aborted) await this.#launch();
    }
  }

  #clean(): void {
    if (this.#folder) fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Lets the process finish its requests, then ends it. May be called again. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run?.stop();
    await this.#supervising;
    await this.#client?.close();
    this.#clean();
  }
}
