import "#testing/private-network";
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { listWorkers } from "#core/workers";
import { listFailingAccounts } from "#domain/events";
import { matchOrders } from "#domain/matching";
import { invitePerson } from "#domain/people";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { openReceiver } from "#testing/receiver";
import { getQueueStatus } from "#trpc/operator-system";
import { beginDeliveries } from "./deliver-events";
import { type Heartbeat, startHeartbeat } from "./heartbeat";

let made: Awaited<ReturnType<typeof makeAccount>>;
let portfolioId: string;
let heartbeat: Heartbeat | undefined;

beforeAll(async () => {
  made = await makeAccount();
  ({ portfolioId } = await makeStock({ tonnes: 1 }));
});
afterEach(async () => {
  await heartbeat?.stop();
  heartbeat = undefined;
});

const look = async (task: string, laterMs = 0) => {
  const now = new Date(Date.now() + laterMs);
  const { queues } = await getQueueStatus({ ...systemContext(), now });
  const found = queues.find((queue) => queue.task === task);
  if (!found) throw new Error(task);
  return found;
};

async function place(amountKg: number, url?: string) {
  const body = {
    amount_kg: amountKg,
    portfolio_id: portfolioId,
    ...(url && { notification_config: { url } }),
  };
  const { status } = await call("POST", "/orders", { key: made.token, body });
  expect(status).toBe(201);
}

const match = () => matchOrders(systemContext(), { database: database() });

it("an order is due until it was tried, then waits for credits, and no worker is told of", async () => {
  await place(5_000);
  const due = await look("matching", 5_000);
  expect([due.due, due.later, due.light]).toEqual([1, 0, "bad"]);
  expect(Date.parse(due.oldestDueAt ?? "")).toBeLessThanOrEqual(Date.now());
  expect(due.message).toBe("1 due, but no worker is running");
  await match();
  expect(await look("matching")).toMatchObject({ due: 0, later: 1, oldestDueAt: null });
});

it("a callback that fails is told of with its account and host, until it is long ago", async () => {
  heartbeat = startHeartbeat();
  const receiver = await openReceiver(() => ({ status: 500 }));
  await place(1, receiver.url);
  await match();
  await expect.poll(async () => (await look("deliveries")).light).toBe("good");
  await Promise.all(await beginDeliveries());
  receiver.close();
  expect(await look("deliveries")).toMatchObject({ due: 0, later: 1, retrying: 1, light: "waits" });
  const failing = await listFailingAccounts(systemContext());
  const { host } = new URL(receiver.url);
  expect(failing).toEqual([{ accountId: made.test.id, retrying: 1, failed: 0, host }]);
  const data = { state: "failed", nextAttemptAt: null };
  await database().prisma.delivery.updateMany({ where: { state: "pending" }, data });
  expect(await look("deliveries")).toMatchObject({ later: 0, retrying: 0, lost: 1 });
  expect((await listFailingAccounts(systemContext()))[0]).toMatchObject({ failed: 1 });
  // Long ago, it is nothing to act upon any more.
  expect(await look("deliveries", 25 * 3_600_000)).toMatchObject({ lost: 0 });
});

it("a mailed invitation and an old idempotency key are due like anything else", async () => {
  const link = { email: `${randomUUID()}@example.com`, role: "viewer" } as const;
  await database().transaction((db) => invitePerson({ ...contextOf(made.live), db }, link));
  expect(await look("person-mail")).toMatchObject({ due: 1, later: 0 });
  await database().prisma.idempotencyKey.create({
    data: {
      accountId: made.test.id,
      key: "old",
      requestHash: new Uint8Array(32),
      createdAt: new Date(Date.now() - 31 * 24 * 3_600_000),
    },
  });
  const keys = await look("drop-idempotency-keys");
  expect(keys.due).toBe(1);
  const overMs = Date.now() - Date.parse(keys.oldestDueAt ?? "");
  expect(Math.round(overMs / 3_600_000)).toBe(24);
});

it("a worker tells how its tasks fare, and is not taken for alive once it ended", async () => {
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

it("a worker that was killed is not taken for alive for long", async () => {
  heartbeat = startHeartbeat();
  await expect.poll(async () => (await getQueueStatus(systemContext())).workers.length).toBe(1);
  const now = new Date(Date.now() + 16_000);
  expect((await getQueueStatus({ ...systemContext(), now })).workers).toEqual([]);
});
