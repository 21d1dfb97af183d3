// Bodies as they arrive on sockets: slow, large, compressed, abandoned, full of faults.
import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readMetrics } from "#core/metrics";
import { serveForm } from "#rest/forms";
import { serveModule } from "#rest/module-addresses";
import { checkedServe, publishedContract } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { logLinesOf } from "#testing/log-lines";
import { type Handler, HttpServer } from "./http-server";

const opened: HttpServer[] = [];
const sockets: net.Socket[] = [];
let key = "";
let strangers = "";
/** A small order. */
let small = "";

beforeAll(async () => {
  const [own, other] = [await makeAccount(), await makeAccount()];
  [key, strangers] = [own.token, other.token];
  const { portfolioId } = await makeStock();
  small = JSON.stringify({ amount_kg: 1, portfolio_id: portfolioId });
  await publishedContract();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(opened.map((server) => server.close({ delayMs: 0, graceMs: 0 })));
});

const route: Handler = getRequestListener(
  (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return serveModule(request);
    return pathname.startsWith("/v1/") ? checkedServe(request) : serveForm(request);
  },
  { overrideGlobalObjects: false },
);

async function serve({ requestSeconds = 20, mostSales = 8 } = {}): Promise<number> {
  const connections = {
    most: 2000,
    mostPerAddress: 2000,
    countsAddresses: true,
    countsLoopback: false,
    requestSeconds,
  };
  const options = {
    connections,
    addressLimit: null,
    mostSales,
    headers: {},
    poolWaitMs: () => 0,
    findChecks: async () => ({ database: "ok", schema: "ok" }) as const,
  };
  const server = new HttpServer(options, route);
  opened.push(server);
  return server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
}

const headOf = (target: string, headers: string[]) =>
  `${[`POST ${target} HTTP/1.1`, "Host: a", ...headers].join("\r\n")}\r\n\r\n`;

const json = (token: string, more: string[] = []) => [
  `Authorization: Bearer ${token}`,
  "Content-Type: application/json",
  ...more,
];

const order = (token: string, body: string, more: string[] = []) =>
  headOf("/v1/orders", json(token, [`Content-Length: ${body.length}`, ...more])) + body;

/** Opens a connection that sends `text`. */
async function send(port: number, text: string) {
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  await once(socket, "connect");
  let received = "";
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      received += chunk;
    });
  socket.write(text);
  const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) => one);
  return {
    socket,
    received: () => received,
    statuses,
    /** Waits for the final responses. */
    responses: async (count = 1) => {
      await expect.poll(() => statuses().length, { timeout: 8000 }).toBe(count);
      return statuses();
    },
  };
}

/** Sends a JSON body and returns the problem. */
async function post(port: number, target: string, body: string, headers: string[] = []) {
  const all = [...json(key), ...headers].map((line) => line.split(": ") as [string, string]);
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: "POST",
    body,
    headers: all,
  });
  const text = await response.text();
  return { status: response.status, text, problem: JSON.parse(text) };
}

it("slow bodies of one account take no places from the orders of another", async () => {
  const port = await serve();
  const slow = headOf("/v1/orders", json(strangers, ["Content-Length: 1000"]));
  // More than may run and wait together.
  const all = await Promise.all(Array.from({ length: 100 }, () => send(port, `${slow} `)));
  for (let n = 0; n < 3; n += 1) expect((await post(port, "/v1/orders", small)).status).toBe(201);
  expect(all.flatMap((one) => one.statuses())).toEqual([]);
});

it("a body that does not arrive in time is 408, and its connection is closed", async () => {
  // Longer than the body's own limit of three: the connection would be closed at the same time.
  const port = await serve({ requestSeconds: 4 });
  const slow = headOf("/v1/orders", json(key, ["Content-Length: 100"]));
  const sent = await send(port, `${slow} `);
  expect(await sent.responses()).toEqual(["408"]);
  await expect.poll(() => sent.socket.closed).toBe(true);
  expect(sent.received()).toMatch(/"code":"request-timeout"/);
});

it.each([
  ["/v1/orders", 1024 * 1024],
  ["/mcp", 1024 * 1024],
  ["/checkout/cs_1/pay", 64 * 1024],
  ["/webhooks/stripe", 256 * 1024],
])("a body that is too large for %s is 413, with and without its length", async (target, most) => {
  const port = await serve();
  const declared = await send(port, headOf(target, [`Content-Length: ${most + 1}`]));
  const chunked = headOf(target, ["Transfer-Encoding: chunked"]);
  const size = (most + 1).toString(16);
  const sent = await send(port, `${chunked}${size}\r\n${" ".repeat(most + 1)}\r\n`);
  for (const one of [declared, sent]) {
    expect(await one.responses()).toEqual(["413"]);
    await expect.poll(() => one.socket.closed).toBe(true);
  }
});

it("a compressed body is 415 and not unpacked", async () => {
  const port = await serve();
  const encoded = await post(port, "/v1/orders", small, ["Content-Encoding: gzip"]);
  expect([encoded.status, encoded.problem.code]).toEqual([415, "unsupported-media-type"]);
  expect((await post(port, "/v1/orders", small, ["Content-Encoding: identity"])).status).toBe(201);
});

it("reads bodies in chunks, after 100 Continue, empty ones, and pipelined ones", async () => {
  const port = await serve();
  const chunked = headOf("/v1/orders", json(key, ["Transfer-Encoding: chunked"]));
  const inChunks = await send(port, `${chunked}5\r\n${small.slice(0, 5)}\r\n`);
  await sleep(20);
  const rest = small.slice(5);
  inChunks.socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`);
  expect(await inChunks.responses()).toEqual(["201"]);
  const length = `Content-Length: ${small.length}`;
  const waiting = await send(
    port,
    headOf("/v1/orders", json(key, [length, "Expect: 100-continue"])),
  );
  expect(await waiting.responses()).toEqual(["100"]);
  waiting.socket.write(small);
  expect(await waiting.responses(2)).toEqual(["100", "201"]);
  const empty = await send(port, order(key, ""));
  expect(await empty.responses()).toEqual(["400"]);
  const pipelined = await send(port, order(key, small) + order(key, "[]") + order(key, small));
  expect(await pipelined.responses(3)).toEqual(["201", "400", "201"]);
});

it("names repeated fields and parameters", async () => {
  const port = await serve();
  const body = await post(port, "/v1/orders", '{"amount_kg":1,"amount_kg":2,"metadata":"x"}');
  expect([body.status, body.problem.errors, body.problem.error_codes]).toEqual([
    400,
    { amount_kg: ["is given more than once"] },
    { amount_kg: "repeated" },
  ]);
  const listed = await fetch(`http://127.0.0.1:${port}/v1/orders?limit=1&limit=2&type=order`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await listed.json()).toMatchObject({
    status: 400,
    errors: { limit: ["is given more than once"] },
  });
});

const unknown = (count: number, name: string) =>
  `{"amount_kg":1${Array.from({ length: count }, (_, n) => `,"${name}${n}":1`).join("")}}`;

it.each([
  ["60,000 unknown fields", unknown(60_000, "k"), /too many fields/],
  ["190 unknown fields", unknown(190, "k"), /The first 20 of 190 problems are listed/],
  ["long and odd names", unknown(190, "\\u0001€".repeat(400)), /problems are listed/],
  ["a hundred repeated fields", `{${'"a":1,'.repeat(100)}"a":1}`, /The first 20 of 100 problems/],
  ["a million levels", '{"amount_kg":'.padEnd(1_000_000, "["), /at most 20 levels/],
  ["a million items", `{"amount_kg":[${"1,".repeat(400_000)}1]}`, /too many fields/],
])("the response to %s is below 8 KB", async (_what, body, message) => {
  const port = await serve();
  const { status, text } = await post(port, "/v1/orders", body);
  expect([status, text]).toEqual([400, expect.stringMatching(message)]);
  expect(Buffer.byteLength(text)).toBeLessThan(8192);
  const query = new URLSearchParams(Array.from({ length: 40 }, (_, n) => [`€${n}`.repeat(20), ""]));
  const listed = await fetch(`http://127.0.0.1:${port}/v1/verify?${query}`);
  expect(listed.status).toBe(400);
  expect(Buffer.byteLength(await listed.text())).toBeLessThan(8192);
});

async function countServerErrors(): Promise<number> {
  const lines = (await readMetrics()).split("\n");
  return lines.filter((line) => /^carbon_till_http_requests_total\{.*status="5/.test(line)).length;
}

it("a client that leaves before its body is complete is no error", async () => {
  const port = await serve();
  const before = await countServerErrors();
  const lines = await logLinesOf(async () => {
    for (const [target, type] of [
      ["/v1/orders", "application/json"],
      ["/v1/subaccounts/sub_1/logo", "image/png"],
    ]) {
      const head = [`Authorization: Bearer ${key}`, `Content-Type: ${type}`, "Content-Length: 99"];
      const method = target?.endsWith("logo") ? "PUT" : "POST";
      const left = await send(port, headOf(target ?? "", head).replace("POST", method));
      await sleep(50);
      left.socket.destroy();
      await sleep(50);
    }
  });
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(await countServerErrors()).toBe(before);
});
