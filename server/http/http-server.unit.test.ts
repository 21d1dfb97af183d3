import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { afterEach, expect, it } from "vitest";
import { currentRequest, currentRequestId } from "#core/caller";
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
      isReady: async () => true,
      ...options,
    },
    handler,
  );
  opened.push(server);
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** Sends these bytes on a connection of their own, and returns what comes back until it ends. */
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

it("answers 400 to two Host headers and to a target that is no path", async () => {
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
  "answers %s with a status and a request id, and ends the connection",
  async (_what, sent, status) => {
    const { port } = await serve(hello);
    const answer = await exchange(port, sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
  },
);

it("takes an absolute target for its path and its host", async () => {
  const { port } = await serve((req, res) => res.end(`${req.headers.host} ${req.url} end`));
  const answer = await exchange(port, get("http://evil.example/docs?a=1"), / end/);
  expect(answer).toContain("evil.example /docs?a=1 end");
});

it("gives each response the request id that the handler sees, never one that a client chose", async () => {
  const { url } = await serve((_req, res) => res.end(currentRequestId()));
  const answer = await fetch(url, { headers: { "x-request-id": "chosen" } });
  expect(await answer.text()).toBe(answer.headers.get("x-request-id"));
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

it("refuses what exceeds the queue with a 503 that says when to come again", async () => {
  const release: (() => void)[] = [];
  const { url } = await serve((_req, res) => release.push(() => res.end("done")));
  const post = (path: string, headers = {}) => fetch(url + path, { method: "POST", headers });
  const key = { authorization: "Bearer x" };
  // Eight run and eight times as many wait.
  const first = Array.from({ length: 72 }, () => post("/v1/orders", key));
  await expect.poll(() => release.length).toBe(8);
  const refused = await post("/v1/orders", key);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await refused.json()) as { instance: string; type: string };
  expect(problem.instance).toBe(refused.headers.get("x-request-id"));
  expect(problem.type).toMatch(/\/v1\/errors\/unavailable$/);
  // The other classes are served all the while.
  const page = fetch(`${url}/`);
  await expect.poll(() => release.length).toBe(9);
  const ended = Promise.all([...first, page]);
  while (release.length > 0 || !(await Promise.race([ended, sleep(20)]))) release.pop()?.();
  expect((await ended).map(({ status }) => status)).toEqual(Array(73).fill(200));
});

it("limits an address without a key, by the kind of what it asks for", async () => {
  const { url } = await serve(hello, { addressLimit: 1 });
  const statuses = async (path: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => fetch(url + path)));
    return answers.map(({ status }) => status).filter((status) => status === 429).length;
  };
  expect(await statuses("/certificates/ord_1", 8)).toBe(3);
  const refused = await fetch(`${url}/certificates/ord_1`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await statuses("/_next/static/a.js", 20)).toBe(0);
});

it("limits an address that guesses keys, but not those from there whose key was accepted", async () => {
  const { url } = await serve(
    (req, res) => {
      const request = currentRequest();
      const isGood = req.headers.authorization === "Bearer good";
      if (request && isGood) request.keyId = "key_1";
      res.writeHead(isGood ? 200 : 401).end();
    },
    { addressLimit: 1 },
  );
  const ask = (key: string) =>
    fetch(`${url}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask("good")).status).toBe(200);
  for (let n = 0; n < 5; n += 1) expect((await ask(`bad${n}`)).status).toBe(401);
  await expect.poll(async () => (await ask("worse")).status).toBe(429);
  expect((await ask("good")).status).toBe(200);
});

it("answers requests sent ahead one after the other, and ends a connection that sends too many", async () => {
  let atOnce = 0;
  let most = 0;
  const { port } = await serve(async (_req, res) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await sleep(5);
    atOnce -= 1;
    res.end("answered");
  });
  const few = await exchange(port, get("/").repeat(5), /(answered[\s\S]*){5}/);
  expect(few.match(/answered/g)).toHaveLength(5);
  expect(most).toBe(1);
  const many = await exchange(port, get("/").repeat(100));
  expect(many).not.toContain("answered");
});

it("makes no second answer for a client that does not read the first", async () => {
  let answered = 0;
  const large = Buffer.alloc(8 * 2 ** 20);
  const { port } = await serve((_req, res) => {
    answered += 1;
    res.end(large);
  });
  const socket = net.connect(port, "127.0.0.1");
  socket.pause();
  socket.write(get("/").repeat(5));
  await expect.poll(() => answered).toBe(1);
  await sleep(100);
  expect(answered).toBe(1);
  socket.destroy();
});

it("gives up a body that does not come, and answers 408", async () => {
  const connections = { ...limits, requestSeconds: 1 };
  const { port } = await serve((req, res) => req.on("end", () => res.end()).resume(), {
    connections,
  });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab";
  expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 408 /);
});

it("accepts no more connections of one address than it may have", async () => {
  const connections = { ...limits, mostPerAddress: 2 };
  const { port } = await serve(hello, { connections });
  const held = [net.connect(port, "127.0.0.1"), net.connect(port, "127.0.0.1")];
  await Promise.all(held.map((socket) => once(socket, "connect")));
  expect(await exchange(port, get("/"))).toBe("");
  held[0]?.destroy();
  await expect.poll(() => exchange(port, get("/"), /hello/)).toContain("hello");
  held[1]?.destroy();
});

it("makes room for a new connection by ending the one that has been idle for longest", async () => {
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

it("while shutting down it is not ready, and answers each connection's next request before it ends it", async () => {
  const { server, url } = await serve(hello);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const [answer] = await once(http.get(url + path, { agent }), "response");
    answer.resume();
    await once(answer, "end");
    return [answer.statusCode, answer.headers.connection];
  };
  expect(await ask("/readyz")).toEqual([200, "keep-alive"]);
  const closed = server.close({ delayMs: 0, graceMs: 10_000 });
  expect(await ask("/readyz")).toEqual([503, "close"]);
  await closed;
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED/);
});

it("survives a request whose body could not be passed on", async () => {
  const { url } = await serve((req, res) => {
    const nobody = request("http://127.0.0.1:1", { method: "POST", body: req });
    nobody.catch(() => res.writeHead(503).end());
  });
  const post = () => fetch(url, { method: "POST", body: "x".repeat(100) }).catch(() => null);
  await post();
  await post();
  expect(await fetch(`${url}/livez`)).toMatchObject({ status: 200 });
});
