// Deletion of old data: what stays, and what happens beside other work.
import { expect, it } from "vitest";
import { database } from "#core/db";
import { parseEnv } from "#core/env";
import { checkLedger } from "#domain/diagnostics";
import { redeliverEvent } from "#domain/events";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { makePerson, openTestSession } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { deleteOldData } from "./retention";

const DAY_MS = 86_400_000;
const inDays = (days: number) => ({
  ...systemContext(),
  now: new Date(Date.now() + days * DAY_MS),
});

/** An order whose event was delivered, or failed for good. */
async function delivered(state: "delivered" | "failed" = "delivered") {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const order = await placeOrder(contextOf(account), {
    amount_kg: 100,
    portfolio_id: portfolioId,
    subaccountId: null,
    notification_config: { url: "https://shop.example/hook" },
  });
  await matchAll();
  const { event, delivery, deliveryAttempt } = database().prisma;
  const { id: eventId } = await event.findFirstOrThrow({ where: { subjectId: order.id } });
  const own = { accountId: account.id, eventId };
  const ended = { state, nextAttemptAt: null, attempts: 1 };
  await delivery.updateMany({ where: own, data: ended });
  const { receiver } = await delivery.findFirstOrThrow({ where: own });
  await deliveryAttempt.create({
    data: {
      ...{ ...own, receiver, attempt: 1, attemptedAt: new Date(), durationMs: 5 },
      responseStatus: 200,
      responseBody: "Thank you, Ada",
    },
  });
  return { account, own, eventId };
}

it("deletes deliveries and responses when they are old, and no event of an order", async () => {
  const { own } = await delivered();
  const { delivery, deliveryAttempt, event } = database().prisma;
  await deleteOldData(inDays(29));
  expect(await deliveryAttempt.findFirst({ where: own })).toMatchObject({
    responseBody: "Thank you, Ada",
  });
  await deleteOldData(inDays(31));
  expect(await deliveryAttempt.findFirst({ where: own })).toMatchObject({ responseBody: null });
  expect(await delivery.count({ where: own })).toBe(1);
  expect(await deleteOldData(inDays(401))).toBe(true);
  expect(await delivery.count({ where: own })).toBe(0);
  expect(await deliveryAttempt.count({ where: own })).toBe(0);
  expect(await event.count({ where: { accountId: own.accountId } })).toBe(1);
  expect(await deleteOldData(inDays(401))).toBe(false);
  expect(await checkLedger(systemContext())).toEqual([]);
});

it("keeps what waits for its delivery, however old", async () => {
  const { own } = await delivered();
  const { delivery } = database().prisma;
  const pending = { state: "pending", nextAttemptAt: new Date() };
  await delivery.updateMany({ where: own, data: pending });
  await deleteOldData(inDays(500));
  expect(await delivery.count({ where: own })).toBe(1);
});

it("either deletes a delivery or leaves it to a concurrent redelivery", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const { account, own, eventId } = await delivered("failed");
    const redelivery = database().transaction((db) =>
      redeliverEvent({ ...contextOf(account), db }, { id: eventId }),
    );
    const [redelivered] = await Promise.allSettled([redelivery, deleteOldData(inDays(401))]);
    const { delivery, deliveryAttempt } = database().prisma;
    const left = await delivery.findMany({ where: own });
    const isLeft = redelivered.status === "fulfilled" && left.length > 0;
    expect(left.map(({ state }) => state)).toEqual(isLeft ? ["pending"] : []);
    expect(await deliveryAttempt.count({ where: own })).toBe(isLeft ? 1 : 0);
    outcomes.add(redelivered.status);
    await delivery.updateMany({ where: own, data: { state: "failed", nextAttemptAt: null } });
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

it("forgets customers who did not pay, and no one who did", async () => {
  const unpaid = await openSession({ customerEmail: "kim@example.com" });
  const paid = await openSession({ customerEmail: "ada@example.com" });
  await pay(paid.id);
  const { checkoutSession } = database().prisma;
  await checkoutSession.updateMany({ where: { id: unpaid.id }, data: { state: "expired" } });
  await deleteOldData(inDays(80));
  expect((await booksOf(unpaid.id)).session.customerEmail).toBe("kim@example.com");
  await deleteOldData(inDays(120));
  expect((await booksOf(unpaid.id)).session.customerEmail).toBeNull();
  expect((await booksOf(paid.id)).session.customerEmail).toBe("ada@example.com");
});

it("deletes ended logins, mails and notices of payments, and audit entries after ten years", async () => {
  const person = await makePerson();
  await openTestSession(person.email);
  const { prisma } = database();
  const paid = await openSession({ customerEmail: "ada@example.com" });
  await pay(paid.id);
  await prisma.job.updateMany({
    where: { kind: "customer-mail" },
    data: { state: "done", endedAt: new Date() },
  });
  await prisma.paymentNotice.create({
    data: { provider: "stripe", id: "evt_1", type: "charge.updated", receivedAt: new Date() },
  });
  const counts = () =>
    Promise.all([
      prisma.loginSession.count({ where: { personId: person.id } }),
      prisma.job.count({ where: { kind: "customer-mail", NOT: { payload: { equals: {} } } } }),
      prisma.paymentNotice.count(),
    ]);
  const [logins, mails, notices] = await counts();
  expect([logins, notices]).toEqual([1, 1]);
  const sent = await prisma.job.count({ where: { kind: "customer-mail" } });
  await deleteOldData(inDays(89));
  expect(await counts()).toEqual([0, mails, 1]);
  await deleteOldData(inDays(402));
  expect(await counts()).toEqual([0, 0, 0]);
  // The keys, without which a repeated cause would send the mail again.
  expect(await prisma.job.count({ where: { kind: "customer-mail" } })).toBe(sent);
  const entries = await prisma.auditEntry.count();
  await deleteOldData(inDays(3650));
  expect(await prisma.auditEntry.count()).toBe(entries);
  await deleteOldData(inDays(3662));
  expect(await prisma.auditEntry.count()).toBe(0);
  expect(() => parseEnv({ CT_RETAIN_AUDIT: "365" })).toThrow("CT_RETAIN_AUDIT");
});

it("stops between batches, continues later, and reads nothing again", async () => {
  const sessions = [await openSession({ customerEmail: "kim@example.com" }), await openSession()];
  const { checkoutSession } = database().prisma;
  const id = { in: sessions.map((session) => session.id) };
  await checkoutSession.updateMany({
    where: { id },
    data: { state: "expired", customerEmail: "kim@example.com" },
  });
  const left = () => checkoutSession.count({ where: { id, customerEmail: { not: null } } });
  let stopAfter = 0;
  const phases: string[] = [];
  const run = () =>
    deleteOldData({
      ...inDays(120),
      async progress({ phase }) {
        phases.push(phase);
        if (phases.length > stopAfter) throw new Error("shutdown");
      },
    });
  await expect(run()).rejects.toThrow("shutdown");
  expect(await left()).toBe(2);
  stopAfter = Number.POSITIVE_INFINITY;
  await run();
  expect(await left()).toBe(0);
  expect(phases).toContain("Removing old content");
  phases.length = 0;
  expect(await run()).toBe(false);
  expect(new Set(phases)).toEqual(new Set(["Deleting old data"]));
});
