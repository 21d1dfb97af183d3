// The front has a certificate's PDF prepared while its page is read.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withCaller } from "#core/caller";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { pagesOf } from "./pages";
import { RendererClient } from "./renderer-client";

let folder: string;
let client: RendererClient;
let servers: http.Server[];
let origin: string;
/** Requests of the renderer that wait for its response. */
let waiting: { url: string; respond(): void }[];

async function listening(server: http.Server, ...where: [number, string] | [string]) {
  servers.push(server);
  server.listen(...(where as [number, string]));
  await once(server, "listening");
}

beforeEach(async () => {
  [servers, waiting] = [[], []];
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-next-"));
  const socketPath = path.join(folder, "s");
  const renderer = http.createServer((req, res) => {
    waiting.push({ url: req.url ?? "", respond: () => res.destroy() });
  });
  await listening(renderer, socketPath);
  client = new RendererClient({ socketPath, secret: "the-secret" });
  const pages = pagesOf(new Site(publicPages, async () => noAssets), { client }, folder);
  const front = http.createServer((req, res) => withCaller(req, () => pages.handle(req, res)));
  await listening(front, 0, "127.0.0.1");
  origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await client.close();
  fs.rmSync(folder, { recursive: true });
});

async function placed(): Promise<string> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const input = { amount_kg: 25, portfolio_id: portfolioId, subaccountId: null };
  return (await placeOrder(contextOf(account), input)).id;
}

async function fulfilled(): Promise<string> {
  const id = await placed();
  await matchOrders(systemContext(), { database: database() });
  return id;
}

async function read(id: string, language = "en"): Promise<number> {
  const headers = { "accept-language": language };
  const response = await fetch(`${origin}/certificates/${id}`, { headers });
  await response.text();
  return response.status;
}

const requested = () => waiting.map(({ url }) => url);

it("prepares the PDF in the page's language, and does not delay the page", async () => {
  const id = await fulfilled();
  expect(await read(id, "de")).toBe(200);
  await expect.poll(requested).toEqual([`/certificates/${id}/pdf?lang=de`]);
});

it("prepares one at a time, and the next after a failure", async () => {
  const [first, second, third] = [await fulfilled(), await fulfilled(), await fulfilled()];
  await read(first);
  await expect.poll(requested).toEqual([`/certificates/${first}/pdf`]);
  expect(await read(second)).toBe(200);
  waiting[0]?.respond();
  await expect
    .poll(async () => {
      await read(third);
      return requested();
    })
    .toEqual([`/certificates/${first}/pdf`, `/certificates/${third}/pdf`]);
});

it("prepares none of an order that waits for credits", async () => {
  expect(await read(await placed())).toBe(200);
  const id = await fulfilled();
  await read(id);
  await expect.poll(requested).toEqual([`/certificates/${id}/pdf`]);
});
