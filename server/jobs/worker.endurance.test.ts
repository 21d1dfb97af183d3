import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { startProgram } from "#testing/world/programs";
import { beginDeliveries } from "./deliver-events";
import { startWorker } from "./worker";

withPrivateNetwork();

let key: string;
let portfolioId: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock());
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function open(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...args);
  ends.push(() => receiver.close());
  return receiver;
}

async function place(url: string): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: { url } };
  return (await call("POST", "/orders", { key, body })).json.id;
}

const stateOf = async (orderId: string) =>
  (await call("GET", `/orders/${orderId}`, { key })).json.state;
const lastEvent = async () => {
  // The sandbox's registry may add an event without a receiver.
  const path = "/events?type=order.fulfilled&limit=1";
  const [{ id }] = (await call("GET", path, { key })).json.data;
  return (await call("GET", `/events/${id}`, { key })).json;
};
const soon = { timeout: 10_000, interval: 5 };

it("delivers each order's events in order at the first attempt", async () => {
  const worker = startWorker();
  ends.push(() => worker.stop());
  const receiver = await open();
  for (let nth = 1; nth <= 10; nth += 1) {
    await place(receiver.url);
    await expect.poll(() => receiver.received.length, soon).toBe(nth);
    await expect.poll(async () => (await lastEvent()).delivery_state, soon).toBe("delivered");
    expect((await lastEvent()).attempts).toHaveLength(1);
  }
});

it("keeps matching while all callbacks hang, and ends only after those in progress", async () => {
  const responses: (() => void)[] = [];
  const hanging = await open(
    () => new Promise((resolve) => responses.push(() => resolve({ status: 200 }))),
  );
  const worker = startWorker();
  for (let nth = 0; nth < 20; nth += 1) await place(hanging.url);
  await expect.poll(() => hanging.received.length, soon).toBe(4);
  const orderId = await place(hanging.url);
  await expect.poll(() => stateOf(orderId), soon).toBe("fulfilled");
  expect(hanging.received).toHaveLength(4);

  let ended = false;
  const ending = worker.stop().then(() => {
    ended = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(ended).toBe(false);
  for (const respond of responses) respond();
  await ending;
  const { data } = (await call("GET", "/events?type=order.fulfilled&limit=21", { key })).json;
  const states = data.map((it: { delivery_state: string }) => it.delivery_state);
  expect(states.filter((it: string) => it === "delivered")).toHaveLength(4);
  // Those not started are left for another worker.
  expect(states.filter((it: string) => it === "pending")).toHaveLength(17);
});

it("sends an event again with its ID after the worker that sent it was killed", async () => {
  await database().prisma.delivery.updateMany({
    where: { state: "pending" },
    data: { state: "failed", nextAttemptAt: null },
  });
  const receiver = await open((nth) => (nth === 1 ? "nothing" : { status: 200 }));
  await place(receiver.url);
  await matchAll();
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "worker-"));
  ends.push(() => fs.rm(folder, { recursive: true }));
  const program = await startProgram({
    file: "server/worker.ts",
    env: { CT_ALLOW_PRIVATE_NETWORK: "1" },
    ready: /The worker is running/,
    output: path.join(folder, "worker.log"),
  });
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  await program.kill();
  const { id, delivery_state, attempts } = await lastEvent();
  expect({ delivery_state, attempts }).toEqual({ delivery_state: "pending", attempts: [] });
  // Claimable only after the lease has expired.
  expect(await beginDeliveries()).toHaveLength(0);
  const data = { nextAttemptAt: new Date() };
  await database().prisma.delivery.updateMany({ where: { eventId: id }, data });
  await Promise.all(await beginDeliveries());
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
  expect(await lastEvent()).toMatchObject({
    delivery_state: "delivered",
    attempts: [{ attempt: 2, response_status: 200 }],
  });
  expect(await checkLedger(systemContext())).toEqual([]);
}, 60_000);
