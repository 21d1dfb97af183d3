// Runs the guide's webhook receivers as pasted, with an event of each type.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listOperations } from "#docs/reference/contents";
import { freePort } from "#setup/free-port";
import { codeIn, openDocsSite } from "#testing/docs-text";

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = secretOf("a secret of thirty-two bytes, ok");
const stranger = secretOf("another secret of thirty-two byt");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-receivers-"));

let receivers: { language: string; code: string }[];
const children: ChildProcess[] = [];

beforeAll(async () => {
  const { read } = await openDocsSite();
  const { text } = await read("/docs/webhooks.md");
  receivers = codeIn(text).filter(({ code }) => code.includes("WEBHOOK_SECRET"));
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true });
});

const programs = {
  js: { program: process.execPath, file: "receiver.mjs", fails: "await handle(" },
  python: { program: "python3", file: "receiver.py", fails: "handle(event)  #" },
};

/** Starts a receiver. With `crashesAt`, its work on that event fails the first time. */
async function start(language: keyof typeof programs, crashesAt = "") {
  const { program, file, fails } = programs[language];
  const code = receivers.find((it) => it.language === language)?.code ?? "";
  const crash = {
    js: `if (event.id === "${crashesAt}" && !globalThis.crashed) throw Error(globalThis.crashed = "x");\n`,
    python:
      `if event["id"] == "${crashesAt}" and not globals().get("crashed"): ` +
      "globals()['crashed'] = 1; raise OSError()\n            ",
  };
  const at = crashesAt === "" ? "" : crash[language];
  expect(code).toContain(fails);
  fs.writeFileSync(path.join(folder, file), code.replace(fails, at + fails));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(program, [file], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  const output = { printed: "" };
  child.stdout.on("data", (bytes) => {
    output.printed += bytes;
  });
  await once(child, "spawn");
  const address = `http://127.0.0.1:${port}/callbacks`;
  await expect
    .poll(() =>
      fetch(address, { method: "POST" }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  return { address, port, output, lines: () => output.printed.trim().split(/\r?\n/) };
}

interface Callback {
  id?: string;
  sentAt?: Date;
  body?: string;
  signed?: string;
  secrets?: string[];
}

const order = { id: "ord_1", description: "Größe, “ß” and \u{1f333}" };
const event = (id: string, rest: object = { type: "order.fulfilled", order }) =>
  JSON.stringify({ id, ...rest });

/** Returns the status, or null if the connection was closed. */
async function send(address: string, callback: Callback): Promise<number | null> {
  const { id = "evt_1", sentAt = new Date(), secrets = [secret] } = callback;
  const { body = event(id), signed = body } = callback;
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": secrets.map((it) => new Webhook(it).sign(id, sentAt, signed)).join(" "),
  };
  const response = fetch(address, { method: "POST", headers, body });
  return response.then(
    ({ status }) => status,
    () => null,
  );
}

/** The example of each type in the OpenAPI document. */
function examples() {
  const types = listOperations().filter((operation) => operation.path === null);
  return types.map(({ id: type, body }) => {
    const example = body["application/json"]?.example as Record<string, { id?: string }>;
    const [subject = ""] = type.split(".");
    return { id: `evt_${type}`, example, line: `${type} ${example[subject]?.id}` };
  });
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe.each(["js", "python"] as const)("the guide's receiver in %s", (language) => {
  it("accepts genuine events of every type, each once, and no others", async () => {
    const { address, lines } = await start(language);
    const types = examples();
    for (const { id, example } of [...types, ...types]) {
      expect(await send(address, { id, body: event(id, { ...example, id }) })).toBe(204);
    }
    const later = { type: "pet.groomed", pet: null };
    const accepted: Callback[] = [
      { id: "evt_new", body: event("evt_new", later) },
      { id: "evt_2", secrets: [stranger, secret] },
      { id: "evt_3", sentAt: minutes(-4) },
    ];
    for (const callback of accepted) expect(await send(address, callback)).toBe(204);
    const refused: Callback[] = [
      { body: event("evt_4").replace("ful", "FUL"), signed: event("evt_4") },
      { secrets: [stranger] },
      { secrets: [] },
      { id: "evt_5", sentAt: minutes(-24 * 60) },
      { id: "evt_6", sentAt: minutes(6) },
    ];
    for (const callback of refused)
      expect([callback, await send(address, callback)]).toEqual([callback, 400]);
    const expected = types.map(({ line }) => line);
    await expect.poll(lines).toHaveLength(expected.length + 3);
    expect(lines().slice(0, expected.length)).toEqual(expected);
    expect(expected.join()).not.toContain("undefined");
  });

  it("gets an event again whose work failed, and one whose sender hung up", async () => {
    const { address, port, lines } = await start(language, "evt_1");
    expect(await send(address, { id: "evt_1" })).not.toBe(204);
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 900\r\n\r\n{", () =>
        socket.destroy(),
      );
    });
    await once(socket, "close");
    expect(await send(address, { id: "evt_1" })).toBe(204);
    expect(await send(address, { id: "evt_1" })).toBe(204);
    await expect.poll(lines).toEqual(["order.fulfilled ord_1"]);
  });
});
