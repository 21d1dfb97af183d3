// Late events: the fault of a dead or slow receiver, of a slow worker, or of one that is stopped.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { listFailingAccounts, listFailingReceivers } from "#domain/events";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { openReceiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { getQueueStatus } from "#trpc/operator-system";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { startWorker } from "./worker";

withPrivateNetwork();

type Ending = { stop(): Promise<void> };

const closes: (() => void)[] = [];
let running: Ending | Heartbeat | null = null;

async function stop() {
  await running?.stop();
  running = null;
}

beforeEach(async () => {
  const { delivery } = database().prisma;
  const data = { state: "cancelled", nextAttemptAt: null };
  await delivery.updateMany({ where: { state: { in: ["pending", "failed"] } }, data });
});
afterEach(async () => {
  await stop();
  for (const close of closes.splice(0)) close();
});

async function receiver(reply: () => Promise<{ status: number }> | { status: number }) {
  const opened = await openReceiver(reply);
  closes.push(opened.close);
  return opened;
}

/** Nothing listens at its address any more. */
async function deadAddress(): Promise<string> {
  const { url, close } = await openReceiver();
  close();
  return url;
}

/** An account with events to the address that have been due for ten minutes. */
async function withLateEvents(url: string, count: number): Promise<Account> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const order = {
    ...{ amount_kg: 1, portfolio_id: portfolioId, subaccountId: null },
    notification_config: { url },
  };
  for (let n = 0; n < count; n += 1) await placeOrder(contextOf(account), order);
  await matchAll();
  await database().prisma.delivery.updateMany({
    where: { accountId: account.id },
    data: { nextAttemptAt: new Date(Date.now() - 600_000) },
  });
  return account;
}

async function status() {
  const { queues } = await getQueueStatus(systemContext());
  const queue = queues.find(({ task }) => task === "deliveries");
  if (!queue) throw new Error("there is no queue of deliveries");
  return queue;
}

const failingOf = (account: Account) => listFailingReceivers({ ...systemContext(), account });
const blamed = async (account: Account) =>
  (await listFailingAccounts(systemContext())).find(({ accountId }) => accountId === account.id);

it("a dead receiver never turns the queue red: the operator sees its account, the account when it is tried next", async () => {
  const url = await deadAddress();
  const account = await withLateEvents(url, 28);
  const well = await receiver(() => ({ status: 200 }));
  await withLateEvents(well.url, 3);
  running = startWorker();
  await expect.poll(async () => (await status()).held, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(() => well.received.length, { timeout: 15_000 }).toBe(3);
  for (let n = 0; n < 2; n += 1) {
    const { light, due, action } = await status();
    expect({ light, due }).toEqual({ light: "waits", due: 0 });
    expect(action).not.toMatch(/npm run worker/);
    await sleep(1000);
  }
  expect(await blamed(account)).toMatchObject({ host: new URL(url).host });
  const [failing, ...others] = await failingOf(account);
  expect(others).toEqual([]);
  expect(failing).toMatchObject({
    callbackHost: new URL(url).host,
    isSlow: false,
    waiting: 28,
    responseStatus: null,
  });
  expect(failing?.error).toBeTruthy();
  const waitMs = (failing?.nextAttemptAt.getTime() ?? 0) - Date.now();
  // A probe may be under way; otherwise the next one is within a minute.
  expect(waitMs).toBeGreaterThan(-20_000);
  expect(waitMs).toBeLessThan(61_000);
});

it("a slow receiver is blamed for its own backlog, until it is prompt again", async () => {
  let delayMs = 1300;
  const slow = await receiver(async () => {
    await sleep(delayMs);
    return { status: 200 };
  });
  const account = await withLateEvents(slow.url, 60);
  running = startWorker();
  await expect.poll(async () => (await status()).held, { timeout: 15_000 }).toBeGreaterThan(0);
  const { light, due, action } = await status();
  expect({ light, due }).toEqual({ light: "waits", due: 0 });
  expect(action).not.toMatch(/npm run worker/);
  expect(await blamed(account)).toMatchObject({ host: new URL(slow.url).host, failed: 0 });
  expect(await failingOf(account)).toMatchObject([
    { callbackHost: new URL(slow.url).host, isSlow: true, error: null },
  ]);
  delayMs = 0;
  await expect.poll(() => slow.received.length, { timeout: 20_000 }).toBe(60);
  await expect.poll(async () => (await status()).light, { timeout: 15_000 }).toBe("good");
  expect(await failingOf(account)).toEqual([]);
});

it("a worker that can't keep up is red and needs another one; a stopped one must be started", async () => {
  const { url } = await receiver(() => ({ status: 200 }));
  const account = await withLateEvents(url, 5);
  // Alive, but it gets to none of its deliveries.
  running = startHeartbeat();
  await expect
    .poll(async () => (await status()).action, { timeout: 15_000 })
    .toMatch(/Start another worker/);
  expect(await status()).toMatchObject({ light: "bad", due: 5, held: 0 });
  expect(await failingOf(account)).toEqual([]);
  await stop();
  await expect
    .poll(async () => (await status()).message, { timeout: 15_000 })
    .toBe("5 due, but no worker is running");
  expect((await status()).light).toBe("bad");
});
