import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { log } from "#core/log";
import { isAlive } from "#testing/is-alive";
import { type EmbeddedPostgres, startPostgres } from "./embedded-postgres";
import { withFileLock } from "./file-lock.mjs";

let folder: string;
let started: EmbeddedPostgres[];
let clients: pg.Client[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-postgres-"));
  // Readable by PostgreSQL's user, like any checkout.
  fs.chmodSync(folder, 0o755);
  started = [];
  clients = [];
});

afterEach(async () => {
  for (const client of clients) await client.end().catch(() => {});
  for (const server of started) await server.stop();
  const pointer = path.join(folder, "moved-to");
  if (fs.existsSync(pointer)) {
    fs.rmSync(fs.readFileSync(pointer, "utf8").trim(), { recursive: true, force: true });
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

type Listeners = Pick<Parameters<typeof startPostgres>[0], "onMoved" | "onLost">;

async function start(durable = false, listeners: Listeners = {}): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: folder, durable, log, ...listeners });
  started.push(server);
  return server;
}

async function connect(server: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

async function sqlResult(server: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = await connect(server);
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}

const startedAt = (server: EmbeddedPostgres) =>
  sqlResult(server, "SELECT pg_postmaster_start_time()::text");

/** Starts another app on the same folder; resolves when its server is ready. */
async function startApp(): Promise<{ app: ChildProcess; server: EmbeddedPostgres }> {
  const script = `
    const { startPostgres } = await import("#setup/embedded-postgres");
    const { log } = await import("#core/log");
    const options = { dataDir: ${JSON.stringify(folder)}, durable: false, log };
    const server = await startPostgres(options);
    process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
    process.send(server.url);`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const app = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [url] = await Promise.race([
    once(app, "message"),
    once(app, "exit").then(() => Promise.reject(new Error("The app ended early."))),
  ]);
  return { app, server: { url, stop: async () => {} } };
}

async function end(app: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(app, "exit");
  app.kill(signal);
  await ended;
}

function postmaster(): number {
  const pointer = path.join(folder, "moved-to");
  const home = fs.existsSync(pointer) ? fs.readFileSync(pointer, "utf8").trim() : folder;
  return Number(fs.readFileSync(path.join(home, "data/postmaster.pid"), "utf8").split("\n")[0]);
}

test("a first start creates a UTF-8 cluster that needs loopback and its password", async () => {
  const server = await start();
  expect(await sqlResult(server, "SHOW server_encoding")).toBe("UTF8");
  expect(await sqlResult(server, "SELECT DISTINCT datcollate FROM pg_database")).toBe("C");
  expect(await sqlResult(server, "SHOW listen_addresses")).toBe("127.0.0.1");
  expect(await sqlResult(server, "SHOW unix_socket_directories")).toBe("");
  expect(fs.statSync(path.join(folder, "password")).mode & 0o777).toBe(0o600);
  const wrong = { url: server.url.replace(/:[\w-]+@/, ":wrong@"), stop: server.stop };
  await expect(connect(wrong)).rejects.toThrow(/password authentication failed/);
});

test("a second start uses the running server, and its stop leaves it running", async () => {
  const first = await start();
  const since = await startedAt(first);
  const second = await start();
  expect(await startedAt(second)).toBe(since);
  await second.stop();
  expect(await startedAt(first)).toBe(since);
});

test("concurrent starts get one server", async () => {
  const servers = await Promise.all([start(), start(), start()]);
  const { app, server } = await startApp();
  expect(new Set([...servers, server].map((it) => it.url)).size).toBe(1);
  await end(app, "SIGTERM");
});

test("two apps that create the cluster at the same time get one server", async () => {
  const [one, two] = await Promise.all([startApp(), startApp()]);
  expect(one.server.url).toBe(two.server.url);
  await Promise.all([end(one.app, "SIGTERM"), end(two.app, "SIGTERM")]);
  expect(fs.existsSync(path.join(folder, "data/postmaster.pid"))).toBe(false);
});

test("the server outlives an app that is killed, and the next start uses it", async () => {
  const { app, server } = await startApp();
  const since = await startedAt(server);
  await end(app, "SIGKILL");
  expect(await startedAt(await start())).toBe(since);
});

test("a lock left behind by a killed app does not block others", async () => {
  const { app } = await startApp();
  await end(app, "SIGKILL");
  const lock = { pid: app.pid, began: "unknown", nonce: "left-behind" };
  fs.writeFileSync(path.join(folder, "lock"), JSON.stringify(lock));
  const servers = await Promise.all([start(), start()]);
  expect(servers[0]?.url).toBe(servers[1]?.url);
});

test("committed data survives a killed PostgreSQL", async () => {
  const server = await start(true);
  await sqlResult(server, "CREATE TABLE sample AS SELECT 42 AS value");
  process.kill(postmaster(), "SIGKILL");
  const again = await start();
  expect(await sqlResult(again, "SELECT value FROM sample")).toBe(42);
});

test("a process with the number of a dead PostgreSQL is not mistaken for it", async () => {
  const server = await start();
  await sqlResult(server, "CREATE TABLE sample AS SELECT 42 AS value");
  const file = path.join(folder, "data/postmaster.pid");
  const lines = fs.readFileSync(file, "utf8").split("\n");
  await server.stop();
  fs.writeFileSync(file, [process.ppid, ...lines.slice(1)].join("\n"));
  const again = await start();
  expect(await sqlResult(again, "SELECT value FROM sample")).toBe(42);
});

/** Kills PostgreSQL like the kernel does when memory runs out. */
function killPostgres(): void {
  process.kill(postmaster(), "SIGKILL");
}

test("a killed server is restarted on its port with the committed data", async () => {
  const server = await start(true);
  await sqlResult(server, "CREATE TABLE sample AS SELECT 42 AS value");
  for (let round = 0; round < 2; round += 1) {
    const before = postmaster();
    killPostgres();
    await expect
      .poll(() => sqlResult(server, "SELECT value FROM sample").catch(() => null))
      .toBe(42);
    expect(postmaster()).not.toBe(before);
  }
});

test("one of several apps restarts a killed server, and all continue to use it", async () => {
  const own = await start();
  const [one, two] = await Promise.all([startApp(), startApp()]);
  killPostgres();
  const keepers = `SELECT count(*)::int FROM pg_stat_activity
                   WHERE application_name = 'carbon-till keeper'`;
  await expect.poll(() => sqlResult(own, keepers).catch(() => null)).toBe(3);
  await Promise.all([end(one.app, "SIGTERM"), end(two.app, "SIGTERM")]);
  expect(isAlive(postmaster())).toBe(true);
  await own.stop();
  expect(fs.existsSync(path.join(folder, "data/postmaster.pid"))).toBe(false);
});

test("if a killed server's port is taken, its app gets the new URL", async () => {
  let moved = "";
  const server = await start(true, {
    onMoved: (url) => {
      moved = url;
    },
  });
  await sqlResult(server, "CREATE TABLE sample AS SELECT 42 AS value");
  const stranger = net.createServer();
  await withFileLock(path.join(folder, "lock"), async () => {
    killPostgres();
    const port = Number(new URL(server.url).port);
    await expect
      .poll(() => {
        stranger.listen(port, "127.0.0.1");
        return once(stranger, "listening").then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
  });
  await expect.poll(() => moved, { timeout: 20_000 }).not.toBe("");
  expect(moved).not.toBe(server.url);
  expect(await sqlResult({ ...server, url: moved }, "SELECT value FROM sample")).toBe(42);
  stranger.close();
}, 40_000);

test("a killed server that cannot be restarted is reported and not replaced by an empty one", async () => {
  const reports: string[] = [];
  const { level } = log;
  log.level = "silent";
  await start(false, { onLost: ({ message }) => reports.push(message) });
  const data = path.join(folder, "data");
  const home = fs.existsSync(data)
    ? folder
    : fs.readFileSync(path.join(folder, "moved-to"), "utf8");
  const control = path.join(home.trim(), "data/global/pg_control");
  const content = fs.readFileSync(control);
  fs.writeFileSync(control, Buffer.alloc(content.length));
  killPostgres();
  await expect.poll(() => reports, { timeout: 30_000 }).toHaveLength(1);
  expect(reports[0]).toMatch(/^PostgreSQL was lost and could not be restarted: PostgreSQL did/);
  fs.rmSync(path.join(home.trim(), "data"), { recursive: true });
  log.level = level;
}, 40_000);

test("stop ends the server when no one else is connected", async () => {
  const server = await start();
  const pid = postmaster();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  await server.stop();
});

test("stop leaves the server running while another client is connected", async () => {
  const server = await start();
  const client = await connect(server);
  await server.stop();
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  await (await start()).stop();
  expect(fs.existsSync(path.join(folder, "data/postmaster.pid"))).toBe(false);
});

test("a missing password is an error that says what to do", async () => {
  await (await start()).stop();
  fs.rmSync(path.join(folder, "password"));
  await expect(start()).rejects.toThrow(/password.*is missing. Restore it, or move/);
});

test.runIf(process.getuid?.() === 0)(
  "as root, a folder that only root can enter works, and later starts find its data",
  async () => {
    fs.chmodSync(folder, 0o700);
    const server = await start();
    await sqlResult(server, "CREATE TABLE sample AS SELECT 42 AS value");
    await server.stop();
    expect(await sqlResult(await start(), "SELECT value FROM sample")).toBe(42);
  },
);
