// Serves the built product on its own database, port and data folder, for Playwright.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { log } from "#core/log";
import { startTestServer } from "#testing/cluster";
import { freshDatabase, prepareTemplate } from "#testing/database";
import { programArguments } from "#testing/program";

/** API key, as printed at the first start. */
const KEY = /\bct_test_[0-9A-Za-z]{38}\b/;
const ADDRESS = /running at (\S+)/;
const PASSWORD = /\bpassword ([0-9A-Za-z]{16})\b/;

const stopServer = await startTestServer();
process.env["CT_TEST_TEMPLATE"] = await prepareTemplate(process.env["CT_TEST_SERVER"] ?? "", log);
const database = await freshDatabase();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "ct-product-"));
const child = spawn(process.execPath, programArguments("server/start.ts"), {
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

process.env["DATABASE_URL"] = database.url;
// Loads while the product starts.
const data = import("./product-data");

let [url, key, password] = ["", "", ""];
for await (const line of createInterface(child.stdout)) {
  process.stdout.write(`${line}\n`);
  const wasKnown = url && key && password;
  url ||= ADDRESS.exec(line)?.[1] ?? "";
  key ||= KEY.exec(line)?.[0] ?? "";
  password ||= PASSWORD.exec(line)?.[1] ?? "";
  // Playwright waits for this line and reads it.
  if (url && key && password && !wasKnown) {
    const cookies = await (await data).addTestData(password);
    fs.writeFileSync(path.join(dataDir, "cookies.json"), JSON.stringify(cookies));
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
