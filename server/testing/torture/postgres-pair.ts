// A primary and its synchronous replica, of the PostgreSQL that is installed on this machine.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { awaitDatabase } from "#setup/database-connection";
import { freePort } from "#setup/free-port";
import { bareEnv } from "#setup/postgres-cluster";
import { unprivileged } from "#testing/pgbouncer";

const PROGRAMS = ["initdb", "postgres", "pg_basebackup"];
/** Debian's folder of them, by version. */
const DEBIAN = "/usr/lib/postgresql";
const quiet = { ...log, info: () => undefined, warn: () => undefined };

/** Returns the folder of PostgreSQL's programs, newest version first; null without them. */
export function findPostgres(): string | null {
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newest.map((version) => path.join(DEBIAN, version, "bin"));
  const all = [...folders, ...(process.env["PATH"] ?? "").split(path.delimiter)];
  const hasAll = (folder: string) => PROGRAMS.every((it) => fs.existsSync(path.join(folder, it)));
  return all.find(hasAll) ?? null;
}

/** SIGKILLs a process and its children, which cannot clean up or start others in between. */
function killTree(child: ChildProcess): void {
  process.kill(child.pid ?? 0, "SIGSTOP");
  const children = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  for (const pid of children.trim().split(" ")) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  child.kill("SIGKILL");
}

interface Place {
  /** Folder of PostgreSQL's programs. */
  bin: string;
  name: string;
  port: number;
  folder: string;
}

/** One of the two servers. */
class Server {
  readonly place: Place;
  readonly url: string;
  readonly #data: string;
  #process: ChildProcess | undefined;

  constructor(place: Place) {
    this.place = place;
    this.#data = path.join(place.folder, place.name);
    this.url = `postgresql://postgres@127.0.0.1:${place.port}/till`;
  }

  async #execute(program: string, args: readonly string[]): Promise<void> {
    const how = { ...unprivileged("postgres"), cwd: this.place.folder, env: bareEnv() };
    await promisify(execFile)(path.join(this.place.bin, program), ["-D", this.#data, ...args], how);
  }

  create(): Promise<void> {
    return this.#execute("initdb", ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]);
  }

  /** Copies the primary, and follows it once started. */
  async copy(primary: Server): Promise<void> {
    fs.rmSync(this.#data, { recursive: true, force: true });
    const from = ["-h", "127.0.0.1", "-p", String(primary.place.port), "-U", "postgres"];
    const how = ["--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream"];
    await this.#execute("pg_basebackup", [...from, ...how]);
  }

  async start(): Promise<void> {
    const settings = {
      port: this.place.port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      // The replica's name in synchronous_standby_names.
      cluster_name: this.place.name,
      wal_keep_size: "256MB",
      hot_standby_feedback: "on",
      shared_buffers: "128MB",
      max_connections: 100,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const output = fs.openSync(`${this.#data}.log`, "a");
    this.#process = spawn(path.join(this.place.bin, "postgres"), ["-D", this.#data, ...args], {
      ...unprivileged("postgres"),
      cwd: this.place.folder,
      env: bareEnv(),
      stdio: ["ignore", output, output],
    });
    fs.closeSync(output);
    await awaitDatabase(this.url.replace(/till$/, "postgres"), quiet);
  }

  /** Runs a statement outside of all pools. */
  run(text: string, database = "till"): Promise<Record<string, unknown>[]> {
    return withClient(this.url.replace(/till$/, database), async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    });
  }

  async setSynchronous(standby: string, database = "till"): Promise<void> {
    await this.run(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`, database);
    await this.run("SELECT pg_reload_conf()", database);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    killTree(child);
    await ended;
  }
}

/** The primary waits for its replica before it acknowledges a commit, and is replaced by it. */
export class PostgresPair {
  #primary: Server;
  #replica: Server;

  private constructor(primary: Server, replica: Server) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /** Starts both, with an empty database `till`. */
  static async start(bin: string, folder: string): Promise<PostgresPair> {
    const home = path.join(folder, "postgres");
    fs.mkdirSync(home);
    fs.chmodSync(folder, 0o755);
    const as = unprivileged("postgres");
    if (as) fs.chownSync(home, as.uid, as.gid);
    const [one, two] = [
      new Server({ bin, name: "one", port: await freePort(), folder: home }),
      new Server({ bin, name: "two", port: await freePort(), folder: home }),
    ];
    await one.create();
    await one.start();
    await one.run("CREATE DATABASE till", "postgres");
    const pair = new PostgresPair(one, two);
    await pair.rebuildReplica();
    return pair;
  }

  get primary(): Server {
    return this.#primary;
  }

  get replica(): Server {
    return this.#replica;
  }

  /** Names both servers. */
  get url(): string {
    const hosts = [this.#primary, this.#replica]
      .map(({ place }) => `127.0.0.1:${place.port}`)
      .join(",");
    return `postgresql://postgres@${hosts}/till`;
  }

  /**
   * SIGKILLs the primary and promotes its replica. Until `rebuildReplica`, that one waits
   * for no replica.
   */
  async failOver(): Promise<void> {
    const [former, next] = [this.#primary, this.#replica];
    await former.kill();
    await next.setSynchronous("");
    await next.run("SELECT pg_promote()");
    this.#primary = next;
    this.#replica = former;
  }

  /** Copies the primary to the other server, and makes it wait for that one from now on. */
  async rebuildReplica(): Promise<void> {
    const [primary, replica] = [this.#primary, this.#replica];
    await replica.copy(primary);
    await replica.start();
    await primary.setSynchronous(replica.place.name);
    const state = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await primary.run(state)).length === 0) await sleep(50);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#primary.kill(), this.#replica.kill()]);
  }
}
