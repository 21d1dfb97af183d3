import { afterEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { listFailingReceivers, pauseLane } from "#domain/events";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { getQueueStatus } from "#trpc/operator-system";
import { beginDeliveries, startDeliveries } from "./deliver-events";
import { type Heartbeat, startHeartbeat } from "./heartbeat";

withPrivateNetwork();

const ends: (() => unknown)[] = [];
let heartbeat: Heartbeat;

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await heartbeat.stop();
});

/** Starts a heartbeat without a worker. */
async function beat() {
  heartbeat = startHeartbeat();
  await expect
    .poll(async () => (await getQueueStatus(systemContext())).workers.length)
    .toBeGreaterThan(0);
}

async function open(reply: Parameters<typeof openReceiver>[0]): Promise<Receiver> {
  const receiver = await openReceiver(reply);
  ends.push(receiver.close);
  return receiver;
}

/** Fulfills orders with this callback URL. */
async function fulfill(url: string, count: number): Promise<string> {
  const { token: key } = await makeAccount();
  const { portfolioId } = await makeStock();
  for (let n = 0; n < count; n += 1) {
    const body = { amount_kg: 1, portfolio_id: portfolioId, notification_config: { url } };
    expect((await call("POST", "/orders", { key, body })).status).toBe(201);
  }
  await matchAll();
  return key;
}

async function deliveries(laterMs: number) {
  const now = new Date(Date.now() + laterMs);
  const { queues } = await getQueueStatus({ ...systemContext(), now });
  const queue = queues.find(({ task }) => task === "deliveries");
  if (!queue) throw new Error("there are no deliveries");
  return queue;
}

const MINUTE = 60_000;

it("a delivery to a paused host is neither late nor claimed by another worker", async () => {
  await beat();
  const { url } = await open(() => ({ status: 500 }));
  const key = await fulfill(url, 3);
  const late = await deliveries(6_000);
  expect([late.due, late.held]).toEqual([3, 0]);
  const until = new Date(Date.now() + 20 * MINUTE);
  await pauseLane(systemContext(), { lane: new URL(url).host, until });
  // Moves the events instead of the clock, because a heartbeat must not be in the future.
  const old = new Date(Date.now() - 10 * MINUTE);
  const where = { state: "pending" };
  await database().prisma.delivery.updateMany({ where, data: { nextAttemptAt: old } });
  const health = await deliveries(0);
  expect(health).toMatchObject({ due: 0, held: 3, oldestDueAt: null, light: "waits" });
  expect(health.action).not.toMatch(/npm run worker/);
  // Nothing is sent during the pause, and the account can see why.
  expect(await beginDeliveries()).toEqual([]);
  const { json } = await call("GET", "/events", { key });
  for (const event of json.data) {
    expect(event).toMatchObject({ delivery_state: "pending" });
    expect(event.next_attempt_on).toBe(until.toISOString());
    const one = await call("GET", `/events/${event.id}`, { key });
    expect(one.json.next_attempt_on).toBe(until.toISOString());
  }
  const { accountId } = await database().prisma.delivery.findFirstOrThrow({ where });
  const account = { id: accountId, mode: "test" } as Account;
  expect(await listFailingReceivers({ ...systemContext(), account })).toEqual([
    {
      callbackHost: new URL(url).host,
      webhookEndpointId: null,
      isSlow: false,
      waiting: 3,
      failedAttempts: 0,
      nextAttemptAt: until,
      attemptedAt: null,
      responseStatus: null,
      error: null,
    },
  ]);
  await database().prisma.delivery.updateMany({
    where,
    data: { state: "failed", nextAttemptAt: null },
  });
  expect(await listFailingReceivers({ ...systemContext(), account })).toEqual([]);
});

it("a host that keeps failing is paused for all workers, and resumed when it works again", async () => {
  await beat();
  let status = 500;
  const receiver = await open(() => ({ status }));
  const lane = new URL(receiver.url).host;
  const pauseOf = () => database().prisma.lanePause.findFirst({ where: { lane } });
  await fulfill(receiver.url, 8);
  const loop = startDeliveries((turn) => async (stopped) => void (await turn(stopped)));
  ends.push(() => loop.stop());
  await expect.poll(async () => (await pauseOf()) !== null).toBe(true);
  status = 200;
  await expect.poll(pauseOf, { timeout: 15_000 }).toBeNull();
});
