import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { currentRequest } from "#core/caller";
import { log } from "#core/log";
import { logLinesOf } from "#testing/log-lines";
import { type Handler, HttpServer } from "./http-server";

const limits = {
  most: 100,
  mostPerAddress: 100,
  countsAddresses: true,
  countsLoopback: true,
  requestSeconds: 20,
};
let server: HttpServer;

async function serve(handler: Handler): Promise<string> {
  const options = { connections: limits, addressLimit: 1, mostSales: 8, headers: {} };
  server = new HttpServer(
    { ...options, poolWaitMs: () => 0, findChecks: async () => ({ database: "ok", schema: "ok" }) },
    handler,
  );
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  return `http://127.0.0.1:${port}`;
}

afterEach(async () => {
  await server.close({ delayMs: 0, graceMs: 0 });
  vi.restoreAllMocks();
});

it("logs one line per request with its client, target and outcome", async () => {
  const info = vi.spyOn(log, "info").mockReturnValue();
  const url = await serve((_req, res) => {
    const request = currentRequest();
    if (request) request.keyId = "key_1";
    res.writeHead(201).end("made");
  });
  const response = await fetch(`${url}/v1/orders?limit=1`, {
    method: "POST",
    headers: { authorization: "Bearer secret-key", "user-agent": `agent ${"x".repeat(300)}` },
    body: "{}",
  });
  await expect.poll(() => info.mock.calls.length).toBe(1);
  const [line, message] = info.mock.calls[0] ?? [];
  expect(message).toBe("request");
  expect(line).toEqual({
    event: "http.request",
    requestId: response.headers.get("x-request-id"),
    traceId: response.headers.get("x-request-id")?.replaceAll("-", ""),
    class: "unproven",
    method: "POST",
    path: "/v1/orders",
    status: 201,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    address: "127.0.0.1",
    userAgent: `agent ${"x".repeat(194)}`,
    key: "key_1",
    aborted: undefined,
  });
  expect(line).toSatisfy(({ bytes }: { bytes: number }) => bytes > "made".length);
});

it("continues the trace of a valid traceparent, in each line of the request", async () => {
  const parent = (id: string) => `00-${id}-00f067aa0ba902b7-01`;
  const id = "4bf92f3577b34da6a3ce929d0e0e4736";
  const url = await serve((_req, res) => {
    log.warn({ event: "page.unavailable" }, "test");
    res.end();
  });
  const { level } = log;
  log.level = "info";
  const invalid = ["x", parent("0".repeat(32)), `ff${parent(id).slice(2)}`, parent(id.slice(1))];
  const lines = await logLinesOf(async () => {
    for (const traceparent of [parent(id), ...invalid]) {
      await (await fetch(`${url}/`, { headers: { traceparent } })).text();
    }
    await sleep(50);
  });
  log.level = level;
  const events = lines.map(({ event }) => event);
  expect(events.filter((event) => event === "http.request")).toHaveLength(1 + invalid.length);
  expect(lines.filter(({ traceId }) => traceId === id)).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatchObject({ host: os.hostname(), pid: process.pid });
    expect(line["version"]).toMatch(/^\d+\.\d+\.\d+/);
    expect(line["traceId"]).toMatch(/^[\da-f]{32}$/);
  }
});

it("logs no secret that allows to pay or sign in", async () => {
  const info = vi.spyOn(log, "info").mockReturnValue();
  const url = await serve((_req, res) => res.end());
  const paths = [
    "/checkout/cs_secret",
    "/admin/reset?token=secret",
    "/v1/checkout/sessions/cs_secret",
    "/api/auth/callback/oidc?code=secret",
  ];
  for (const path of paths) await fetch(url + path, { headers: { cookie: "a=secret" } });
  await expect.poll(() => info.mock.calls.length).toBe(paths.length);
  expect(JSON.stringify(info.mock.calls)).not.toContain("secret");
});

it("logs a request whose client disconnects", async () => {
  const info = vi.spyOn(log, "info").mockReturnValue();
  const url = await serve(() => {});
  const stop = new AbortController();
  const pending = fetch(url, { signal: stop.signal }).catch(() => {});
  setTimeout(() => stop.abort(), 50);
  await pending;
  await expect.poll(() => info.mock.calls[0]?.[0]).toMatchObject({ aborted: true });
});

it("logs many refused requests as one line with their count", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const url = await serve((_req, res) => res.end());
  await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/certificates/ord_1`)));
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  expect(warn.mock.calls[0]).toEqual([
    {
      event: "http.refused",
      class: "pages",
      reason: "address-limit",
      status: 429,
      address: "127.0.0.1",
      count: 25,
    },
    "requests refused",
  ]);
});
