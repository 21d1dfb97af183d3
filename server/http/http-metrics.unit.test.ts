import { afterEach, beforeEach, expect, it } from "vitest";
import { recordRoute } from "#core/caller";
import { readMetrics } from "#core/metrics";
import { telemetry } from "#core/telemetry-settings";
import { HttpServer } from "./http-server";

const TOKEN = "0123456789abcdef";
let server: HttpServer;
let origin = "";
let finish = Promise.withResolvers<void>();

beforeEach(async () => {
  const connections = {
    most: 1000,
    mostPerAddress: 1000,
    countsAddresses: true,
    countsLoopback: false,
    requestSeconds: 20,
  };
  const options = { connections, addressLimit: null, mostSales: 8, headers: {} };
  const findChecks = async () => ({ database: "ok", schema: "ok" }) as const;
  finish = Promise.withResolvers();
  server = new HttpServer({ ...options, poolWaitMs: () => 0, findChecks }, async (req, res) => {
    if (req.url?.startsWith("/v1/orders/")) recordRoute("/v1/orders/{id}");
    if (req.url?.startsWith("/docs")) await finish.promise;
    res.writeHead(req.url === "/" ? 500 : 200).end();
  });
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  origin = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  telemetry.current.CT_METRICS_TOKEN = undefined;
  await server.close({ delayMs: 0, graceMs: 0 });
});

/** Other tests of this process count, too. */
async function countsOf(metric: string): Promise<Map<string, number>> {
  const series = await seriesOf(metric);
  return new Map(
    series.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(line.indexOf("{"), end), Number(line.slice(end))];
    }),
  );
}

/** The lines of the metric, without its help. */
async function seriesOf(metric: string): Promise<string[]> {
  const lines = (await readMetrics()).split("\n");
  return lines.filter((line) => line.startsWith(`carbon_till_${metric}{`));
}

it("counts requests by class, route template and status, and never by path", async () => {
  const before = await countsOf("http_requests_total");
  const durationsBefore = await countsOf("http_request_duration_seconds_count");
  const ids = Array.from({ length: 20 }, (_, index) => `id-${index}`);
  for (const id of ids) {
    await fetch(`${origin}/v1/orders/${id}`, { headers: { authorization: "Bearer x" } });
    await fetch(`${origin}/${id}/${id}`);
    await fetch(`${origin}/admin/${id}?email=${id}`);
  }
  await fetch(`${origin}/`);
  const expected = new Map([
    ['{class="api",method="GET",route="/v1/orders/{id}",status="200"}', 20],
    ['{class="pages",method="GET",route="other",status="200"}', 20],
    ['{class="dashboard",method="GET",route="/admin",status="200"}', 20],
    ['{class="pages",method="GET",route="/",status="500"}', 1],
  ]);
  const increases = async () => {
    const now = await countsOf("http_requests_total");
    return new Map(
      [...expected.keys()].map((key) => [key, (now.get(key) ?? 0) - (before.get(key) ?? 0)]),
    );
  };
  await expect.poll(increases).toEqual(expected);
  expect(await readMetrics()).not.toContain("id-1");
  const failed = '{class="pages",route="/",status="5xx"}';
  const durations = await countsOf("http_request_duration_seconds_count");
  expect((durations.get(failed) ?? 0) - (durationsBefore.get(failed) ?? 0)).toBe(1);
});

it("shows what runs, and counts what was refused", async () => {
  const series = '{class="docs",reason="overloaded"}';
  const refusals = async () => (await countsOf("http_requests_refused_total")).get(series) ?? 0;
  const before = await refusals();
  const all = Array.from({ length: 60 }, async () => (await fetch(`${origin}/docs/x`)).status);
  const running = 'carbon_till_http_requests_running{class="docs"} 8';
  await expect.poll(() => seriesOf("http_requests_running")).toContain(running);
  await expect.poll(refusals).toBeGreaterThan(before);
  finish.resolve();
  const statuses = await Promise.all(all);
  const refused = statuses.filter((status) => status === 503).length;
  expect(refused).toBeGreaterThan(0);
  expect((await refusals()) - before).toBe(refused);
});

it("shows metrics on the public address only with the token", async () => {
  const get = (authorization?: string) =>
    fetch(`${origin}/metrics`, { headers: authorization ? { authorization } : {} });
  expect((await get(`Bearer ${TOKEN}`)).status).toBe(404);
  telemetry.current.CT_METRICS_TOKEN = TOKEN;
  expect((await get()).status).toBe(401);
  expect((await get("Bearer 0123456789abcdeX")).status).toBe(401);
  const response = await get(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(response.headers.get("cache-control")).toBe("no-store");
});
