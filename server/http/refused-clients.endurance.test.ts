import { once } from "node:events";
import net from "node:net";
import { afterEach, expect, it } from "vitest";
import type { ConnectionLimits } from "./connections";
import { HttpServer } from "./http-server";

const opened: HttpServer[] = [];

afterEach(async () => {
  const now = { delayMs: 0, graceMs: 0 };
  await Promise.all(opened.splice(0).map((server) => server.close(now)));
});

const limits: ConnectionLimits = {
  most: 1000,
  mostPerAddress: 1000,
  countsAddresses: true,
  countsLoopback: true,
  requestSeconds: 20,
};

async function connect(port: number) {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const refusals = () => received.match(/HTTP\/1\.1 503/g)?.length ?? 0;
  return {
    send: (text: string) => socket.write(text),
    refusals,
    isClosed: () => expect.poll(() => socket.closed, { timeout: 10_000 }).toBe(true),
    isRefused: (times: number) => expect.poll(refusals, { timeout: 10_000 }).toBe(times),
    end: () => socket.destroy(),
  };
}

const ORDER = "POST /v1/orders HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\n\r\n";

/** Opens a server that is full of orders without a response. */
async function serveFull(own: Partial<ConnectionLimits> = {}) {
  const server = new HttpServer(
    {
      connections: { ...limits, ...own },
      addressLimit: null,
      mostSales: 8,
      headers: {},
      poolWaitMs: () => 0,
      findChecks: async () => ({ database: "ok", schema: "ok" }),
    },
    () => undefined,
  );
  opened.push(server);
  const port = await server.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  // Eight run, eight times as many wait, and one is refused.
  const all = await Promise.all(Array.from({ length: 73 }, () => connect(port)));
  for (const { send } of all) send(ORDER);
  await expect.poll(() => all.filter((one) => one.refusals() > 0).length).toBe(1);
  return { port, end: () => all.forEach((one) => void one.end()) };
}

it("leaves a client's next request unread after it has retried too early twice", async () => {
  const { port, end } = await serveFull();
  const [early, other] = [await connect(port), await connect(port)];
  for (let times = 1; times <= 2; times += 1) {
    early.send(ORDER);
    await early.isRefused(times);
  }
  early.send(ORDER);
  other.send(ORDER);
  await other.isRefused(1);
  expect(early.refusals()).toBe(2);
  // It is read after the delay.
  await early.isRefused(3);
  for (const one of [early, other]) one.end();
  end();
});

it("responds only to the refused request and closes the connection if more were pipelined", async () => {
  const { port, end } = await serveFull();
  const ahead = await connect(port);
  ahead.send(ORDER.repeat(4));
  await ahead.isClosed();
  expect(ahead.refusals()).toBe(1);
  end();
});

it("always reads a proxy's connections, because they carry many clients", async () => {
  const { port, end } = await serveFull({ countsAddresses: false });
  const [proxy, other] = [await connect(port), await connect(port)];
  for (let times = 1; times <= 2; times += 1) {
    proxy.send(ORDER);
    await proxy.isRefused(times);
  }
  proxy.send(ORDER);
  for (let times = 1; times <= 2; times += 1) {
    other.send(ORDER);
    await other.isRefused(times);
  }
  expect(proxy.refusals()).toBe(3);
  for (const one of [proxy, other]) one.end();
  end();
});
