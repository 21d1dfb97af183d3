// Calls as the browser sends them.
import { afterEach, expect, it } from "vitest";
import { httpServer, type LocalServer } from "#testing/local-server";
import { createClient } from "./trpc-client";

let server: LocalServer | undefined;

afterEach(() => server?.close());

/** A server that responds to the first requests with these bodies, and keeps the requests. */
async function responding(bodies: unknown[], request?: () => Promise<boolean>) {
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
  const client = createClient({
    url: `${server.origin}/trpc`,
    headers: { "x-dashboard-account": "acme" },
    ...(request && { requestProof: request, requestLogin: request }),
  });
  return { requests, client };
}

const data = (value: unknown) => ({ result: { data: value } });
const refusal = (code: string) => ({
  error: { message: code, code: -32_600, data: { problem: { code } } },
});

it("sends the queries of one moment as one request for the account, and changes apart", async () => {
  const { requests, client } = await responding([[data(1), data(2)], [data(3)]]);
  const results = [client.orders.get.query({ id: "x,y" }), client.portfolios.list.query()];
  expect(await Promise.all(results)).toEqual([1, 2]);
  expect(await client.orders.cancel.mutate({ id: "x" })).toBe(3);
  expect(requests).toEqual([
    {
      line: 'GET /trpc/orders.get,portfolios.list?batch=1&input={"0":{"id":"x,y"}}',
      account: "acme",
      body: "",
    },
    { line: "POST /trpc/orders.cancel?batch=1", account: "acme", body: '{"0":{"id":"x"}}' },
  ]);
});

it("fails only the call that was refused, and all if the request was", async () => {
  const { client } = await responding([[data(1), refusal("not-found")], refusal("overloaded")]);
  const both = () =>
    Promise.allSettled([
      client.orders.get.query({ id: "1" }),
      client.orders.get.query({ id: "2" }),
    ]);
  const [first, second] = await both();
  expect(first).toEqual({ status: "fulfilled", value: 1 });
  expect(second).toMatchObject({ reason: { data: { problem: { code: "not-found" } } } });
  for (const result of await both()) {
    expect(result).toMatchObject({ reason: { data: { problem: { code: "overloaded" } } } });
  }
});

it.each(["proof-required", "unauthorized"])(
  "repeats a call once after a proof or a login, and not without one (%s)",
  async (code) => {
    const refused = [refusal(code)];
    let isProven = false;
    const { requests, client } = await responding(
      [refused, refused, refused, [data("done")]],
      async () => isProven,
    );
    const cancel = () => client.orders.cancel.mutate({ id: "x" });
    await expect(cancel()).rejects.toThrow(code);
    expect(requests).toHaveLength(1);
    isProven = true;
    await expect(cancel()).rejects.toThrow(code);
    expect(requests).toHaveLength(3);
    expect(await cancel()).toBe("done");
    expect(requests).toHaveLength(4);
  },
);
