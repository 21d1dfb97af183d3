// A running product with the demo sandbox, in which samples of the documentation are run as pasted.
// Its tests import #testing/private-network first.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { withCaller } from "#core/caller";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { env } from "#core/env";
import { replacementsIn } from "#docs/samples/request";
import { pagesOf } from "#http/pages";
import { seed } from "#seed";
import { call, checkedServe } from "#testing/api";
import { openDocsSite } from "#testing/docs-text";
import { httpServer } from "#testing/local-server";
import { insertPayment, makeInvoice } from "#testing/objects";

const execute = promisify(execFile);

async function drawLogo(): Promise<Buffer> {
  const create = { width: 20, height: 20, channels: 3 as const, background: "green" };
  return sharp({ create }).png().toBuffer();
}

/** Starts the product. Call it before anything reads the OpenAPI document, which has the address. */
export async function openDocsSandbox() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-samples-"));
  const logo = await drawLogo();
  fs.writeFileSync(path.join(folder, "logo.png"), logo);
  const listener = getRequestListener((request) => checkedServe(request), {
    overrideGlobalObjects: false,
  });
  const { site } = await openDocsSite();
  const pages = pagesOf(site, { client: undefined, dashboard: "ok" }, folder);
  const server = await httpServer((req, res) => {
    if (req.url === "/logo.png") res.setHeader("content-type", "image/png").end(logo);
    else if (req.url?.startsWith("/sdk/")) void withCaller(req, () => pages.handle(req, res));
    else void listener(req, res);
  });
  env.APP_URL = server.origin;
  env.CT_DATA_DIR = folder;
  const { lines } = await seed();
  const [key = ""] = /ct_test_\w+/.exec(lines.join("\n")) ?? [];
  return {
    key,
    folder,
    /** Runs a program in the folder with the logo. Returns its output, or how it failed. */
    async run(program: string, args: readonly string[]): Promise<{ ok: boolean; text: string }> {
      const options = {
        cwd: folder,
        env: { ...process.env, CARBON_TILL_KEY: key, NO_PROXY: "*", no_proxy: "*" },
        maxBuffer: 2 ** 26,
      };
      return execute(program, args, options).then(
        ({ stdout }) => ({ ok: true, text: stdout }),
        ({ stdout, stderr }) => ({ ok: false, text: `${stdout}${stderr}` }),
      );
    },
    /** Lets requests with fixed keys and names succeed again. */
    async reset(): Promise<void> {
      await database().prisma.idempotencyKey.deleteMany();
      await database().prisma.paymentLink.deleteMany();
    },
    /** Replaces what the code's hints say. */
    async prepared(operationId: string, code: string): Promise<string> {
      let result = code;
      for (const { text } of replacementsIn(code)) {
        const [prefix = ""] = /^[a-z]+_/.exec(text) ?? [];
        const making = own(key, operationId)[prefix];
        if (making) {
          const id = await making();
          if (operationId === "createRefund") await insertPayment(id);
          result = result.replaceAll(text, id);
        }
        if (text.startsWith("https:")) result = result.replaceAll(text, `${env.APP_URL}/logo.png`);
      }
      return result;
    },
    close(): void {
      server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type DocsSandbox = Awaited<ReturnType<typeof openDocsSandbox>>;

/** Creates an object that replaces an example ID, by the prefix of the ID. */
function own(
  key: string,
  operationId: string,
): Record<string, (() => Promise<string>) | undefined> {
  const make = async (route: string, body: object): Promise<string> => {
    const { status, json, text } = await call("POST", route, { key, body });
    if (status !== 201) throw new Error(text);
    return json.id;
  };
  return {
    // Large enough to wait, so that it can be cancelled.
    ord_: () => make("/orders", { amount_kg: 900_000_000 }),
    cs_: () =>
      make("/checkout/sessions", {
        amount_kg: 100,
        success_url: "https://shop.example/thanks",
        cancel_url: "https://shop.example/basket",
      }),
    whe_: () =>
      operationId === "pollListener"
        ? make("/listeners", { forward_to: "http://localhost:4000/hook" })
        : make("/webhook-endpoints", {
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
      await call("POST", `/orders/${id}/cancel`, { key });
      const { json } = await call("GET", `/events?order_id=${id}`, { key });
      return json.data[0].id;
    },
  };
}
