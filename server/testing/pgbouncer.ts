import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { log } from "#core/log";
import { awaitDatabase } from "#setup/database-connection";
import { freePort } from "#setup/free-port";

/** Version such as "1.18.0"; null if PgBouncer is not installed. */
export function pgbouncerVersion(): string | null {
  try {
    const text = execFileSync("pgbouncer", ["--version"], { encoding: "utf8" });
    return /PgBouncer (\d+\.\d+\.\d+)/.exec(text)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Returns true if PgBouncer recreates named statements on the next connection. */
export function keepsPreparedStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 1 || minor >= 21;
}

/** The user to run as when this process is root, which PgBouncer and PostgreSQL refuse. */
export function unprivileged(user: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, user])));
  return { uid, gid };
}

/** Lines that name the server of `url`, which `till` and other database names lead to. */
function databasesOf(url: string): string[] {
  const { hostname, port, username, password, pathname } = new URL(url);
  const place = `host=${hostname} port=${port}`;
  const who = `user=${username}${password && ` password=${password}`}`;
  const till = `till = ${place} dbname=${pathname.slice(1)} ${who}`;
  return ["[databases]", till, `* = ${place} ${who}`];
}

/**
 * Starts PgBouncer in front of `url`, with few connections shared by many clients. It serves the
 * server's other databases under their own names.
 */
export async function startPgbouncer(url: string, settings: Record<string, string> = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-pgbouncer-"));
  const listenPort = await freePort();
  const given = {
    listen_addr: "127.0.0.1",
    listen_port: listenPort,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 3,
    max_client_conn: 200,
    max_prepared_statements: 200,
    ...settings,
  };
  const isKnown = keepsPreparedStatements(pgbouncerVersion() ?? "");
  const lines = Object.entries(given)
    .filter(([name]) => name !== "max_prepared_statements" || isKnown)
    .map(([name, value]) => `${name} = ${value}`);
  const file = path.join(folder, "pgbouncer.ini");
  const configure = (server: string) =>
    fs.writeFileSync(file, `${[...databasesOf(server), "[pgbouncer]", ...lines].join("\n")}\n`);
  configure(url);
  fs.chmodSync(folder, 0o755);
  const child = spawn("pgbouncer", ["--quiet", file], {
    ...unprivileged("nobody"),
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const address = `postgresql://anybody@127.0.0.1:${listenPort}/till`;
  await awaitDatabase(address, { ...log, warn: () => undefined });
  return {
    url: address,
    /** Leads to another server from now on, as an operator or Patroni does after a failover. */
    pointTo(server: string) {
      configure(server);
      child.kill("SIGHUP");
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      fs.rmSync(folder, { recursive: true });
    },
  };
}
