// Serves the built product on its own database, port and data folder, for Playwright.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { closeDatabase } from "#core/db";
import { findAccount } from "#domain/accounts";
import { startTestServer } from "#testing/cluster";
import { emptyDatabase } from "#testing/database";
import { makeStock, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";

/** API key, as printed at the first start. */
const KEY = /\bct_test_[0-9A-Za-z]{38}\b/;
const ADDRESS = /running at (\S+)/;
const PASSWORD = /\bpassword ([0-9A-Za-z]{16})\b/;

const stopServer = await startTestServer();
const database = await emptyDatabase();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "ct-product-"));
const child = spawn(process.execPath, ["--import", "tsx", "server/start.ts"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    CT_DATA_DIR: dataDir,
    CT_DEMO: "empty",
    // Idle browser connections must not delay the shutdown.
    CT_SHUTDOWN_GRACE: "0",
    CT_RATE_LIMIT: "off",
    CT_LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: "0",
  },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => child.kill(signal));
}
const ended = once(child, "exit");

/**
 * Adds people with fewer permissions than the demo's owner, and a live catalogue whose prices may
 * change while tests buy in the sandbox.
 */
async function addTestData(): Promise<void> {
  process.env["DATABASE_URL"] = database.url;
  const account = await findAccount(systemContext(), "demo");
  if (!account) throw new Error("the demo account is missing");
  for (const role of ["admin", "viewer"] as const) {
    await makePerson({ email: `${role}@example.com`, accountId: account.id, role });
  }
  // Tests change these people's credentials.
  for (const email of ["careful@example.com", "forgetful@example.com"]) {
    await makePerson({ email, accountId: account.id, role: "viewer" });
  }
  for (const email of ["keyholder@example.com", "late@example.com"]) {
    await makePerson({ email, accountId: account.id, role: "admin" });
  }
  const operator = { email: "new-operator@example.com", isOperator: true };
  await makePerson({ ...operator, withoutSecondFactor: true });
  await makeStock({ mode: "live" });
  await closeDatabase();
}

let [url, key, password] = ["", "", ""];
for await (const line of createInterface(child.stdout)) {
  process.stdout.write(`${line}\n`);
  const wasKnown = url && key && password;
  url ||= ADDRESS.exec(line)?.[1] ?? "";
  key ||= KEY.exec(line)?.[0] ?? "";
  password ||= PASSWORD.exec(line)?.[1] ?? "";
  // Playwright waits for this line and reads it.
  if (url && key && password && !wasKnown) {
    await addTestData();
    process.stdout.write(
      `The product is at ${url} with key ${key} and password ${password} in ${dataDir} on ${database.url}\n`,
    );
  }
}

const [code] = await ended;
await database.drop();
await stopServer();
fs.rmSync(dataDir, { recursive: true, force: true });
process.exit(code ?? 1);
