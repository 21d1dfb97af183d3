// Runs the guide's webhook receivers unchanged.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { freePort } from "#setup/free-port";
import { test } from "./checked-test";

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = secretOf("a secret of thirty-two bytes, ok");
const stranger = secretOf("another secret of thirty-two byt");

/** Starts the program and returns its address and output. */
async function start(program: string, file: string, cwd: string) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(program, [file], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { printed: "", failed: "" };
  child.stdout.on("data", (bytes) => {
    output.printed += bytes;
  });
  child.stderr.on("data", (bytes) => {
    output.failed += bytes;
  });
  await once(child, "spawn");
  const address = `http://127.0.0.1:${port}/callbacks`;
  const listens = () =>
    fetch(address, { method: "POST" }).catch(() => {
      throw new Error(`the receiver does not listen: ${output.failed}`);
    });
  await expect(listens).toPass();
  return { address, output, child };
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

for (const { id, file, program } of [
  { id: "node", file: "receiver.mjs", program: process.execPath },
  { id: "python", file: "receiver.py", program: "python3" },
]) {
  test(`the guide's receiver in ${id} accepts genuine callbacks, each once, and no others`, async ({
    page,
  }, info) => {
    await page.goto("/docs");
    const figure = page.locator("figure").filter({ hasText: "Webhook receiver" });
    const code = await figure.locator(`pre[data-language="${id}"]`).textContent();
    const folder = info.outputPath(id);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(path.join(folder, file), code ?? "");
    const { address, output, child } = await start(program, file, folder);
    try {
      await verifyCallbacks(address, output);
    } finally {
      child.kill("SIGKILL");
    }
  });
}
