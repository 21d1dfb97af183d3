// The listener as a program, against a server and a worker that are killed.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CarbonTill, verifyWebhook } from "#sdk";
import { freePort } from "#setup/free-port";
import { makeAccount } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";
import { type Program, startProgram } from "#testing/world/programs";

let folder: string;
let port: number;
let apiKey: string;
let till: CarbonTill;
let app: Receiver;
let status = 204;
let programs: Program[] = [];

const secretFile = () => path.join(folder, "secret");
const secret = () => fs.readFileSync(secretFile(), "utf8");
const output = (name: string) => path.join(folder, `${name}.log`);

async function startServer(): Promise<void> {
  const env = { PORT: String(port), CT_RATE_LIMIT: "off", CT_LOG_LEVEL: "warn" };
  programs = await Promise.all([
    startProgram({
      ...{ file: "server/testing/world/api-server.ts", env, output: output("api") },
      ready: /The API listens/,
    }),
    startProgram({
      ...{ file: "server/worker.ts", output: output("worker"), ready: /The worker is running/ },
      env: { ...env, CT_LOG_LEVEL: "info" },
    }),
  ]);
}

function startListener(): Promise<Program> {
  return startProgram({
    file: "sdk/node/src/cli.ts",
    args: ["listen", "--forward-to", app.url, "--secret-file", secretFile()],
    env: { CARBON_TILL_URL: `http://127.0.0.1:${port}`, CARBON_TILL_KEY: apiKey },
    ready: /Forwarding events to/,
    output: output("listener"),
  });
}

/** Names of the subaccounts whose events arrived, each verified. */
async function names(): Promise<string[]> {
  const events = await Promise.all(
    app.received.map(({ headers, body }) => verifyWebhook({ headers, body, secret: secret() })),
  );
  return events.flatMap((event) =>
    event.type === "subaccount.created" ? [event.subaccount.name] : [],
  );
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-listen-"));
  port = await freePort();
  ({ token: apiKey } = await makeAccount());
  till = new CarbonTill({ baseUrl: `http://127.0.0.1:${port}`, apiKey, maxRetries: 10 });
  app = await openReceiver(() => ({ status }));
  await startServer();
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.kill()));
  app.close();
  fs.rmSync(folder, { recursive: true });
});

it("forwards signed events, again if resent, across a restart of the server", async () => {
  const listener = await startListener();
  await till.createSubaccount({ name: "first" });
  await expect.poll(names).toEqual(["first"]);

  const [event] = await till.listEvents({ type: "subaccount.created" }).toArray({ limit: 1 });
  await till.redeliverEvent(event?.id ?? "");
  await expect.poll(names).toEqual(["first", "first"]);

  status = 500;
  await till.createSubaccount({ name: "second" });
  await expect.poll(names).toEqual(["first", "first", "second"]);
  status = 204;
  await Promise.all(programs.map((program) => program.kill()));
  await startServer();
  await till.createSubaccount({ name: "third" });
  await expect
    .poll(async () => new Set(await names()))
    .toEqual(new Set(["first", "second", "third"]));
  // The failed attempt is repeated after five seconds, or when the killed worker's lease ends.
  const seconds = async () => (await names()).filter((name) => name === "second").length;
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(1);

  // A listener that was deleted is replaced, with another secret.
  const [endpoint] = await till.listWebhookEndpoints().toArray();
  expect(endpoint).toMatchObject({ kind: "listener", url: app.url });
  const former = secret();
  await till.deleteWebhookEndpoint(endpoint?.id ?? "");
  await expect.poll(secret).not.toBe(former);
  app.received.length = 0;
  await till.createSubaccount({ name: "fourth" });
  await expect.poll(names).toEqual(["fourth"]);
  await listener.stop();
  expect(await till.listWebhookEndpoints().toArray()).toEqual([]);
});

it("names what is wrong and ends", async () => {
  const { token } = await makeAccount("write", "live");
  apiKey = token;
  await expect(startListener()).rejects.toThrow("Use a test key");
});
