// A primary and its streaming replica, without pg_basebackup: both begin as one empty cluster.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { awaitDatabase } from "#setup/database-connection";
import { freePort } from "#setup/free-port";
import { migrate } from "#setup/migrations";
import { bareEnv, type Cluster, openCluster } from "#setup/postgres-cluster";

const quiet = { ...log, info: () => undefined, warn: () => undefined };
const DATABASE = "till";

export interface Server {
  url: string;
  /** Runs a statement outside of all pools, in the database `till`. */
  run(text: string): Promise<Record<string, unknown>[]>;
  kill(): Promise<void>;
}

function urlOf({ password }: Cluster, port: number, name: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`;
}

async function startServer(cluster: Cluster, data: string, settings: Record<string, string>) {
  const port = await freePort();
  const all = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    wal_keep_size: "256MB",
    shared_buffers: "32MB",
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const output = fs.openSync(`${data}.log`, "w");
  const child = spawn(path.join(cluster.bin, "postgres"), ["-D", data, ...args], {
    ...cluster.as,
    cwd: cluster.folder,
    env: bareEnv(),
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  await awaitDatabase(urlOf(cluster, port, "postgres"), quiet);
  return { port, child };
}

async function killServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // Ends all its processes at once, as a crash does.
  child.kill("SIGQUIT");
  await ended;
}

function serverOf(cluster: Cluster, { port, child }: { port: number; child: ChildProcess }) {
  const url = urlOf(cluster, port, DATABASE);
  const run = (text: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    });
  return { url, run, kill: () => killServer(child) };
}

/** Starts both, with a migrated database that the replica has, too. */
export async function startReplicated(): Promise<{
  primary: Server;
  replica: Server;
  stop(): Promise<void>;
}> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-replicated-"));
  fs.chmodSync(folder, 0o755);
  const cluster = await openCluster(folder, false, quiet);
  const copy = path.join(cluster.folder, "replica");
  fs.cpSync(cluster.data, copy, { recursive: true });
  fs.writeFileSync(path.join(copy, "standby.signal"), "");
  const { uid, gid } = cluster.as;
  for (const name of [".", ...fs.readdirSync(copy, { recursive: true, encoding: "utf8" })]) {
    if (uid !== undefined && gid !== undefined) fs.chownSync(path.join(copy, name), uid, gid);
  }
  fs.chmodSync(copy, 0o700);
  const first = await startServer(cluster, cluster.data, {});
  const source = `host=127.0.0.1 port=${first.port} user=postgres password=${cluster.password}`;
  // In a file, so that tests can change it.
  fs.appendFileSync(path.join(copy, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  const second = await startServer(cluster, copy, {});
  const [primary, replica] = [serverOf(cluster, first), serverOf(cluster, second)];
  await withClient(urlOf(cluster, first.port, "postgres"), (client) =>
    client.query(`CREATE DATABASE ${DATABASE}`),
  );
  await migrate(primary.url, quiet);
  return {
    primary,
    replica,
    async stop() {
      await Promise.all([primary.kill(), replica.kill()]);
      for (const place of [folder, cluster.folder])
        fs.rmSync(place, { recursive: true, force: true });
    },
  };
}
