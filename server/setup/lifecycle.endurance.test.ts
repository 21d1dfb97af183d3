import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, it } from "vitest";
import { database } from "#core/db";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Starts `npm run worker` without npm; resolves when the worker is ready. */
async function launchWorker(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["server/boot.mjs", "worker"], {
    env: { ...process.env, CT_LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  for await (const line of createInterface(child.stdout)) {
    if (line === "The worker is running.") break;
  }
  return { child, errors: () => errors };
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

it.runIf(process.platform === "linux")(
  "a killed launcher ends its program",
  async () => {
    const { child } = await launchWorker();
    const children = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    const worker = Number(children.trim());
    expect(isRunning(worker)).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => isRunning(worker), { timeout: 20_000 }).toBe(false);
  },
  60_000,
);

it("a running worker ends with an error when the schema becomes too new for it", async () => {
  const { child, errors } = await launchWorker();
  const text = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
                VALUES ('newer', 'newer', '29990101000000_newer', now())`;
  await database().query({ name: "", text }, []);
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
  const refusal = /schema is newer than this version.*29990101000000_newer/;
  expect(errors()).toMatch(refusal);
  const again = await launchWorker();
  if (again.child.exitCode === null) await once(again.child, "exit");
  expect(again.child.exitCode).toBe(1);
  expect(again.errors()).toMatch(refusal);
  await database().query(
    { name: "", text: "DELETE FROM _prisma_migrations WHERE id = 'newer'" },
    [],
  );
}, 90_000);

it("a program ends with an error when its embedded PostgreSQL cannot be restarted", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-lifecycle-"));
  fs.chmodSync(folder, 0o755);
  const { child, errors } = await launchWorker({ DATABASE_URL: "", CT_DATA_DIR: folder });
  const home = path.join(folder, "postgres");
  const pointer = path.join(home, "moved-to");
  const data = fs.existsSync(pointer)
    ? path.join(fs.readFileSync(pointer, "utf8").trim(), "data")
    : path.join(home, "data");
  const pid = Number(fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  const control = path.join(data, "global/pg_control");
  fs.writeFileSync(control, Buffer.alloc(fs.statSync(control).size));
  process.kill(pid, "SIGKILL");
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
  expect(errors()).toContain("PostgreSQL was lost and could not be restarted");
  fs.rmSync(folder, { recursive: true });
  if (data !== path.join(home, "data")) fs.rmSync(path.dirname(data), { recursive: true });
}, 90_000);
