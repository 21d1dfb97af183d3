import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#testing/database";

/** Each start loads the whole program, which takes long on a busy machine. */
const TIMEOUT_MS = 300_000;

let empty: TestDatabase;
let folder: string;

beforeEach(async () => {
  empty = await freshDatabase();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "seed-"));
});
afterEach(async () => {
  await empty.drop();
  await fs.rm(folder, { recursive: true });
});

/** The work of a start, which fills the demo's past in a process of its own. */
const script = `
  import { closeDatabase } from "#core/db";
  import { fillYear, hasUnfilledYear, seed } from "#seed";
  const { lines } = await seed();
  if (await hasUnfilledYear()) await fillYear();
  process.stdout.write(JSON.stringify(lines));
  await closeDatabase();`;

function launch(demo: "0" | "1" | "empty") {
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  return spawn(process.execPath, args, {
    env: {
      ...process.env,
      DATABASE_URL: empty.url,
      CT_DATA_DIR: folder,
      CT_DEMO: demo,
      PORT: "4321",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Returns the lines that a start prints. */
async function start(demo: "0" | "1" | "empty"): Promise<string[]> {
  const child = launch(demo);
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  await once(child, "close");
  return JSON.parse(output);
}

async function count(table: string, what = "*"): Promise<number> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query(`SELECT count(${what})::int AS rows FROM ${table}`);
  await client.end();
  return rows[0].rows;
}

/** A day that was filled twice would have two orders of the same time. */
async function expectOneYear(): Promise<void> {
  expect(await count("audit_entries WHERE action = 'demo.filled'")).toBe(1);
  const orders = await count("orders");
  expect(orders).toBeGreaterThan(100);
  expect(await count("orders", "DISTINCT created_at")).toBe(orders);
  const days = "date_trunc('month', created_at)";
  expect(await count("orders", `DISTINCT ${days}`)).toBeGreaterThanOrEqual(12);
}

test(
  "two concurrent starts complete the demo that a killed one began, and later starts show it again",
  async () => {
    const killed = launch("1");
    const ended = once(killed, "close");
    await expect.poll(() => count("orders"), { timeout: TIMEOUT_MS }).toBeGreaterThan(20);
    killed.kill("SIGKILL");
    await ended;
    expect(await count("audit_entries WHERE action = 'demo.filled'")).toBe(0);
    const [lines, others] = await Promise.all([start("1"), start("1")]);
    expect(others).toEqual(lines);
    expect(await start("1")).toEqual(lines);
    expect(await count("accounts")).toBe(4);
    expect(await count("people")).toBe(1);
    expect(await count("projects")).toBeGreaterThanOrEqual(8);
    expect(await count("portfolios")).toBeGreaterThanOrEqual(3);
    const text = lines.join("\n");
    expect(text).toMatch(/curl .*'http:\/\/localhost:4321\/v1\/orders' .*Bearer ct_test_\w+/);
    await expectOneYear();
    const { mode } = await fs.stat(path.join(folder, "demo.json"));
    expect(mode & 0o777).toBe(0o600);
  },
  TIMEOUT_MS,
);

test(
  "a demo of another database is not shown",
  async () => {
    await start("empty");
    await empty.drop();
    empty = await freshDatabase();
    expect((await start("0")).join("\n")).not.toContain("ct_test_");
    expect(await start("empty")).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "without a demo there is one operator, whose password is shown once",
  async () => {
    const lines = await start("0");
    expect(lines.join("\n")).toMatch(/operator@example\.com .*password .*\w{20}/);
    expect(await start("0")).toEqual([]);
    expect(await count("people")).toBe(1);
    expect(await count("accounts")).toBe(0);
    expect(await count("projects")).toBe(0);
  },
  TIMEOUT_MS,
);
