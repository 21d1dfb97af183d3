// The SDK against servers that are killed, and against installations with different hosts.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { ApiError, CarbonTill, type ClientOptions } from "#sdk";
import { freePort } from "#setup/free-port";
import { freshDatabase } from "#testing/database";
import { makeAccount, makeStock } from "#testing/factories";
import { Installation as Servers } from "#testing/world/installation";
import { type Program, startProgram } from "#testing/world/programs";

const CLIENTS = 6;
const KILLS = 2;

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-sdk-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const metadataOf = (number: number) => `order-${number}`;

it("places each order once while servers are killed and responses are lost", async () => {
  const { token: apiKey, account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const size = { servers: 2, workers: 0, kills: KILLS, cuts: 0, folder };
  const servers = await Servers.start(size);
  const counts = { requests: 0, lost: 0, failed: 0 };
  const fetchSome: NonNullable<ClientOptions["fetch"]> = async (url, init) => {
    counts.requests += 1;
    const { pathname, search } = new URL(url);
    const response = await fetch(`${servers.origin()}${pathname}${search}`, init).catch(
      (error: unknown) => {
        counts.failed += 1;
        throw error;
      },
    );
    if (init.method !== "POST" || Math.random() < 0.75) return response;
    await response.text();
    counts.lost += 1;
    throw new TypeError("the response was lost");
  };
  const till = new CarbonTill({
    baseUrl: "http://till.test",
    apiKey,
    fetch: fetchSome,
    maxRetries: 30,
  });
  const placed: string[] = [];
  let next = 0;
  let isOver = false;
  const buyers = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const metadata = metadataOf(next++);
      const order = await till.placeOrder({ amount_kg: 1, portfolio_id: portfolioId, metadata });
      expect(order.metadata).toBe(metadata);
      placed.push(order.id);
      await sleep(20);
    }
  });
  await servers.killFast();
  isOver = true;
  await Promise.all(buyers);
  const listed = await till.listOrders({ limit: 7 }).toArray();
  expect(await servers.stop()).toEqual([]);
  const { prisma } = database();
  const rows = await prisma.order.findMany({ where: { accountId: account.id } });
  process.stdout.write(`${rows.length} orders, ${JSON.stringify(counts)}\n`);
  expect(rows.map(({ metadata }) => metadata).sort()).toEqual(
    Array.from({ length: next }, (_, number) => metadataOf(number)).sort(),
  );
  expect(new Set(placed)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(listed.map(({ id }) => id).sort()).toEqual([...placed].sort());
  expect(counts.lost).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
});

interface Installation {
  program: Program;
  till: CarbonTill;
  portfolioId: string;
  host: string;
  drop(): Promise<void>;
}

async function install(host: string): Promise<Installation> {
  const own = await freshDatabase();
  const former = process.env["DATABASE_URL"];
  await closeDatabase();
  process.env["DATABASE_URL"] = own.url;
  const { token: apiKey } = await makeAccount();
  const { portfolioId } = await makeStock();
  await closeDatabase();
  process.env["DATABASE_URL"] = former;
  const port = await freePort();
  const program = await startProgram({
    file: "server/testing/world/api-server.ts",
    env: { PORT: String(port), DATABASE_URL: own.url, APP_URL: host, CT_LOG_LEVEL: "warn" },
    ready: /The API listens/,
    output: path.join(folder, `${new URL(host).hostname}.log`),
  });
  const till = new CarbonTill({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey });
  return { program, till, portfolioId, host, drop: own.drop };
}

it("works with two installations on different hosts, whose objects it keeps apart", async () => {
  const installations = [
    await install("https://staging.till.example"),
    await install("https://credits.shop.example"),
  ];
  const ids: string[] = [];
  for (const { till, portfolioId, host } of installations) {
    const order = await till.placeOrder({ amount_kg: 3, portfolio_id: portfolioId });
    expect(order.certificate_public_url).toMatch(new RegExp(`^${host}/certificates/`));
    expect(await till.listOrders().toArray()).toMatchObject([{ id: order.id }]);
    for (const other of ids) {
      const missing = await till.getOrder(other).catch((error: unknown) => error);
      expect(missing).toBeInstanceOf(ApiError);
      expect(missing).toMatchObject({
        code: "not-found",
        problem: { type: `${host}/v1/errors/not-found` },
      });
    }
    ids.push(order.id);
  }
  for (const { program, drop } of installations) {
    await program.kill();
    await drop();
  }
});
