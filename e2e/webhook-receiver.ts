// Runs a webhook receiver of the guide unchanged.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page, type TestInfo } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { freePort } from "#setup/free-port";
import { test } from "./checked-test";

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = secretOf("a secret of thirty-two bytes, ok");
const stranger = secretOf("another secret of thirty-two byt");
const running: ChildProcess[] = [];

function stopReceivers(): void {
  for (const child of running.splice(0)) child.kill("SIGKILL");
}

/** Starts the program and returns its address and output, or null if it is not installed. */
async function start(command: string, argsOf: (port: number) => string[], cwd: string) {
  const port = await freePort();
  // Some keep what they have handled in the folder of temporary files.
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, TMPDIR: cwd };
  const child = spawn(command, argsOf(port), { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  const output = { printed: "", failed: "" };
  child.stdout.on("data", (bytes) => {
    output.printed += bytes;
  });
  child.stderr.on("data", (bytes) => {
    output.failed += bytes;
  });
  const missing = new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(true));
    child.once("spawn", () => resolve(false));
  });
  if (await missing) return null;
  const address = `http://127.0.0.1:${port}/callbacks`;
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(address, { method: "POST" }).catch(() => null);
    if (response) return { address, output };
    await wait(100);
  }
  throw new Error(`the receiver does not listen: ${output.failed}`);
}

interface Callback {
  id?: string;
  sentAt?: Date;
  body?: string;
  signed?: string;
  secrets?: string[];
}

const order = JSON.stringify({ id: "ord_1", description: "Größe, “ß” and \u{1f333}" });
const event = (id: string) => `{"id":"${id}","type":"order.fulfilled","order":${order}}`;

async function send(address: string, callback: Callback): Promise<number> {
  const { id = "evt_1", sentAt = new Date(), secrets = [secret] } = callback;
  const { body = event(id), signed = body } = callback;
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": secrets.map((it) => new Webhook(it).sign(id, sentAt, signed)).join(" "),
  };
  return (await fetch(address, { method: "POST", headers, body })).status;
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

interface ReceiverLanguage {
  /** Of its tab in the guide. */
  id: string;
  file: string;
  command: string;
  /** Port: for commands that take it as an argument. */
  argsOf(port: number): string[];
  /** Makes a program of the file, in its folder. Returns false if nothing is installed for that. */
  build?(folder: string): Promise<boolean>;
}

/** Writes the guide's program into a folder of the test, which is returned. */
async function save(page: Page, info: TestInfo, { id, file }: ReceiverLanguage): Promise<string> {
  await page.goto("/docs");
  const figure = page.locator("figure").filter({ hasText: "Webhook receiver" });
  const program = figure.locator(`pre[data-language="${id}"]`);
  const folder = info.outputPath(id);
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, file), (await program.textContent()) ?? "");
  return folder;
}

/** Declares a test of the guide's receiver in each language, skipped where it is not installed. */
export function testReceivers(languages: readonly ReceiverLanguage[]): void {
  test.afterEach(stopReceivers);
  for (const language of languages) {
    const { id } = language;
    test(`the guide's receiver in ${id} accepts genuine callbacks, each once, and no others`, async ({
      page,
    }, info) => {
      const isInstalled = await verifyReceiver(page, info, language);
      test.skip(!isInstalled, `not run: ${id} is not installed`);
    });
  }
}

/**
 * Verifies that the receiver accepts genuine callbacks, each once, and no others. Returns false if
 * its language is not installed.
 */
async function verifyReceiver(
  page: Page,
  info: TestInfo,
  language: ReceiverLanguage,
): Promise<boolean> {
  const folder = await save(page, info, language);
  if ((await language.build?.(folder)) === false) return false;
  const receiver = await start(language.command, language.argsOf, folder);
  if (!receiver) return false;
  const { address, output } = receiver;
  await verifyCallbacks(address, output);
  return true;
}

async function verifyCallbacks(address: string, output: { printed: string }): Promise<void> {
  const accepted: [string, Callback][] = [
    ["a genuine one", { id: "evt_1" }],
    ["the same one again", { id: "evt_1" }],
    ["one signed during a rotation", { id: "evt_2", secrets: [stranger, secret] }],
    ["one sent four minutes ago", { id: "evt_3", sentAt: minutes(-4) }],
  ];
  for (const [name, callback] of accepted) {
    expect([name, await send(address, callback)]).toEqual([name, 204]);
  }
  const rejected: [string, Callback][] = [
    ["a changed byte", { body: event("evt_4").replace("ful", "FUL"), signed: event("evt_4") }],
    ["another secret", { secrets: [stranger] }],
    ["no signature", { secrets: [] }],
    ["one sent yesterday", { id: "evt_5", sentAt: minutes(-24 * 60) }],
    ["one sent in the future", { id: "evt_6", sentAt: minutes(6) }],
  ];
  for (const [name, callback] of rejected) {
    expect([name, await send(address, callback)]).toEqual([name, 400]);
  }
  // Three events, one of which was sent twice.
  await expect.poll(() => output.printed).toMatch(/^(order\.fulfilled ord_1\s+){3}$/);
}
