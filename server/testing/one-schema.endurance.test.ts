// All tables and statements of an installation belong to the schema that its URL names, so that a
// database may hold several, or Citus place them on different machines.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#setup/free-port";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { spawnTill } from "#testing/till";
import { type Program, startProgram } from "#testing/world/programs";

const ORDERS = 10;
const programs: Program[] = [];
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-schemas-"));
  database = await emptyDatabase();
});

afterAll(async () => {
  for (const program of programs) await program.kill();
  await database.drop();
  fs.rmSync(folder, { recursive: true });
}, 60_000);

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

class Installation {
  readonly #env: Record<string, string>;
  readonly #folder: string;

  constructor(schema: string) {
    const url = new URL(database.url);
    url.searchParams.set("options", `-c search_path=${schema}`);
    this.#env = { DATABASE_URL: url.href, CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off" };
    this.#folder = path.join(folder, schema);
    fs.mkdirSync(this.#folder);
  }

  async till(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await spawnTill(this.#folder, [...args, "--json"], this.#env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  async start(file: string, ready: RegExp, more: Record<string, string> = {}): Promise<void> {
    const output = path.join(this.#folder, `${programs.length}.log`);
    programs.push(await startProgram({ file, ready, output, env: { ...this.#env, ...more } }));
  }

  /** Sells from the catalogue file to the certificate. */
  async sell(): Promise<void> {
    await this.till("migrate");
    await this.till("catalogue", "import", path.resolve("prisma/sandbox-catalogue.json"));
    await this.till("account", "create", "--name", "Shop");
    const key = await this.till("key", "create", "--account", "shop", "--scope", "write");
    const token = /ct_test_\w+/.exec(JSON.stringify(key))?.[0];
    const port = String(await freePort());
    await this.start("server/worker.ts", /The worker is running/);
    await this.start("server/testing/world/api-server.ts", /The API listens/, { PORT: port });
    const send = async (method: string, address: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.status, await response.clone().text()).toBeLessThan(300);
      return response.json();
    };
    await send("POST", "/subaccounts", { name: "By Prisma" });
    for (let n = 0; n < ORDERS; n += 1) await send("POST", "/orders", { amount_kg: 10 + n });
    const fulfilled = async () => {
      const { data } = await send("GET", "/orders?limit=100");
      return data.filter((order: { state: string }) => order.state === "fulfilled").length;
    };
    await expect.poll(fulfilled, { timeout: 60_000 }).toBe(ORDERS);
    expect(await this.till("check")).toMatchObject({ ok: true });
  }
}

it("two installations share a database, and neither uses the schema public", async () => {
  const schemas = ["north", "south"];
  await query(`DROP SCHEMA public; ${schemas.map((name) => `CREATE SCHEMA ${name};`).join("")}`);
  for (const schema of schemas) await new Installation(schema).sell();
  for (const program of programs) expect(program.hasEnded()).toBe(false);
  const counts = schemas.map((name) => `SELECT count(*)::int AS orders FROM ${name}.orders`);
  expect(await query(counts.join(" UNION ALL "))).toEqual([{ orders: ORDERS }, { orders: ORDERS }]);
}, 180_000);
