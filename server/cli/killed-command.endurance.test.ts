import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database, type Sql } from "#core/db";
import { lockCatalogue } from "#domain/catalogue";
import { systemContext } from "#testing/factories";
import { programArguments } from "#testing/program";
import { verraExport } from "#testing/verra-export";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "killed-command-"));
  fs.writeFileSync(path.join(folder, "verra.csv"), verraExport({ rows: 10 }));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const WAITERS = {
  name: "",
  text: `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/** Waits until the command waits for the lock, or does not any more. */
async function awaitWaiting(isWaiting: boolean, db: Sql): Promise<void> {
  while ((await db.query(WAITERS, [])).length > 0 !== isWaiting) await sleep(20);
}

function startImport(): ChildProcess {
  const args = ["lots", "import", "verra.csv", "--registry", "verra"];
  return spawn(process.execPath, [...programArguments("server/till.ts"), ...args], {
    env: { ...process.env, INIT_CWD: folder },
  });
}

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "the statement of a command that %s ends is over within seconds",
  { timeout: 120_000 },
  async (signal) => {
    await database().transaction(async (db) => {
      await lockCatalogue({ ...systemContext(), db }, "test");
      const child = startImport();
      await awaitWaiting(true, db);
      child.kill(signal);
      await once(child, "close");
      await awaitWaiting(false, db);
    });
    expect(await database().prisma.creditLot.count()).toBe(0);
  },
);
