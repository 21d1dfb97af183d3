import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { afterEach, expect, it } from "vitest";
import { currentRequest, currentRequestId } from "#core/caller";
import { bodyOf, withBodyStream } from "./bodies";
import { type Handler, HttpServer, type HttpServerOptions } from "./http-server";

const NOW = { delayMs: 0, graceMs: 0 };
const opened: HttpServer[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close(NOW)));
});

const limits = {
  most: 1000,
  mostPerAddress: 1000,
  countsAddresses: true,
  countsLoopback: true,
  requestSeconds: 20,
};

const hello: Handler = (_req, res) => res.end("hello");

async function serve(handler: Handler, options: Partial<HttpServerOptions> = {}) {
  const server = new HttpServer(
    {
      connections: limits,
      addressLimit: null,
      mostSales: 8,
      headers: { "X-Content-Type-Options": "nosniff" },
      poolWaitMs: () => 0,
      findChecks: async () => ({ database: "ok", schema: "ok" }),
      ...options,
    },
    handler,
  );
  opened.push(server);
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** Sends bytes on a new connection, and returns what it receives until the connection closes. */
async function exchange(port: number, sent: string, until: RegExp | null = null): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(sent);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
    if (until?.test(received)) socket.destroy();
  });
  await closed;
  return received;
}

const get = (target: string, headers = "Host: a") => `GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`;

it("returns 400 for two Host headers and for a target that is not a path", async () => {
  const { port } = await serve(hello);
  const cases = [
    get("/", "Host: a\r\nhost: b"),
    get("mailto:x@y"),
    get("*"),
    get("http://"),
    get("ftp://evil.example/"),
  ];
  for (const sent of cases) {
    expect(await exchange(port, sent, /<\/html>/)).toMatch(/^HTTP\/1\.1 400 /);
  }
});

it.each([
  ["no HTTP", "nonsense\r\n\r\n", 400],
  ["headers that are too large", get("/", `Host: a\r\nX-A: ${"a".repeat(20_000)}`), 431],
])(
  "returns a status and a request ID for %s, and closes the connection",
  async (_what, sent, status) => {
    const { port } = await serve(hello);
    const response = await exchange(port, sent);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  },
);

it("splits an absolute target into path and host", async () => {
  const { port } = await serve((req, res) => res.end(`${req.headers.host} ${req.url} end`));
  const response = await exchange(port, get("http://evil.example/docs?a=1"), / end/);
  expect(response).toContain("evil.example /docs?a=1 end");
});

it("sets the request ID that the handler sees, never one sent by a client", async () => {
  const { url } = await serve((_req, res) => res.end(currentRequestId()));
  const response = await fetch(url, { headers: { "x-request-id": "chosen" } });
  expect(await response.text()).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

it("refuses requests beyond the queue with 503 and Retry-After", async () => {
  const release: (() => void)[] = [];
  const { url } = await serve((_req, res) => release.push(() => res.end("done")));
  const post = (path: string, headers = {}) => fetch(url + path, { method: "POST", headers });
  const key = { authorization: "Bearer x" };
  const first = Array.from({ length: 72 }, () => post("/v1/orders", key));
  await expect.poll(() => release.length).toBe(8);
  const refused = await post("/v1/orders", key);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await refused.json()) as { instance: string; type: string };
  expect(problem.instance).toBe(refused.headers.get("x-request-id"));
  expect(problem.type).toMatch(/\/v1\/errors\/unavailable$/);
  // The other classes are still served.
  const page = fetch(`${url}/`);
  await expect.poll(() => release.length).toBe(9);
  const ended = Promise.all([...first, page]);
  while (release.length > 0 || !(await Promise.race([ended, sleep(20)]))) release.pop()?.();
  expect((await ended).map(({ status }) => status)).toEqual(Array(73).fill(200));
});

it("limits an address without a key, by the kind of request", async () => {
  const { url } = await serve(hello, { addressLimit: 1 });
  const statuses = async (path: string, count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => fetch(url + path)));
    return responses.map(({ status }) => status).filter((status) => status === 429).length;
  };
  expect(await statuses("/certificates/ord_1", 8)).toBe(3);
  const refused = await fetch(`${url}/certificates/ord_1`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await statuses("/_next/static/a.js", 20)).toBe(0);
});

it("limits an address that guesses keys, but not its requests with an accepted key", async () => {
  const { url } = await serve(
    (req, res) => {
      const request = currentRequest();
      const isGood = req.headers.authorization === "Bearer good";
      if (request && isGood) request.accountId = "acc_1";
      res.writeHead(isGood ? 200 : 401).end();
    },
    { addressLimit: 1 },
  );
  const request = (key: string) =>
    fetch(`${url}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
  expect((await request("good")).status).toBe(200);
  for (let n = 0; n < 5; n += 1) expect((await request(`bad${n}`)).status).toBe(401);
  await expect.poll(async () => (await request("worse")).status).toBe(429);
  expect((await request("good")).status).toBe(200);
});

it("handles pipelined requests in order, and closes a connection that sends too many", async () => {
  let atOnce = 0;
  let most = 0;
  const { port } = await serve(async (_req, res) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await sleep(5);
    atOnce -= 1;
    res.end("handled");
  });
  const few = await exchange(port, get("/").repeat(5), /(handled[\s\S]*){5}/);
  expect(few.match(/handled/g)).toHaveLength(5);
  expect(most).toBe(1);
  const many = await exchange(port, get("/").repeat(100));
  expect(many).not.toContain("handled");
});

it("starts no second response for a client that does not read the first", async () => {
  let handled = 0;
  const large = Buffer.alloc(8 * 2 ** 20);
  const { port } = await serve((_req, res) => {
    handled += 1;
    res.end(large);
  });
  const socket = net.connect(port, "127.0.0.1");
  socket.pause();
  socket.write(get("/").repeat(5));
  await expect.poll(() => handled).toBe(1);
  await sleep(100);
  expect(handled).toBe(1);
  socket.destroy();
});

it("returns 408 if the body does not arrive", async () => {
  const connections = { ...limits, requestSeconds: 1 };
  const { port } = await serve((req, res) => req.on("end", () => res.end()).resume(), {
    connections,
  });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab";
  expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 408 /);
});

it("hands a body over as bytes and, where it is needed, as a stream", async () => {
  const { url } = await serve(async (req, res) => {
    const chunks = await withBodyStream(req).toArray();
    res.end(JSON.stringify([bodyOf(req)?.toString(), Buffer.concat(chunks).toString()]));
  });
  const large = "x".repeat(300_000);
  for (const body of ["short", large]) {
    const response = await fetch(url, { method: "POST", body });
    expect(await response.json()).toEqual([body, body]);
  }
  expect(await (await fetch(url)).json()).toEqual([null, ""]);
});

it("limits the connections of one address", async () => {
  const connections = { ...limits, mostPerAddress: 2 };
  const { port } = await serve(hello, { connections });
  const held = [net.connect(port, "127.0.0.1"), net.connect(port, "127.0.0.1")];
  await Promise.all(held.map((socket) => once(socket, "connect")));
  expect(await exchange(port, get("/"))).toBe("");
  held[0]?.destroy();
  await expect.poll(() => exchange(port, get("/"), /hello/)).toContain("hello");
  held[1]?.destroy();
});

it("closes the longest idle connection to accept a new one", async () => {
  const connections = { ...limits, most: 2 };
  const { port } = await serve(hello, { connections });
  const idle = net.connect(port, "127.0.0.1");
  await once(idle, "connect");
  const ended = once(idle.resume(), "close");
  for (let n = 0; n < 2; n += 1) expect(await exchange(port, get("/"), /hello/)).toContain("hello");
  const more = [net.connect(port, "127.0.0.1"), net.connect(port, "127.0.0.1")];
  await ended;
  for (const socket of more) socket.destroy();
});

it("while shutting down, is not ready and handles one more request per connection", async () => {
  const { server, url } = await serve(hello);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const request = async (path: string) => {
    const [response] = await once(http.get(url + path, { agent }), "response");
    response.resume();
    await once(response, "end");
    return [response.statusCode, response.headers.connection];
  };
  expect(await request("/readyz")).toEqual([200, "keep-alive"]);
  const closed = server.close({ delayMs: 0, graceMs: 10_000 });
  expect(await request("/readyz")).toEqual([503, "close"]);
  await closed;
  await expect(request("/")).rejects.toThrow(/ECONNREFUSED/);
});

it("survives a request whose body could not be forwarded", async () => {
  const { url } = await serve((req, res) => {
    const nobody = request("http://127.0.0.1:1", { method: "POST", body: req });
    nobody.catch(() => res.writeHead(503).end());
  });
  const post = () => fetch(url, { method: "POST", body: "x".repeat(100) }).catch(() => null);
  await post();
  await post();
  expect(await fetch(`${url}/livez`)).toMatchObject({ status: 200 });
});
