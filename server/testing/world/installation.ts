// Servers and workers of one installation, which are killed and replaced while clients use them.
import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#setup/free-port";
import { type Send, sendTo } from "#testing/world/clients";
import { cutConnection, type Freeze } from "#testing/world/killing";
import { type Program, startProgram } from "#testing/world/programs";

export interface InstallationSize {
  servers: number;
  workers: number;
  /** Number of servers, and of workers, to kill. */
  kills: number;
  /** Number of database connections to cut. */
  cuts: number;
  /** Folder for log files. */
  folder: string;
}

/** A program with a name, and a way to replace it. */
export interface Member {
  name: string;
  port: number;
  program: Program;
  start(): Promise<Program>;
}

/** Moments at which to kill: at a random one without `worker` or `server`. */
interface Moments {
  worker?: Freeze | undefined;
  server?: Freeze | undefined;
}

export async function memberOf({ name, port, start }: Omit<Member, "program">): Promise<Member> {
  return { name, port, start, program: await start() };
}

async function startServer(folder: string): Promise<Member> {
  const port = await freePort();
  const env = { PORT: String(port), CT_RATE_LIMIT: "off", CT_LOG_LEVEL: "fatal" };
  const output = path.join(folder, `api-server-${port}.log`);
  const file = "server/testing/world/api-server.ts";
  const start = () => startProgram({ file, env, ready: /The API listens/, output });
  return memberOf({ name: "server", port, start });
}

/** Starts a worker with its own application name in the database. */
export function startWorkerMember(
  name: string,
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Promise<Member> {
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.searchParams.set("application_name", name);
  const start = () =>
    startProgram({
      file: "server/worker.ts",
      env: { DATABASE_URL: url.href, CT_LOG_LEVEL: "info", ...env },
      ready: /The worker is running/,
      output: path.join(folder, `${name}.log`),
    });
  return memberOf({ name, port: 0, start });
}

export class Installation {
  /** Output of programs that ended by themselves. */
  readonly faults: string[] = [];
  readonly counts = { kills: 0, serverHits: 0, workerHits: 0, cuts: 0 };
  /** The run is over: nothing is cut or sent anymore. */
  isOver = false;
  readonly #size: InstallationSize;
  readonly #servers: Member[];
  readonly #workers: Member[];
  #admitted = 0;
  #turn = 0;

  private constructor(size: InstallationSize, servers: Member[], workers: Member[]) {
    this.#size = size;
    this.#servers = servers;
    this.#workers = workers;
  }

  /** Starts all programs; `env` is for the workers. */
  static async start(
    size: InstallationSize,
    env: Record<string, string> = {},
  ): Promise<Installation> {
    const { folder } = size;
    const workers = Array.from({ length: size.workers }, (_, nth) =>
      startWorkerMember(`torture-worker-${nth}`, { folder, env }),
    );
    const servers: Member[] = [];
    while (servers.length < size.servers) servers.push(await startServer(folder));
    return new Installation(size, servers, await Promise.all(workers));
  }

  /** Origin of the next server in turn. */
  origin = (): string => {
    this.#turn += 1;
    return `http://127.0.0.1:${this.#servers[this.#turn % this.#servers.length]?.port}`;
  };

  /** Sends requests to one server after the other. */
  readonly send: Send = sendTo(this.origin);

  /** Waits until the nth client may start: kills are spread over all clients. */
  async admit(nth: number): Promise<void> {
    while (nth >= this.#admitted) await sleep(10);
  }

  /**
   * Kills a worker and a server per round, and replaces them. Before each round it admits some of
   * the clients, so that each kill hits some of them.
   */
  async killAll(clients: number, momentsOf: (round: number) => Moments | Promise<Moments>) {
    const { kills } = this.#size;
    for (; this.counts.kills < kills; this.counts.kills += 1) {
      const round = this.counts.kills;
      this.#admitted = Math.ceil((clients * (round + 1)) / (kills + 1));
      const { worker, server } = await momentsOf(round);
      const [serverHit, workerHit] = await Promise.all([
        this.#killOne(this.#servers, server),
        this.#killOne(this.#workers, worker),
      ]);
      if (serverHit) this.counts.serverHits += 1;
      if (workerHit) this.counts.workerHits += 1;
    }
    this.#admitted = clients;
  }

  /** Kills workers, and servers, as fast as they can be replaced. */
  async killFast(workerAt: (round: number) => Freeze | undefined = () => undefined) {
    const { counts } = this;
    const { kills } = this.#size;
    const killServers = async () => {
      for (let nth = 0; nth < kills; nth += 1) await this.#killOne(this.#servers);
    };
    const killWorkers = async () => {
      for (; counts.kills < kills; counts.kills += 1) {
        if (await this.#killOne(this.#workers, workerAt(counts.kills))) counts.workerHits += 1;
      }
    };
    await Promise.all([killServers(), killWorkers()]);
  }

  /** Kills with SIGKILL, once `freeze` returns. Returns what it returned. */
  async #killOne(members: readonly Member[], freeze?: Freeze): Promise<boolean> {
    const member = members[randomInt(members.length || 1)];
    if (!member) return false;
    if (!freeze) await sleep(randomInt(0, 250));
    const wasHit = !member.program.hasEnded() && ((await freeze?.(member)) ?? false);
    await member.program.kill();
    if (!member.program.wasKilled()) this.faults.push(member.program.exitReport());
    member.program = await member.start();
    return wasHit;
  }

  /** Cuts random database connections, until all cuts are made or the run is over. */
  async cutConnections(): Promise<void> {
    while (this.counts.cuts < this.#size.cuts && !this.isOver) {
      if (await cutConnection()) this.counts.cuts += 1;
    }
  }

  /** Stops everything, the workers with SIGTERM. Returns all faults of programs. */
  async stop(): Promise<string[]> {
    await Promise.all(this.#servers.map(({ program }) => program.kill()));
    const ends = await Promise.allSettled(this.#workers.map(({ program }) => program.stop()));
    const errors = ends.flatMap((end) => ("reason" in end ? [`${end.reason}`] : []));
    return [...errors, ...this.faults];
  }
}
