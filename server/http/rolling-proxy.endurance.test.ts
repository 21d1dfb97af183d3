import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { freePort } from "#setup/free-port";
import { makeAccount, makeStock } from "#testing/factories";
import { startRoundRobin } from "#testing/round-robin";
import { type Program, startProgram } from "#testing/world/programs";

const CLIENTS = 16;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-rolling-"));
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let servers: { port: number; program: Program }[];

function startServer(port: number): Promise<Program> {
  return startProgram({
    file: "server/testing/rolling-server.ts",
    env: { PORT: String(port), CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off", CT_DATABASE_POOL: "5" },
    ready: /The server listens/,
    output: path.join(folder, `${port}.log`),
  });
}

beforeAll(async () => {
  const ports = [await freePort(), await freePort()];
  servers = await Promise.all(
    ports.map(async (port) => ({ port, program: await startServer(port) })),
  );
  balancer = await startRoundRobin(ports);
}, 60_000);
afterAll(async () => {
  await balancer.stop();
  await Promise.all(servers.map(({ program }) => program.kill()));
  fs.rmSync(folder, { recursive: true });
});

/** Places orders on one keep-alive connection; returns the status and text of each response. */
function client(token: string, portfolioId: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const body = JSON.stringify({ amount_kg: 1, portfolio_id: portfolioId });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  return async () => {
    const options = { host: "127.0.0.1", port: balancer.port, path: "/v1/orders", agent, headers };
    const request = http.request({ ...options, method: "POST" });
    request.end(body);
    const [response] = await once(request, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode as number, text };
  };
}

async function restart(server: (typeof servers)[number], orders: readonly string[]): Promise<void> {
  await server.program.stop();
  server.program = await startServer(server.port);
  const before = orders.length;
  await expect.poll(balancer.readyPorts, { timeout: 20_000 }).toHaveLength(2);
  await expect.poll(() => orders.length, { timeout: 20_000 }).toBeGreaterThan(before);
}

it("restarts two servers behind a load balancer under load without an error or a lost order", async () => {
  const { account, token } = await makeAccount();
  const { portfolioId } = await makeStock();
  await expect.poll(balancer.readyPorts, { timeout: 20_000 }).toHaveLength(2);
  const orders: string[] = [];
  const errors: string[] = [];
  let isOver = false;
  const load = Array.from({ length: CLIENTS }, async () => {
    const place = client(token, portfolioId);
    while (!isOver) {
      const { status, text } = await place();
      if (status === 201) orders.push((JSON.parse(text) as { id: string }).id);
      else errors.push(`${status} ${text}`);
    }
  });
  const all = Promise.all(load);
  await expect.poll(() => orders.length).toBeGreaterThan(CLIENTS);
  for (const server of servers) await Promise.race([restart(server, orders), all]);
  isOver = true;
  await all;
  expect(errors).toEqual([]);
  const stored = await database().prisma.order.findMany({ where: { accountId: account.id } });
  expect(stored.map(({ id }) => id).sort()).toEqual(orders.toSorted());
}, 120_000);
