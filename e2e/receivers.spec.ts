// Runs the guide's webhook receivers unchanged.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { freePort } from "#setup/free-port";
import { test } from "./checked-test";

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = secretOf("a secret of thirty-two bytes, ok");
const stranger = secretOf("another secret of thirty-two byt");
const running: ChildProcess[] = [];

test.afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts the program and returns its address and output, or null if it is not installed. */
async function start(command: string, args: string[]) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
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

for (const [language, id, command, argument] of [
  ["Node.js", "node", process.execPath, "receiver.mjs"],
  ["Python", "python", "python3", "receiver.py"],
] as const) {
  test(`the guide's receiver in ${language} accepts genuine callbacks, each once, and no others`, async ({
    page,
  }, info) => {
    await page.goto("/docs");
    const figure = page.locator("figure").filter({ hasText: "Webhook receiver" });
    const program = figure.locator(`pre[data-language="${id}"]`);
    const file = info.outputPath(argument);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, (await program.textContent()) ?? "");
    const receiver = await start(command, [file]);
    test.skip(receiver === null, `${command} is not on this machine`);
    if (!receiver) return;
    const { address, output } = receiver;
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
  });
}
