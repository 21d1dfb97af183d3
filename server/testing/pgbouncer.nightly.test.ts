// Behind PgBouncer in transaction mode the product starts, sells, and leaves no state on shared
// connections.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { env } from "#core/env";
import { log } from "#core/log";
import { connectDirectly } from "#setup/database-connection";
import { freePort } from "#setup/free-port";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { keepsPreparedStatements, pgbouncerVersion, startPgbouncer } from "#testing/pgbouncer";
import { spawnTill } from "#testing/till";
import { type Program, startProgram } from "#testing/world/programs";

const version = pgbouncerVersion();
const title = version ? `behind PgBouncer ${version}` : "behind PgBouncer, which is not installed";
const ORDERS = 60;

describe.skipIf(!version)(title, () => {
  let direct: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  let folder: string;
  const programs: Program[] = [];
  const variables = ["DATABASE_URL", "DATABASE_DIRECT_URL", "CT_PREPARED"] as const;
  const former = variables.map((name) => process.env[name]);

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-behind-"));
    direct = await emptyDatabase();
    pooler = await startPgbouncer(direct.url);
    // Read by the programs that this test starts.
    process.env["DATABASE_URL"] = pooler.url;
    process.env["DATABASE_DIRECT_URL"] = direct.url;
    process.env["CT_PREPARED"] = keepsPreparedStatements(version ?? "") ? "1" : "0";
  }, 60_000);

  afterAll(async () => {
    for (const program of programs) await program.kill();
    await pooler?.stop();
    await direct?.drop();
    for (const [index, name] of variables.entries()) {
      if (former[index] === undefined) delete process.env[name];
      else process.env[name] = former[index];
    }
    fs.rmSync(folder, { recursive: true });
  }, 60_000);

  async function start(file: string, ready: RegExp, more: Record<string, string> = {}) {
    const output = path.join(folder, `${programs.length}.log`);
    programs.push(
      await startProgram({ file, ready, output, env: { CT_LOG_LEVEL: "warn", ...more } }),
    );
  }

  async function till(...args: string[]) {
    const { code, stdout, stderr } = await spawnTill(process.cwd(), [...args, "--json"]);
    expect(stderr.replace(/^\{.*\}$/gm, "").trim()).toBe("");
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  it("migrates, starts workers, places and matches orders, and keeps the ledger consistent", async () => {
    await start("server/worker.ts", /The worker is running/);
    await start("server/worker.ts", /The worker is running/);
    await till("catalogue", "import", "prisma/sandbox-catalogue.json");
    await till("account", "create", "--name", "Behind");
    const key = await till("key", "create", "--account", "behind", "--scope", "write");
    const port = await freePort();
    const api = { PORT: String(port), CT_RATE_LIMIT: "off" };
    await start("server/testing/world/api-server.ts", /The API listens/, api);
    const token = JSON.stringify(key).match(/ct_test_\w+/)?.[0];
    const send = async (method: string, url: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status, await response.clone().text()).toBeLessThan(300);
      return response.json();
    };
    const portfolios = await send("GET", "/portfolios");
    const portfolioId = portfolios.data[0].id;
    await Promise.all(
      Array.from({ length: ORDERS }, (_, index) =>
        send("POST", "/orders", { amount_kg: 1 + index, portfolio_id: portfolioId }),
      ),
    );
    await send("POST", "/subaccounts", { name: "In a transaction by Prisma" });
    const fulfilled = async () => {
      const { data } = await send("GET", "/orders?limit=100");
      return data.filter((order: { state: string }) => order.state === "fulfilled").length;
    };
    await expect.poll(fulfilled, { timeout: 60_000 }).toBe(ORDERS);
    expect(await till("check")).toMatchObject({ ok: true });
    for (const program of programs) expect(program.hasEnded()).toBe(false);
    for (const name of fs.readdirSync(folder)) {
      expect(fs.readFileSync(path.join(folder, name), "utf8")).not.toMatch(/"level":[56]0/);
    }
  }, 180_000);

  it("limits the time of every statement, and leaves no limit on shared connections", async () => {
    const { CT_PREPARED: before } = env;
    env.CT_PREPARED = process.env["CT_PREPARED"] === "1";
    const db = openDatabase(pooler.url, { max: 10, isPooled: true });
    const limits = {
      name: "test-limits",
      text: "SELECT current_setting('statement_timeout') AS is",
    };
    try {
      for (let round = 0; round < 20; round += 1) {
        const results = await Promise.all([
          db.query(limits, []),
          withDatabaseUse("long", () => db.query(limits, [])),
          db.sqlTransaction((sql) => sql.query(limits, [])),
          db.transaction((tx) => tx.query(limits, [])),
          withDatabaseUse("background", () => db.prisma.$queryRawUnsafe(limits.text)),
        ]);
        const is = results.map((rows) => (rows as { is: string }[])[0]?.is);
        expect(is).toEqual(["15s", "1h", "15s", "15s", "5min"]);
      }
    } finally {
      await db.close();
      env.CT_PREPARED = before;
    }
    const stranger = new pg.Client({ connectionString: pooler.url });
    await stranger.connect();
    for (let turn = 0; turn < 20; turn += 1) {
      const { rows } = await stranger.query(limits.text);
      expect(rows).toEqual([{ is: "0" }]);
    }
    await stranger.end();
    const own = new pg.Client({ connectionString: direct.url });
    await own.connect();
    const locks =
      "SELECT * FROM pg_locks WHERE locktype = 'advisory' AND database = " +
      "(SELECT oid FROM pg_database WHERE datname = current_database())";
    expect((await own.query(locks)).rows).toEqual([]);
    await own.end();
  }, 60_000);

  it("is recognized if DATABASE_DIRECT_URL is missing, even if it ignores unknown startup parameters", async () => {
    const message = /A connection pooler stands between.*DATABASE_DIRECT_URL/;
    const named = { application_name: "test" };
    await expect(connectDirectly(pooler.url, log, named)).rejects.toThrow(message);
    const names = "lock_timeout,statement_timeout,idle_in_transaction_session_timeout";
    const lenient = await startPgbouncer(direct.url, { ignore_startup_parameters: names });
    await expect(connectDirectly(lenient.url, log, named)).rejects.toThrow(message);
    await lenient.stop();
    delete process.env["DATABASE_DIRECT_URL"];
    process.env["CT_MIGRATE"] = "0";
    const { code, stderr } = await spawnTill(process.cwd(), ["check"]);
    delete process.env["CT_MIGRATE"];
    process.env["DATABASE_DIRECT_URL"] = direct.url;
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  }, 60_000);
});
