// The programs of an installation in production: two web servers and two workers behind PgBouncer,
// with a synchronous replica, and a load balancer in front.
import fs from "node:fs";
import path from "node:path";
import { freePort } from "#setup/free-port";
import { keepsPreparedStatements, pgbouncerVersion, startPgbouncer } from "#testing/pgbouncer";
import { programArguments } from "#testing/program";
import { startRoundRobin } from "#testing/round-robin";
import { runNode } from "#testing/runners";
import { PostgresPair } from "#testing/torture/postgres-pair";
import { type Member, memberOf } from "#testing/world/installation";
import { type Program, startProgram } from "#testing/world/programs";
import { waitUntil } from "#testing/world/run";

const WITHOUT_PAGES = new URL("without-pages.mjs", import.meta.url).href;
const READY_MS = 60_000;
/** Enough for two web servers and two workers, so that only the outage makes clients wait. */
const POOL = { default_pool_size: "30", server_login_retry: "1" };

type Pooler = Awaited<ReturnType<typeof startPgbouncer>>;
type Balancer = Awaited<ReturnType<typeof startRoundRobin>>;

interface Parts {
  pair: PostgresPair;
  /** For data and log files. */
  folder: string;
  pooler: Pooler;
  /** Known to the load balancer. */
  ports: readonly number[];
  balancer: Balancer;
}

export class Cluster {
  readonly parts: Parts;
  readonly faults: string[] = [];
  #webs: Member[] = [];
  #workers: Member[] = [];
  #logs = 0;

  private constructor(parts: Parts) {
    this.parts = parts;
  }

  static async start(bin: string, folder: string): Promise<Cluster> {
    const pair = await PostgresPair.start(bin, folder);
    const pooler = await startPgbouncer(pair.primary.url, POOL);
    const ports = [await freePort(), await freePort()];
    const balancer = await startRoundRobin(ports);
    return new Cluster({ pair, folder, pooler, ports, balancer });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.parts.balancer.port}`;
  }

  /** Settings of all programs. */
  get environment(): Record<string, string> {
    return {
      DATABASE_URL: this.parts.pooler.url,
      DATABASE_DIRECT_URL: this.parts.pair.url,
      CT_PREPARED: keepsPreparedStatements(pgbouncerVersion() ?? "") ? "1" : "0",
      CT_DATA_DIR: this.parts.folder,
      CT_RATE_LIMIT: "off",
      CT_LOG_LEVEL: "info",
      CT_SHUTDOWN_DELAY: "1",
    };
  }

  #log(name: string): string {
    this.#logs += 1;
    return path.join(this.parts.folder, `${name}-${this.#logs}.log`);
  }

  #startWeb(port: number): Promise<Program> {
    const own = { HOST: "127.0.0.1", CT_WORKER: "0", CT_DEMO: "0", CT_SHUTDOWN_GRACE: "1" };
    const env = { ...own, ...this.environment, PORT: String(port) };
    const ready = /Carbon Till is running at/;
    const nodeArgs = ["--import", "tsx", "--import", WITHOUT_PAGES];
    return startProgram({
      file: "server/start.ts",
      nodeArgs,
      env,
      ready,
      output: this.#log("web"),
    });
  }

  #startWorker(): Promise<Program> {
    const file = "server/worker.ts";
    const ready = /The worker is running/;
    return startProgram({ file, env: this.environment, ready, output: this.#log("worker") });
  }

  async startPrograms(): Promise<void> {
    const { ports } = this.parts;
    const starts = [
      ...ports.map((port) => () => this.#startWeb(port)),
      ...ports.map(() => () => this.#startWorker()),
    ];
    const members: Member[] = [];
    // The first one migrates.
    for (const start of starts) members.push(await memberOf({ name: "", port: 0, start }));
    this.#webs = members.slice(0, ports.length);
    this.#workers = members.slice(ports.length);
    await this.untilReady();
  }

  /** Waits until the load balancer uses all servers. */
  async untilReady(): Promise<void> {
    const { ports, balancer } = this.parts;
    const isReady = () => ports.every((port) => balancer.readyPorts().includes(port));
    if (await waitUntil(isReady, { timeoutMs: READY_MS })) return;
    throw new Error(`not ready: one of the ports ${ports.join(", ")}`);
  }

  async #restart(member: Member): Promise<void> {
    await member.program.stop();
    if (member.program.exitCode() !== 0) this.faults.push(member.program.exitReport());
    member.program = await member.start();
  }

  /** Restarts one web server and one worker after the other. */
  async restartAll(): Promise<void> {
    for (const [nth, web] of this.#webs.entries()) {
      const worker = this.#workers[nth];
      await Promise.all([this.#restart(web), worker && this.#restart(worker)]);
      await this.untilReady();
    }
  }

  /** Kills the primary, promotes the replica, and points the poolers to where they should. */
  async failOver(): Promise<void> {
    await this.parts.pair.failOver();
    this.parts.pooler.pointTo(this.parts.pair.primary.url);
  }

  rebuildReplica(): Promise<void> {
    return this.parts.pair.rebuildReplica();
  }

  /** Runs `till` as an operator does. */
  async till(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const env = { ...this.environment, CT_LOG_LEVEL: "error", ...more };
    const how = { quiet: true, env };
    const { code, output } = await runNode([...programArguments("server/till.ts"), ...args], how);
    if (code !== 0) this.faults.push(`till ${args.join(" ")} exited with ${code}: ${output}`);
    return output;
  }

  /** Stops the programs, and reports those that ended before, and requests that got a 500. */
  async stopPrograms(): Promise<void> {
    const stopped = [...this.#webs, ...this.#workers].map(({ program }) => program.stop());
    for (const end of await Promise.allSettled(stopped)) {
      if (end.status === "rejected") this.faults.push(`${end.reason}`);
    }
    for (const name of fs.readdirSync(this.parts.folder).filter((it) => it.startsWith("web-"))) {
      const text = fs.readFileSync(path.join(this.parts.folder, name), "utf8");
      const lines = text.split("\n").filter((line) => line.includes('"status":500'));
      const some = lines.slice(0, 3).join("\n");
      if (lines.length > 0) this.faults.push(`${lines.length} requests got a 500:\n${some}`);
    }
  }

  async stop(): Promise<void> {
    await this.parts.balancer.stop();
    await this.parts.pooler.stop();
    await this.parts.pair.stop();
  }
}
