// Floods every public endpoint while orders are placed: each order must get a response in time and
// be stored.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";
import { auditDatabase } from "#testing/torture/audit";
import type { FloodPlan } from "#testing/torture/flood-client";
import { sellDuringOwnWork } from "#testing/torture/flood-imports";
import type { Outcome } from "#testing/torture/matching";
import { type Program, startProgram } from "#testing/torture/processes";

export interface FloodSize {
  folder: string;
  /** Duration of each flood. */
  seconds: number;
  /** Orders per second during a flood. */
  perSecond: number;
}

interface Shop {
  port: number;
  server: Program;
  key: string;
  portfolioId: string;
  /** Id of an order with public pages. */
  order: string;
  slug: string;
}

type Flood = Omit<FloodPlan, "port">;

const MAX_P99_MS = 250;
const REQUEST_TIMEOUT_MS = 30_000;
const MATCH_TIMEOUT_MS = 60_000;
/** Time for the server to recover after a flood. */
const REST_MS = 1500;

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

function post(target: string, body: string, headers: string[] = []): string {
  const all = [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${all.join("\r\n")}\r\n\r\n${body}`;
}

const JSON_BODY = "Content-Type: application/json";
const FORM_BODY = "Content-Type: application/x-www-form-urlencoded";

function floodsOf({ order, slug }: Shop): Record<string, Flood> {
  const repeated = (request: string, addresses = 1, connections = 100): Flood => ({
    request,
    connections,
    addresses,
    manner: "repeat",
  });
  const reset = JSON.stringify({ 0: { email: "nobody-[n]@example.com" } }).padEnd(64);
  const login = "email=nobody%40example.com&password=wrong-password&csrfToken=x&json=true";
  return {
    "openapi.json, pipelined and never read": {
      request: get("/v1/openapi.json"),
      connections: 200,
      addresses: 1,
      manner: "ahead",
    },
    "openapi.json": repeated(get("/v1/openapi.json")),
    "certificate page": repeated(get(`/certificates/${order}`)),
    "certificate page, from 50 addresses": repeated(get(`/certificates/${order}?[n]`), 50),
    "certificate PDF": repeated(get(`/certificates/${order}/pdf`)),
    "impact page": repeated(get(`/impact/${slug}`)),
    "docs reference": repeated(get("/docs/reference")),
    "docs reference, from 50 addresses": repeated(get("/docs/reference?[n]"), 50),
    "verify page": repeated(get("/verify?serial=SBX-1-[n]")),
    "missing checkout pages, from 50 addresses": repeated(get("/checkout/cs_[n]"), 50),
    "login forms": repeated(post("/api/auth/callback/credentials", login, [FORM_BODY])),
    "forgot-password forms, from 50 addresses": repeated(
      post("/trpc/session.requestPasswordReset?batch=1", reset, [JSON_BODY]),
      50,
    ),
    "orders with made-up keys, from 50 addresses": repeated(
      post("/v1/orders", '{"amount_kg":1}', [JSON_BODY, "Authorization: Bearer ct_test_[n]"]),
      50,
    ),
    "bodies of a byte a second": {
      request: post("/v1/orders", " ".repeat(1000), [
        JSON_BODY,
        "Authorization: Bearer ct_test_[n]",
      ]),
      connections: 1000,
      addresses: 10,
      manner: "drip",
    },
    "idle connections": { request: "", connections: 5000, addresses: 50, manner: "idle" },
  };
}

async function startServer(folder: string): Promise<Pick<Shop, "port" | "server" | "key">> {
  await ensureBuild(process.cwd(), new AbortController().signal);
  const port = await freePort();
  const output = path.join(folder, "product.log");
  const server = await startProgram({
    file: "server/start.ts",
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_URL: "",
      CT_DEMO: "empty",
      CT_WORKER: "1",
      CT_LIMIT_LOOPBACK: "1",
      CT_LOG_LEVEL: "warn",
    },
    ready: /running at \S+\s[\s\S]*\b(ct_test_\w{38})\s/,
    output,
  });
  return { port, server, key: server.readyMatch };
}

const agent = new http.Agent({ keepAlive: true });

function request(
  { port, key }: Pick<Shop, "port" | "key">,
  method: string,
  target: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: target, method, headers, agent };
    const sent = http.request({ ...options, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no response in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Opens the demo account's shop; strangers flood the pages of its first order. */
async function openShop(folder: string): Promise<Shop> {
  const { port, server, key } = await startServer(folder);
  const { text } = await request({ port, key }, "GET", "/v1/portfolios");
  const { data } = JSON.parse(text) as { data: { id: string }[] };
  const portfolioId = data[0]?.id ?? "";
  const body = JSON.stringify({ amount_kg: 1, portfolio_id: portfolioId });
  const placed = await request({ port, key }, "POST", "/v1/orders", body);
  const { id } = JSON.parse(placed.text) as { id: string };
  await awaitMatched([id]);
  const account = await database().prisma.account.findFirst();
  if (!account) throw new Error("the demo has no account");
  return { port, server, key, portfolioId, order: id, slug: account.slug };
}

interface Orders {
  ms: number[];
  ids: string[];
  failures: Record<string, number>;
}

/** Places orders at fixed times, however long earlier ones take. */
async function placeOrders(shop: Shop, { perSecond, seconds }: FloodSize): Promise<Orders> {
  const orders: Orders = { ms: [], ids: [], failures: {} };
  const fail = (what: string) => {
    orders.failures[what] = (orders.failures[what] ?? 0) + 1;
  };
  const body = JSON.stringify({ amount_kg: 1, portfolio_id: shop.portfolioId });
  const startedAt = performance.now();
  const placing: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    const sentAt = performance.now();
    placing.push(
      request(shop, "POST", "/v1/orders", body).then(
        ({ status, text }) => {
          orders.ms.push(performance.now() - sentAt);
          if (status === 201) orders.ids.push((JSON.parse(text) as { id: string }).id);
          else fail(String(status));
        },
        (error: Error) => fail(error.message),
      ),
    );
  }
  await Promise.all(placing);
  return orders;
}

async function startFlood(shop: Shop, flood: Flood, folder: string): Promise<Program> {
  const program = await startProgram({
    file: "server/testing/torture/flood-client.ts",
    env: {},
    ready: /The flood is running/,
    output: path.join(folder, "flood.log"),
    args: [JSON.stringify({ ...flood, port: shop.port })],
  });
  // Gives the server priority, as strangers would use CPUs of their own.
  os.setPriority(program.pid, os.constants.priority.PRIORITY_LOW);
  return program;
}

const at = (sorted: number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

function faultsOf(name: string, { ms, failures }: Orders): string[] {
  const p99 = at(
    ms.toSorted((a, b) => a - b),
    0.99,
  );
  const slow = p99 > MAX_P99_MS ? [`${name}: p99 of orders is ${p99} ms`] : [];
  const failed = Object.entries(failures).map(([what, count]) => `${name}: ${count} × ${what}`);
  return [...slow, ...failed];
}

function figuresOf(name: string, { ms, ids }: Orders, flood: string): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const figures = [0.5, 0.99, 1].map((part) => at(sorted, part)).join(" / ");
  return `       ${name}: ${ids.length} orders, p50 / p99 / max ${figures} ms ${flood}`;
}

async function countPresent(ids: string[]): Promise<number> {
  return database().prisma.order.count({ where: { id: { in: ids } } });
}

/** Waits until the orders are matched, so that the audit sees a settled state. */
async function awaitMatched(ids: string[]): Promise<void> {
  const until = Date.now() + MATCH_TIMEOUT_MS;
  const where = { id: { in: ids }, state: "placed" };
  while ((await database().prisma.order.count({ where })) > 0 && Date.now() < until) {
    await sleep(200);
  }
}

/** Runs one flood after the other while orders are placed; `print` gets each one's figures. */
export async function floods(size: FloodSize, print: (line: string) => void): Promise<Outcome> {
  const shop = await openShop(size.folder);
  // Warms up the key's cache.
  await placeOrders(shop, { ...size, seconds: 1 });
  const baseline = await placeOrders(shop, size);
  print(figuresOf("no flood", baseline, ""));
  const faults = faultsOf("no flood", baseline);
  const ids = [...baseline.ids];
  for (const [name, flood] of Object.entries(floodsOf(shop))) {
    const program = await startFlood(shop, flood, size.folder);
    const orders = await placeOrders(shop, size);
    await program.stop();
    const log = fs.readFileSync(path.join(size.folder, "flood.log"), "utf8");
    print(figuresOf(name, orders, /counted .*/.exec(log)?.[0] ?? ""));
    faults.push(...faultsOf(name, orders));
    ids.push(...orders.ids);
    await sleep(REST_MS);
  }
  const place = () => placeOrders(shop, size);
  const printOwn = (...figures: Parameters<typeof figuresOf>) => print(figuresOf(...figures));
  const work = { ...size, ...shop, alone: baseline, place, faultsOf, print: printOwn };
  const own = await sellDuringOwnWork(work);
  faults.push(...own.faults);
  ids.push(...own.ids);
  await awaitMatched(ids);
  await shop.server.stop();
  agent.destroy();
  const present = await countPresent(ids);
  if (present !== ids.length)
    faults.push(`${ids.length - present} acknowledged orders are missing`);
  faults.push(...(await auditDatabase()));
  const summary = `${ids.length} orders acknowledged during floods, ${present} stored`;
  return { summary, faults };
}
