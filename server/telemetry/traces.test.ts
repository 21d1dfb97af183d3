import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { log } from "#core/log";
import { traces } from "#core/telemetry-settings";
import { currentTracer, inCallSpan, inSpan } from "#core/tracing";
import { openHttpServer } from "#http/open-http-server";
import { startWorker } from "#jobs/worker";
import { checkedServe, publishedContract } from "#testing/api";
import { type Collector, openCollector } from "#testing/collector";
import { makeAccount, makeStock } from "#testing/factories";
import { logLinesOf } from "#testing/log-lines";
import { openReceiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { startTraces } from "./start-traces";

withPrivateNetwork();

const off = traces.current;
const ends: (() => unknown)[] = [];
let origin: string;
let key: string;
let portfolioId: string;
/** Requests whose span has ended. */
let closed = 0;

beforeAll(async () => {
  // Otherwise the first response's check reads it, in the traced request.
  await publishedContract();
  ({ token: key } = await makeAccount());
  ({ portfolioId } = await makeStock());
  const listener = getRequestListener((request) => checkedServe(request), {
    overrideGlobalObjects: false,
  });
  const server = openHttpServer({}, listener);
  server.server.on("request", (_req, res) => {
    res.once("close", () => setImmediate(() => (closed += 1)));
  });
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  origin = `http://127.0.0.1:${port}`;
  afterAll(() => server.close({ delayMs: 0, graceMs: 0 }));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  traces.current = off;
});

interface Traced {
  collector: Collector;
  /** Sends the last spans. */
  end: () => Promise<void>;
}

/** With a fake collector. */
async function traced(settings: Partial<typeof off> = {}): Promise<Traced> {
  const collector = await openCollector();
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url = collector.url } = settings;
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: "k=v" };
  Object.assign(process.env, set);
  traces.current = { ...off, ...set, ...settings };
  const stop = await startTraces("server");
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= stop();
    return ended;
  };
  ends.push(
    () => collector.close(),
    end,
    () => {
      for (const name of Object.keys(set)) delete process.env[name];
    },
  );
  return { collector, end };
}

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const TRACE_PARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

/** Its span has ended when it returns. */
async function send(path: string, { headers, ...init }: RequestInit = {}) {
  const before = closed;
  const response = await fetch(`${origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(headers as Record<string, string>) },
  });
  const text = await response.text();
  await expect.poll(() => closed).toBeGreaterThan(before);
  return { status: response.status, text };
}

function place(headers: Record<string, string> = {}, callbackUrl?: string) {
  const callback = callbackUrl && { notification_config: { url: callbackUrl } };
  return send("/v1/orders", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ amount_kg: 3, portfolio_id: portfolioId, ...callback }),
  });
}

it("sends a request with its statements as part of the caller's trace", async () => {
  const { collector, end } = await traced();
  const response = await place({ traceparent: TRACE_PARENT });
  expect(response.status).toBe(201);
  const { id } = JSON.parse(response.text) as { id: string };
  await end();
  const request = collector.spans.find(({ name }) => name === "POST /v1/orders");
  expect(request).toMatchObject({
    traceId: CALLER.traceId,
    parentSpanId: CALLER.spanId,
    kind: 2,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v1/orders",
      "http.response.status_code": 201,
      "carbon_till.mode": "test",
      "carbon_till.class": "sales",
    },
  });
  const statements = collector.spans.filter(({ name }) => name.startsWith("SQL "));
  expect(statements.length).toBeGreaterThan(1);
  for (const { traceId, parentSpanId, attributes } of statements) {
    expect([traceId, parentSpanId]).toEqual([CALLER.traceId, request?.spanId]);
    expect(attributes["db.system.name"]).toBe("postgresql");
  }
  expect(collector.resources[0]).toMatchObject({
    "service.name": "carbon-till",
    "carbon_till.process": "server",
  });
  const [sent] = collector.requests;
  expect([sent?.path, sent?.headers["k"]]).toEqual(["/v1/traces", "v"]);
  for (const secret of [key, id, portfolioId]) expect(sent?.text).not.toContain(secret);
});

it("gives a request without a trace the ID that its log lines have", async () => {
  const { collector, end } = await traced();
  const { level } = log;
  log.level = "info";
  const lines = await logLinesOf(async () => {
    await place();
    await end();
  });
  log.level = level;
  const logged = lines.find(({ event }) => event === "http.request");
  const span = collector.spans.find(({ name }) => name === "POST /v1/orders");
  expect(span?.traceId).toBe(logged?.["traceId"]);
  expect(span?.parentSpanId ?? "").toBe("");
});

it("traces a request that fails, without its path", async () => {
  const { collector, end } = await traced();
  await send("/v1/orders/ord_secret");
  await send("/certificates/secret");
  await end();
  const names = collector.spans.map(({ name }) => name);
  expect(names).toContain("GET /v1/orders/{id}");
  expect(collector.requests.map(({ text }) => text).join()).not.toContain("secret");
});

it("sends the worker's turns that found work, and tells no receiver of the trace", async () => {
  const receiver = await openReceiver();
  ends.push(() => receiver.close());
  const { collector, end } = await traced();
  await place({ traceparent: TRACE_PARENT }, receiver.url);
  const worker = startWorker();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  await worker.stop();
  await end();
  expect(receiver.received[0]?.headers["traceparent"]).toBeUndefined();
  const turns = collector.spans.filter(({ name }) => name.startsWith("turn "));
  expect(turns.map(({ name }) => name)).toContain("turn matching");
  expect(turns.filter(({ attributes }) => attributes["carbon_till.items"] === 0)).toEqual([]);
  const matching = turns.find(({ name }) => name === "turn matching");
  const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === matching?.spanId);
  expect(children.filter(({ name }) => name.startsWith("SQL ")).length).toBeGreaterThan(1);
  const call = collector.spans.find(({ name }) => name === "call receiver");
  expect(call).toMatchObject({ kind: 3, attributes: { "http.response.status_code": 200 } });
  expect(turns.some(({ traceId }) => traceId === call?.traceId)).toBe(true);
  expect(JSON.stringify(collector.spans)).not.toContain(new URL(receiver.url).host);
});

it("continues the trace at another system, and records an error without its message", async () => {
  const { collector, end } = await traced();
  let sent: Record<string, string> = {};
  const failing = inSpan({ name: "outer" }, () =>
    inCallSpan("provider", async (headers) => {
      sent = headers;
      throw new RangeError("jane@example.com");
    }),
  );
  await expect(failing).rejects.toThrow("jane@example.com");
  await end();
  const call = collector.spans.find(({ name }) => name === "call provider");
  const outer = collector.spans.find(({ name }) => name === "outer");
  expect(call).toMatchObject({ parentSpanId: outer?.spanId, status: { code: 2 } });
  expect(call?.attributes["error.type"]).toBe("RangeError");
  expect(sent["traceparent"]).toBe(`00-${outer?.traceId}-${call?.spanId}-01`);
  expect(collector.requests[0]?.text).not.toContain("jane");
});

it("sends each statement once, also those of Prisma and those sent through it", async () => {
  await closeDatabase();
  const { collector, end } = await traced();
  await inSpan({ name: "outer" }, async () => {
    await database().prisma.account.findFirst({ where: { name: "jane" } });
    await database().transaction((db) => db.query({ name: "one", text: "SELECT 1" }, []));
  });
  await database().prisma.account.count();
  await end();
  await closeDatabase();
  const outer = collector.spans.find(({ name }) => name === "outer");
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId);
  expect(statements.map(({ name }) => name)).toEqual([
    "SQL prisma select accounts",
    "SQL one",
    "SQL prisma commit",
  ]);
  expect(collector.spans).toHaveLength(4);
  expect(collector.requests[0]?.text).not.toContain("jane");
});

it("follows the sampler, and the caller's decision under a parent-based one", async () => {
  const ratio = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: 0 } as const;
  const none = await traced(ratio);
  await place({ traceparent: TRACE_PARENT });
  await none.end();
  expect(none.collector.requests).toEqual([]);
  const byParent = await traced({ ...ratio, OTEL_TRACES_SAMPLER: "parentbased_traceidratio" });
  await place();
  await place({ traceparent: TRACE_PARENT });
  await byParent.end();
  expect(new Set(byParent.collector.spans.map(({ traceId }) => traceId))).toEqual(
    new Set([CALLER.traceId]),
  );
});

it("works on while the collector refuses, and logs that once", async () => {
  const { collector, end } = await traced();
  collector.respondWith(400);
  const lines = await logLinesOf(async () => {
    for (let nth = 0; nth < 1100; nth += 1) await inSpan({ name: "refused" }, async () => nth);
    expect((await place()).status).toBe(201);
    await end();
  });
  expect(collector.requests.length).toBeGreaterThan(1);
  expect(lines.filter(({ event }) => event === "traces.not_sent")).toHaveLength(1);
});

it("ends in time if the collector takes the connection and never responds", async () => {
  const silent = await openReceiver(() => "nothing");
  ends.push(() => silent.close());
  const { end } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url });
  await inSpan({ name: "unsent" }, async () => undefined);
  await end();
  expect(currentTracer()).toBeNull();
});

it("is off without a collector: spans only run their work", async () => {
  const end = await startTraces("server");
  expect(currentTracer()).toBeNull();
  expect(await inSpan({ name: "none" }, async () => 7)).toBe(7);
  expect((await place()).status).toBe(201);
  await end();
});
