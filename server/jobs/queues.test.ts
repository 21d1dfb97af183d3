import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { listWorkers } from "#core/workers";
import { listFailingAccounts } from "#domain/events";
import { invitePerson } from "#domain/people";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { openReceiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";
import { getQueueStatus } from "#trpc/operator-system";
import { beginDeliveries } from "./deliver-events";
import { type Heartbeat, startHeartbeat } from "./heartbeat";

withPrivateNetwork();

let accounts: Awaited<ReturnType<typeof makeAccount>>;
let portfolioId: string;
let heartbeat: Heartbeat | undefined;

beforeAll(async () => {
  accounts = await makeAccount();
  ({ portfolioId } = await makeStock({ tonnes: 1 }));
});
afterEach(async () => {
  await heartbeat?.stop();
  heartbeat = undefined;
});

const queueStatus = async (task: string, laterMs = 0) => {
  const now = new Date(Date.now() + laterMs);
  const { queues } = await getQueueStatus({ ...systemContext(), now });
  const status = queues.find((queue) => queue.task === task);
  if (!status) throw new Error(task);
  return status;
};

async function place(amountKg: number, url?: string) {
  const body = {
    amount_kg: amountKg,
    portfolio_id: portfolioId,
    ...(url && { notification_config: { url } }),
  };
  const { status } = await call("POST", "/orders", { key: accounts.token, body });
  expect(status).toBe(201);
}

it("an order is due until it was tried, then waits for credits", async () => {
  await place(5_000);
  const due = await queueStatus("matching", 5_000);
  expect([due.due, due.later, due.light]).toEqual([1, 0, "bad"]);
  expect(Date.parse(due.oldestDueAt ?? "")).toBeLessThanOrEqual(Date.now());
  expect(due.message).toBe("1 due, but no worker is running");
  await matchAll();
  expect(await queueStatus("matching")).toMatchObject({ due: 0, later: 1, oldestDueAt: null });
});

it("a failed callback is reported with its account and host until it is old", async () => {
  heartbeat = startHeartbeat();
  const receiver = await openReceiver(() => ({ status: 500 }));
  await place(1, receiver.url);
  await matchAll();
  await expect.poll(async () => (await queueStatus("deliveries")).light).toBe("good");
  await Promise.all(await beginDeliveries());
  receiver.close();
  expect(await queueStatus("deliveries")).toMatchObject({
    due: 0,
    later: 1,
    retrying: 1,
    light: "waits",
  });
  const failing = await listFailingAccounts(systemContext());
  const { host } = new URL(receiver.url);
  expect(failing).toEqual([{ accountId: accounts.test.id, waiting: 1, failed: 0, host }]);
  const data = { state: "failed", nextAttemptAt: null };
  await database().prisma.delivery.updateMany({ where: { state: "pending" }, data });
  expect(await queueStatus("deliveries")).toMatchObject({ later: 0, retrying: 0, lost: 1 });
  expect((await listFailingAccounts(systemContext()))[0]).toMatchObject({ failed: 1 });
  // Too old to be reported.
  expect(await queueStatus("deliveries", 25 * 3_600_000)).toMatchObject({ lost: 0 });
});

it("an invitation and an expired idempotency key are due", async () => {
  const link = { email: `${randomUUID()}@example.com`, role: "viewer" } as const;
  await database().transaction((db) => invitePerson({ ...contextOf(accounts.live), db }, link));
  expect(await queueStatus("person-mail")).toMatchObject({ due: 1, later: 0 });
  await database().prisma.idempotencyKey.create({
    data: {
      accountId: accounts.test.id,
      key: "old",
      requestHash: new Uint8Array(32),
      createdAt: new Date(Date.now() - 31 * 24 * 3_600_000),
    },
  });
  const keys = await queueStatus("drop-idempotency-keys");
  expect(keys.due).toBe(1);
  const overMs = Date.now() - Date.parse(keys.oldestDueAt ?? "");
  expect(Math.round(overMs / 3_600_000)).toBe(24);
});

it("a worker reports its tasks, and does not count as alive after it has ended", async () => {
  heartbeat = startHeartbeat();
  const tries = [() => 3, () => 0, () => Promise.reject(new Error("first line\nthe reason"))];
  const turn = heartbeat.watch("mails", async () => (await tries.shift()?.()) ?? 0);
  await turn();
  const alive = async () => (await listWorkers(systemContext())).filter((it) => it.isAlive);
  await expect.poll(alive).toHaveLength(1);
  await turn();
  await expect(turn()).rejects.toThrow("the reason");
  await heartbeat.stop();
  expect(await alive()).toEqual([]);
  const [last] = await listWorkers(systemContext());
  const { workedOn, doneOn, failedOn, failure } = last?.tasks["mails"] ?? {};
  expect(failure).toBe("the reason");
  expect(String(workedOn) <= String(doneOn) && String(doneOn) <= String(failedOn)).toBe(true);
});

it("a killed worker soon counts as dead", async () => {
  heartbeat = startHeartbeat();
  await expect.poll(async () => (await getQueueStatus(systemContext())).workers.length).toBe(1);
  const now = new Date(Date.now() + 16_000);
  expect((await getQueueStatus({ ...systemContext(), now })).workers).toEqual([]);
});
