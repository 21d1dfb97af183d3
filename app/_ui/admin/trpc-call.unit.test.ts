// Calls as the browser sends them, and the options that screens get for them.
import { QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { afterEach, expect, it } from "vitest";
import { httpServer, type LocalServer } from "#testing/local-server";
import type { AppRouter } from "#trpc/router";
import { trpcOf } from "./trpc";
import { type Call, openCalls, withProof } from "./trpc-call";

let server: LocalServer | undefined;

afterEach(() => server?.close());

/** A server that responds to the first requests with these bodies, and keeps the requests. */
async function responding(...bodies: unknown[]) {
  const requests: { line: string; account: unknown; body: string }[] = [];
  server = await httpServer((req, res) => {
    const chunks: string[] = [];
    req.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    req.on("end", () => {
      const line = `${req.method} ${decodeURIComponent(req.url ?? "")}`;
      requests.push({ line, account: req.headers["x-dashboard-account"], body: chunks.join("") });
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify(bodies[requests.length - 1]));
    });
  });
  const headers = { "x-dashboard-account": "acme" };
  return { requests, call: openCalls({ url: `${server.origin}/trpc`, headers }) };
}

const data = (value: unknown) => ({ result: { data: value } });
const refusal = (code: string) => ({ error: { message: code, data: { problem: { code } } } });

it("sends the queries of one moment as one request, and later ones as another", async () => {
  const { requests, call } = await responding([data(1), data(2)], [data(3)]);
  const results = [call("query", "a.get", undefined), call("query", "b.get", { id: "x,y" })];
  expect(await Promise.all(results)).toEqual([1, 2]);
  expect(await call("query", "a.get", undefined)).toBe(3);
  expect(requests.map(({ line }) => line)).toEqual([
    'GET /trpc/a.get,b.get?batch=1&input={"1":{"id":"x,y"}}',
    "GET /trpc/a.get?batch=1&input={}",
  ]);
  expect(requests[0]?.account).toBe("acme");
});

it("sends a change as a POST of its own, never with the queries of its moment", async () => {
  const { requests, call } = await responding([data(1)], [data(1)]);
  await Promise.all([call("query", "a.get", 1), call("mutation", "a.set", { to: 2 })]);
  const change = requests.find(({ line }) => line.startsWith("POST"));
  expect(change).toMatchObject({ line: "POST /trpc/a.set?batch=1", body: '{"0":{"to":2}}' });
  expect(requests).toHaveLength(2);
});

it("fails only the call that was refused, and all if the request was", async () => {
  const { call } = await responding([data(1), refusal("not-found")], refusal("overloaded"), []);
  const both = () => Promise.allSettled([call("query", "a.get", 1), call("query", "b.get", 2)]);
  const [first, second] = await both();
  expect(first).toEqual({ status: "fulfilled", value: 1 });
  expect(second).toMatchObject({ reason: { data: { problem: { code: "not-found" } } } });
  for (const result of await both()) {
    expect(result).toMatchObject({ reason: { data: { problem: { code: "overloaded" } } } });
  }
  for (const { status } of await both()) expect(status).toBe("rejected");
});

it("repeats a call once after a proof, and not without one", async () => {
  const sent: string[] = [];
  const refused = [refusal("proof-required")];
  const { call } = await responding(refused, refused, refused, [data("done")]);
  const counted: Call = (...request) => {
    sent.push(request[1]);
    return call(...request);
  };
  let isProven = false;
  const proven = withProof(counted, async () => isProven);
  await expect(proven("mutation", "a.set", 1)).rejects.toThrow("proof-required");
  expect(sent).toHaveLength(1);
  isProven = true;
  await expect(proven("mutation", "a.set", 1)).rejects.toThrow("proof-required");
  expect(sent).toHaveLength(3);
  expect(await proven("mutation", "a.set", 1)).toBe("done");
});

it("keys queries as the server does for the first HTML", () => {
  const own = trpcOf(async () => null);
  const fromLibrary = createTRPCOptionsProxy<AppRouter>({
    client: { links: [], runtime: {} } as never,
    queryClient: new QueryClient(),
  });
  for (const trpc of [own, fromLibrary]) {
    const { orders, portfolios } = trpc;
    expect([
      orders.list.queryOptions({ limit: 3 }).queryKey,
      orders.list.queryKey({ limit: 3 }),
      portfolios.list.queryOptions().queryKey,
      orders.pathFilter().queryKey,
      orders.cancel.mutationOptions().mutationKey,
    ]).toEqual([
      [["orders", "list"], { input: { limit: 3 }, type: "query" }],
      [["orders", "list"], { input: { limit: 3 }, type: "query" }],
      [["portfolios", "list"], { type: "query" }],
      [["orders"]],
      [["orders", "cancel"]],
    ]);
  }
});
