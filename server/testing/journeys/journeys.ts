import "#testing/private-network";
import { randomUUID } from "node:crypto";
import type http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { createImport, getOperatorJob, startImport } from "#domain/registries";
import { openHttpServer } from "#http/open-http-server";
import { startDeliveries } from "#jobs/deliver-events";
import { runJobs } from "#jobs/run-jobs";
import { formListener, listener } from "#rest/listener";
import { serve } from "#rest/serve";
import { booksOf, cards } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { openReceiver } from "#testing/receiver";
import { verraExport } from "#testing/verra-export";

/** Does what precedes the request, and returns what sends it and waits for its end. */
type Prepare = () => Promise<() => Promise<void>>;

interface Opened {
  prepare: Prepare;
  close?: () => Promise<void>;
}

export interface Journey {
  what: string;
  open(): Promise<Opened>;
}

const mode = "test";
const PROJECT = 200_000;
const IMPORTED_ROWS = 12;

/** Opens the product's server, without pages. */
async function openServer() {
  const handle = (req: http.IncomingMessage, res: http.ServerResponse) =>
    req.url?.startsWith("/v1/") ? listener(req, res) : formListener(req, res);
  const server = openHttpServer({}, handle);
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  const close = () => server.close({ delayMs: 0, graceMs: 0 });
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** A shop with a key and stock, which calls the API at the origin. */
async function openShop(origin: string, send: (request: Request) => Promise<Response> = fetch) {
  const { token } = await makeAccount();
  const { portfolioId } = await makeStock({ projects: ["a", "b"] });
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await send(new Request(`${origin}/v1${path}`, init));
    const text = await response.text();
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return { post, sale: { amount_kg: 25, portfolio_id: portfolioId } };
}

async function openOrders(): Promise<Opened> {
  const { origin, close } = await openServer();
  const { post, sale } = await openShop(origin);
  return { close, prepare: async () => async () => void (await post("/orders", sale)) };
}

async function openPayments(): Promise<Opened> {
  const { origin, close } = await openServer();
  const { post, sale } = await openShop(origin);
  const urls = { success_url: "https://shop.example/thanks", cancel_url: "https://shop.example" };
  const fields = {
    ...{ email: "ada@example.com", beneficiary: "Ada Lovelace" },
    ...{ number: cards.good, expiry: "12 / 40", cvc: "123", lang: "en" },
  };
  const prepare: Prepare = async () => {
    const { id } = await post("/checkout/sessions", { ...sale, ...urls });
    return async () => {
      await fetch(`${origin}/checkout/${id}/pay`, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "sec-fetch-site": "same-origin" },
        redirect: "manual",
      });
      const { payment } = await booksOf(id);
      if (payment?.state !== "paid") throw new Error(`the payment is ${payment?.state}`);
    };
  };
  return { prepare, close };
}

async function openDeliveries(): Promise<Opened> {
  // Without a server, whose timers would be traced.
  const { post, sale } = await openShop("http://localhost", serve);
  const { url } = await openReceiver();
  await post("/webhook-endpoints", { url, event_types: ["order.fulfilled"] });
  const pending = () => database().prisma.delivery.count({ where: { state: "pending" } });
  const prepare: Prepare = async () => {
    await post("/orders", sale);
    await matchAll();
    return async () => {
      const loop = startDeliveries((turn) => async (stopped) => void (await turn(stopped)));
      while ((await pending()) > 0) await sleep(10);
      await loop.stop();
    };
  };
  return { prepare };
}

async function openImports(): Promise<Opened> {
  let firstProject = PROJECT;
  const run = () => runJobs(systemContext(), { kinds: ["import"] });
  const prepare: Prepare = async () => {
    firstProject += 1;
    const text = verraExport({ rows: IMPORTED_ROWS, firstProject });
    const files = [{ name: "verra.csv", text }];
    const { id } = await database().transaction((db) =>
      createImport({ ...systemContext(), db }, { mode, kind: "verra", files }),
    );
    await run();
    await database().transaction((db) =>
      startImport({ ...systemContext(), db }, { mode, id, confirmPrices: false }),
    );
    return async () => {
      await run();
      const { state } = await getOperatorJob(systemContext(), { queue: mode, id });
      if (state !== "done") throw new Error(`the import is ${state}`);
    };
  };
  return { prepare };
}

export const journeys: Record<string, Journey> = {
  order: { what: "POST /v1/orders", open: openOrders },
  payment: { what: "the first payment of a checkout session", open: openPayments },
  delivery: { what: "the delivery of an event to a webhook endpoint", open: openDeliveries },
  import: { what: "the import of a registry's export, after its preview", open: openImports },
};
