// Runs each sample of the API reference in a shell, against the demo sandbox.
import "#testing/private-network";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { env } from "#core/env";
import { seed } from "#seed";
import { checkedServe } from "#testing/api";
import { httpServer } from "#testing/local-server";
import { insertPayment, makeInvoice } from "#testing/objects";
import { listOperations, type Operation } from "./contents";
import { curlOf, replacementsIn } from "./curl";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-samples-"));
const create = { width: 20, height: 20, channels: 3 as const, background: "green" };
const logo = await sharp({ create }).png().toBuffer();
const listener = getRequestListener((request) => checkedServe(request), {
  overrideGlobalObjects: false,
});
const server = await httpServer((req, res) => {
  if (req.url === "/logo.png") res.setHeader("content-type", "image/png").end(logo);
  else void listener(req, res);
});
// Set before the OpenAPI document is built, which contains it.
env.APP_URL = server.origin;
env.CT_DATA_DIR = folder;
let key: string;

const shell = promisify(execFile);
// Without curl these samples are reported as skipped.
const hasCurl = await shell("bash", ["-c", "curl --version"]).then(
  () => true,
  () => false,
);

/** Runs the command in the folder with the logo and returns the status and the body. */
async function run(command: string): Promise<{ status: number; text: string }> {
  const options = { cwd: folder, env: { ...process.env, CARBON_TILL_KEY: key } };
  const script = `${command} \\\n  -sS --noproxy '*' -w '\\n%{http_code}'`;
  const { stdout } = await shell("bash", ["-c", script], options);
  const lines = stdout.split("\n");
  return { status: Number(lines.pop()), text: lines.join("\n") };
}

async function make(route: string, body: object): Promise<string> {
  const data = JSON.stringify(body);
  const { status, text } = await run(
    `curl '${env.APP_URL}/v1${route}' -H "Authorization: Bearer $CARBON_TILL_KEY" ` +
      `-H 'Content-Type: application/json' -d '${data}'`,
  );
  if (status !== 201) throw new Error(text);
  return JSON.parse(text).id;
}

/** Creates the object that replaces an example ID, by the prefix of the ID. */
const own: Record<string, () => Promise<string>> = {
  // Large enough to wait, so that it can be cancelled.
  ord_: () => make("/orders", { amount_kg: 900_000_000 }),
  cs_: () =>
    make("/checkout/sessions", {
      amount_kg: 100,
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
    }),
  whe_: () =>
    make("/webhook-endpoints", {
      url: "https://example.com/webhooks/carbon",
      event_types: ["order.fulfilled"],
    }),
  plk_: () => make("/payment-links", { slug: `link-${randomUUID()}`, name: "Trip" }),
  rsv_: () => make("/reservations", { amount_kg: 25 }),
  async inv_() {
    const id = await make("/orders", { amount_kg: 3 });
    const { order, account } = database().prisma;
    const { accountId, portfolioId } = await order.findFirstOrThrow({ where: { id } });
    const owner = await account.findUniqueOrThrow({ where: { id: accountId } });
    return makeInvoice({ account: owner as Account, portfolioId });
  },
  sub_: () => make("/subaccounts", { name: "Shop" }),
  async evt_() {
    const url = "https://example.com/callbacks/carbon";
    const id = await make("/orders", { amount_kg: 900_000_000, notification_config: { url } });
    const authorization = '-H "Authorization: Bearer $CARBON_TILL_KEY"';
    await run(`curl -X POST '${env.APP_URL}/v1/orders/${id}/cancel' ${authorization}`);
    const { text } = await run(`curl '${env.APP_URL}/v1/events?order_id=${id}' ${authorization}`);
    return JSON.parse(text).data[0].id;
  },
};

/** Applies the replacement hints of the sample. */
async function prepared(operation: Operation): Promise<string> {
  let command = curlOf(operation);
  for (const { text } of replacementsIn(command)) {
    const [prefix] = /^[a-z]+_/.exec(text) ?? [];
    const making = prefix === undefined ? undefined : own[prefix];
    if (making) {
      const id = await making();
      if (operation.id === "createRefund") await insertPayment(id);
      command = command.replaceAll(text, id);
    }
    if (text.startsWith("https:")) command = command.replace(text, `${env.APP_URL}/logo.png`);
  }
  return command;
}

beforeAll(async () => {
  fs.writeFileSync(path.join(folder, "logo.png"), logo);
  const { lines } = await seed();
  [key = ""] = /ct_test_\w+/.exec(lines.join("\n")) ?? [];
});

afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("a sample of the reference", () => {
  const operations = listOperations().filter(({ path: route }) => route !== null);

  it.skipIf(!hasCurl).each(operations.map((operation) => [operation.id, operation] as const))(
    "for %s succeeds as pasted, or after the replacements that it names",
    async (_id, operation) => {
      const { status, text } = await run(await prepared(operation));
      expect([Math.floor(status / 100), text]).toEqual([2, text]);
    },
  );

  it("needs a replacement only for what is the reader's own", () => {
    const needy = operations.filter((one) => replacementsIn(curlOf(one)).length > 0);
    for (const { id, path: route } of needy) {
      expect([id, route]).toEqual([id, expect.stringMatching(/\{id\}/)]);
    }
    expect(needy.length).toBeLessThan(operations.length / 2);
    for (const one of operations) expect(curlOf(one)).not.toMatch(/\$\(/);
  });
});
