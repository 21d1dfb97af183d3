// The embedded PostgreSQL: created, started or adopted, and stopped when no one needs it.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";
import { withFileLock } from "./file-lock.mjs";
import { freePort } from "./free-port";
import { bareEnv, type Cluster, openCluster } from "./postgres-cluster";
import { keepConnected } from "./postgres-keeper";

const run = promisify(execFile);
const DATABASE = "carbon_till";
/** Messages that appear while another start or a killed server is still in the way. */
const WORTH_A_RETRY = /pre-existing shared memory|lock file ".*" already exists/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;
/** Attempts to get the former port, which existing connections use. */
const SAME_PORT_TRIES = 4;

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server unless another client is connected. */
  stop(): Promise<void>;
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Returns true if a server of this cluster responds at `port`. */
async function responds(cluster: Cluster, port: number): Promise<boolean> {
  try {
    return await withClient(urlOf(cluster, port, "postgres"), async (client) => {
      const { rows } = await client.query("SELECT current_setting('data_directory') AS folder");
      return fs.realpathSync(rows[0].folder) === fs.realpathSync(cluster.data);
    });
  } catch (error) {
    if (codeOf(error) !== "28P01") return false;
    throw new Error(
      `PostgreSQL in ${cluster.data} rejects the password in ${cluster.folder}/password. Restore the ` +
        "right one, or move both away to start with an empty database.",
    );
  }
}

/** Returns true if process `pid` is a PostgreSQL of this data folder, not a reused number. */
async function serves(pid: number, data: string): Promise<boolean> {
  try {
    if (process.platform === "linux") {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data);
    }
    if (process.platform === "win32") return process.kill(pid, 0);
    const { stdout } = await run("ps", ["-o", "args=", "-p", String(pid)]);
    return stdout.includes(data);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Returns the running server's port. Waits for one that is starting, recovering or stopping. */
async function adopt(cluster: Cluster, log: Log): Promise<number | null> {
  const pidFile = path.join(cluster.data, "postmaster.pid");
  for (let tries = 1; ; tries += 1) {
    const lines = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, "utf8").split("\n") : [];
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    if (!pid) return null;
    if (port && (await responds(cluster, port))) return port;
    if (!(await serves(pid, cluster.data))) {
      // PostgreSQL takes any process of that number for a running server. Without one, it needs the
      // file to see that processes of a killed server are still ending.
      if (isAlive(pid)) fs.rmSync(pidFile, { force: true });
      return null;
    }
    if (tries % 100 === 0) {
      log.info({ event: "postgres.waiting", server: pid }, "waiting for PostgreSQL to be ready");
    }
    if (tries > 3000) {
      throw new Error(
        `PostgreSQL (process ${pid}) does not respond. See ${cluster.folder}/log, or end it.`,
      );
    }
    await sleep(100);
  }
}

function settings(port: number, durable: boolean): string[] {
  const given = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // The app reports failed statements without their values.
    log_min_messages: "log",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function tail(file: string): string {
  return fs.readFileSync(file, "utf8").trim().split("\n").slice(-8).join("\n");
}

interface Launch {
  cluster: Cluster;
  durable: boolean;
  log: Log;
}

/** Tries to start the server once; a retry may succeed. */
async function launchOnce(
  { cluster, durable, log }: Launch,
  port: number,
): Promise<"started" | "blocked" | "port taken"> {
  const logFile = path.join(cluster.folder, "log");
  if (fs.existsSync(logFile)) fs.renameSync(logFile, `${logFile}.1`);
  const output = fs.openSync(logFile, "w");
  const args = ["-D", cluster.data, ...settings(port, durable)];
  const child = spawn(path.join(cluster.bin, "postgres"), args, {
    ...cluster.as,
    cwd: cluster.folder,
    env: bareEnv(),
    // Neither Ctrl-C nor the end of the app reaches its session.
    detached: true,
    stdio: ["ignore", output, output],
    windowsHide: true,
  });
  fs.closeSync(output);
  const ended = new Promise<false>((resolve) => {
    child.once("exit", () => resolve(false));
    child.once("error", () => resolve(false));
  });
  child.unref();
  for (let tries = 1; child.exitCode === null && child.signalCode === null; tries += 1) {
    // Another server at this port may accept connections and never respond.
    const isReady = Promise.race([responds(cluster, port), ended]);
    if (child.pid === undefined || (await isReady)) break;
    if (tries % 200 === 0) {
      log.info({ event: "postgres.starting" }, "PostgreSQL is starting; recovery takes a while");
    }
    await Promise.race([sleep(30), ended]);
  }
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    return "started";
  }
  const reason = tail(logFile);
  if (PORT_TAKEN.test(reason)) return "port taken";
  if (WORTH_A_RETRY.test(reason)) return "blocked";
  throw new Error(`PostgreSQL did not start:\n${reason}\nSee ${logFile}.`);
}

/** Starts the server, at its former port if possible. */
async function launch(how: Launch, formerPort?: number): Promise<number> {
  let takenTries = 0;
  for (let tries = 1; tries <= 60; tries += 1) {
    const isFormer = formerPort !== undefined && takenTries < SAME_PORT_TRIES;
    const port = isFormer ? formerPort : await freePort();
    const outcome = await launchOnce(how, port);
    if (outcome === "started") return port;
    if (outcome === "port taken") takenTries += 1;
    await sleep(250);
    const adopted = await adopt(how.cluster, how.log);
    if (adopted !== null) return adopted;
  }
  throw new Error(`PostgreSQL did not start:\n${tail(path.join(how.cluster.folder, "log"))}`);
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  await withClient(urlOf(cluster, port, "postgres"), async (client) => {
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/** Closed connections take a moment to disappear, so this checks for two seconds. */
async function hasOtherClients(url: string): Promise<boolean> {
  const sql =
    "SELECT count(*)::int AS others FROM pg_stat_activity " +
    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  return withClient(url, async (client) => {
    for (let tries = 0; tries < 40; tries += 1) {
      const { rows } = await client.query(sql);
      if (rows[0].others === 0) return false;
      await sleep(50);
    }
    return true;
  });
}

async function stopIfAlone(cluster: Cluster, port: number, log: Log): Promise<void> {
  const url = urlOf(cluster, port, "postgres");
  if (!(await responds(cluster, port))) return;
  if (await hasOtherClients(url)) {
    log.info({ event: "postgres.left_running" }, "PostgreSQL left running for its other clients");
    return;
  }
  const args = ["stop", "-D", cluster.data, "-m", "fast", "-w", "-t", "60"];
  const options = { ...cluster.as, cwd: cluster.folder, env: bareEnv() };
  await run(path.join(cluster.bin, "pg_ctl"), args, options);
}

function makeFolder(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    fs.accessSync(dataDir, fs.constants.W_OK);
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `The folder ${path.resolve(dataDir)} is not writable. Run as its owner, or set ` +
        "CT_DATA_DIR to another folder.",
      { cause: error },
    );
  }
}

interface Options {
  dataDir: string;
  durable?: boolean;
  log: Log;
  /** Called if a lost server was started again on another port. */
  onMoved?: (url: string) => void;
  /** Called if a lost server could not be started again. */
  onLost?: (error: Error) => void;
}

/**
 * Starts or finds the PostgreSQL of `dataDir`. Concurrent starts share one server. Until `stop`,
 * the first app that notices its loss starts it again.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { durable = true, log, onMoved = () => {}, onLost = () => {} } = options;
  const folder = makeFolder(options.dataDir);
  const lock = path.join(folder, "lock");
  const wait = () =>
    log.info({ event: "postgres.start_waiting" }, "waiting for another start of this PostgreSQL");
  const find = async (formerPort?: number) => {
    const cluster = await openCluster(folder, durable, log);
    const adopted = await adopt(cluster, log);
    const port = adopted ?? (await launch({ cluster, durable, log }, formerPort));
    await ensureDatabase(cluster, port);
    return { cluster, port, url: urlOf(cluster, port, DATABASE) };
  };
  return withFileLock(
    lock,
    async () => {
      let server = await find();
      const { url } = server;
      const restore = async () => {
        // Never replaces lost data with an empty database.
        const { data } = server.cluster;
        if (!fs.existsSync(data)) throw new Error(`The database in ${data} is gone.`);
        server = await withFileLock(lock, () => find(server.port), wait);
        return server.url;
      };
      const keeper = await keepConnected({ url, restore, onMoved, onLost, log });
      let stopped: Promise<void> | undefined;
      const stop = async () => {
        await keeper.end();
        const { cluster, port } = server;
        if (fs.existsSync(folder)) await withFileLock(lock, () => stopIfAlone(cluster, port, log));
      };
      return {
        url,
        stop: () => {
          stopped ??= stop();
          return stopped;
        },
      };
    },
    wait,
  );
}
