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

/** A connection that counts its refusals. */
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

/** A server that is full of orders without an end. */
async function serveFull(own: Partial<ConnectionLimits> = {}) {
  const server = new HttpServer(
    {
      connections: { ...limits, ...own },
      addressLimit: null,
      mostSales: 8,
      headers: {},
      poolWaitMs: () => 0,
      isReady: async () => true,
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

it("leaves a client's next request unread once it came back twice before it was told to", async () => {
  const { port, end } = await serveFull();
  const [hasty, other] = [await connect(port), await connect(port)];
  for (let times = 1; times <= 2; times += 1) {
    hasty.send(ORDER);
    await hasty.isRefused(times);
  }
  hasty.send(ORDER);
  other.send(ORDER);
  await other.isRefused(1);
  expect(hasty.refusals()).toBe(2);
  // It is read when the time is up.
  await hasty.isRefused(3);
  for (const one of [hasty, other]) one.end();
  end();
});

it("answers a refused request alone, and ends the connection, if more was sent ahead", async () => {
  const { port, end } = await serveFull();
  const ahead = await connect(port);
  ahead.send(ORDER.repeat(4));
  await ahead.isClosed();
  expect(ahead.refusals()).toBe(1);
  end();
});

it("reads a proxy's connections all the time: they carry many clients", async () => {
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
