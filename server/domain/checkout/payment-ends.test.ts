// What gets lost heals, what expires is not charged, and what is cancelled is given back: each once.
import { describe, expect, it } from "vitest";
import { database, type Sql } from "#core/db";
import { matchOrders } from "#domain/matching";
import { payments } from "#gateways/payments";
import { expireSessions } from "#jobs/chores";
import {
  BROWSER,
  booksOf,
  cancel,
  cards,
  confirm,
  expire,
  letTimePass,
  openSession,
  pageOf,
  pay,
} from "#testing/checkout";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { startPayment } from "./pay";
import { LIFETIME_MS } from "./payment-rules";
import { claimDue } from "./payment-store";
import { settlePayment } from "./settle-payment";

const customer = {
  email: "ada@example.com",
  beneficiary: null,
  language: "de",
  browserHash: BROWSER,
} as const;

function begin(sessionId: string) {
  return database().transaction((db) =>
    startPayment({ ...systemContext(), db }, { sessionId, customer, sourceType: "card" }),
  );
}

describe("what gets lost between the provider and us", () => {
  it("heals where the charge was made and nobody wrote it down", async () => {
    const { id, account } = await openSession();
    const start = await begin(id);
    if (start.outcome !== "started") throw new Error("it was to start");
    const gateway = payments(database(), { provider: "test", mode: "test" });
    const intent = { amountCents: 300, description: "", reference: id };
    const known = await gateway.begin({ ...intent, key: `${id}/payment-1` });
    const source = {
      type: "card",
      number: cards.good,
      expiryMonth: 1,
      expiryYear: 40,
      cvc: "1",
    } as const;
    await gateway.confirm(known, { key: "1", source, returnUrl: "" });
    // The process died here.
    expect(await pageOf(id)).toMatchObject({ view: "checking" });
    expect(await pay(id)).toBe("closed");
    await expect(expire(account, id)).rejects.toThrow(/payment is under way/);
    await letTimePass(id);
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
    expect(provider).toMatchObject([{ charges: 1 }]);
  });

  it("heals where the provider was never asked: nothing was taken, and it can be paid", async () => {
    const { id } = await openSession();
    await begin(id);
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "interrupted" });
    await pay(id);
    const { orders, provider } = await booksOf(id);
    expect([orders.length, provider.map(({ charges }) => charges)]).toEqual([1, [1]]);
  });
});

describe("a word of the provider's", () => {
  it("about a payment that has changed since is not taken in", async () => {
    const { id } = await openSession();
    const start = await begin(id);
    if (start.outcome !== "started") throw new Error("it was to start");
    const old = start.payment;
    await letTimePass(id);
    await pay(id, cards.paysLater);
    const before = await booksOf(id);
    expect(before.payment?.state).toBe("processing");
    // Asked before the second attempt, and heard after it: it would cancel the order.
    const isTaken = await database().transaction((db) =>
      settlePayment(
        { ...systemContext(), db },
        { seen: old, status: { state: "open", failure: null } },
      ),
    );
    expect(isTaken).toBe(false);
    expect(await booksOf(id)).toEqual(before);
  });

  it("that comes after an attempt was taken for interrupted is still heard", async () => {
    const { id } = await openSession();
    await begin(id);
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "interrupted" });
    await database().prisma.testProviderPayment.updateMany({
      where: { reference: id },
      data: { state: "paid", charges: 1 },
    });
    await letTimePass(id);
    const { session, orders } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
  });

  it("that there is nothing new does not put off what has its time", async () => {
    const { id } = await openSession();
    await pay(id, cards.needsApproval);
    const { payment } = await booksOf(id);
    await letTimePass(id);
    const after = (await booksOf(id)).payment;
    expect(after?.updatedAt).toEqual(payment?.updatedAt);
    expect(after?.askAt?.getTime()).toBeGreaterThan(Date.now());
  });
});

describe("a session that expires", () => {
  it("just as it is paid is one or the other, and never charged for nothing", async () => {
    const { account } = await makeAccount();
    const { portfolioId } = await makeStock();
    const states = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await openSession({ account, portfolioId });
      const wait = new Promise((resolve) => setTimeout(resolve, round % 4));
      await Promise.allSettled([pay(id), wait.then(() => expire(account, id))]);
      const { session, orders, provider } = await booksOf(id);
      states.add(session.state);
      const isSold = session.state === "complete";
      const charges = provider.reduce((sum, one) => sum + one.charges, 0);
      expect([orders.length, charges]).toEqual(isSold ? [1, 1] : [0, 0]);
    }
    expect([...states].every((state) => state === "complete" || state === "expired")).toBe(true);
  });

  it("waits for a payment that is under way, and is complete once that is confirmed", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.needsApproval);
    const tomorrow = new Date(Date.now() + LIFETIME_MS + 1);
    await expireSessions({ ...systemContext(), now: tomorrow });
    await expect(expire(account, id)).rejects.toThrow("whose payment is under way");
    expect((await pageOf(id, tomorrow)).view).toBe("confirm");
    expect((await booksOf(id)).session.state).toBe("open");
    await confirm(id, "approve");
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
    expect(provider).toMatchObject([{ state: "paid", charges: 1 }]);
  });

  it("is not paid once its time is over, though no job has written that down", async () => {
    const { id } = await openSession();
    expect(await pay(id, cards.good, new Date(Date.now() + LIFETIME_MS))).toBe("closed");
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders, provider]).toEqual(["open", [], []]);
  });

  it("ends the payment that was declined before: it cannot be charged any more", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.declined);
    await expire(account, id);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refund: null });
    await letTimePass(id);
    const { payment, provider } = await booksOf(id);
    expect(payment).toMatchObject({ state: "failed", askAt: null });
    expect(provider).toMatchObject([{ state: "cancelled", charges: 0 }]);
    expect(await pay(id)).toBe("closed");
  });

  it("gives back money that comes nevertheless, once, and its page says so", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.declined);
    await expire(account, id);
    // A request that was long on its way.
    await database().prisma.testProviderPayment.updateMany({
      where: { reference: id },
      data: { state: "paid", charges: 1 },
    });
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refund: { amountCents: 300 } });
    await letTimePass(id);
    await letTimePass(id);
    const { session, payment, provider, orders, mails } = await booksOf(id);
    expect([session.state, payment?.state, orders]).toEqual(["expired", "refunded", []]);
    expect(provider).toMatchObject([{ charges: 1, refundedUsdCents: 300n }]);
    expect(mails.map(({ kind }) => kind)).toEqual(["refund"]);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refund: { isDone: true } });
  });
});

describe("cancelling a paid order", () => {
  it("gives the money back once, however often it is asked for", async () => {
    // Nobody matches it here, so it stays placed.
    const { id, account } = await openSession();
    await pay(id);
    const orderId = (await booksOf(id)).session.orderId ?? "";
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(account, orderId)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await pageOf(id)).toMatchObject({ view: "cancelled", refund: { isDone: false } });
    await Promise.all([letTimePass(id), letTimePass(id)]);
    const { payment, provider, orders } = await booksOf(id);
    expect(payment).toMatchObject({ state: "refunded", refundedUsdCents: 300n });
    expect(provider).toMatchObject([{ charges: 1, refundedUsdCents: 300n }]);
    expect(orders).toMatchObject([{ state: "cancelled" }]);
    expect(await pageOf(id)).toMatchObject({ refund: { isDone: true, amountCents: 300 } });
  });

  it("just as it is matched is one or the other", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, account } = await openSession();
      await pay(id);
      const orderId = (await booksOf(id)).session.orderId ?? "";
      await Promise.allSettled([
        cancel(account, orderId),
        matchOrders(systemContext(), { database: database() }),
      ]);
      await letTimePass(id);
      const { payment, orders } = await booksOf(id);
      const wanted = orders[0]?.state === "fulfilled" ? "paid" : "refunded";
      expect(payment?.state).toBe(wanted);
    }
  });
});

it("a payment keeps the time at which it was paid when it is refunded", async () => {
  const { id, account } = await openSession();
  await pay(id);
  const { session, payment } = await booksOf(id);
  expect(payment?.paidAt).not.toBeNull();
  await cancel(account, session.orderId ?? "");
  await letTimePass(id);
  const refunded = (await booksOf(id)).payment;
  expect([refunded?.state, refunded?.paidAt]).toEqual(["refunded", payment?.paidAt]);
});

it("a payment that one worker is asking about is left to it by the others", async () => {
  const { id } = await openSession();
  await pay(id, cards.paysLater);
  const later = new Date(Date.now() + 3_600_000);
  const claim = async (sql: Sql) =>
    (await claimDue(sql, later, 1000)).map((it) => it.checkoutSessionId);
  await database().sqlTransaction(async (sql) => {
    expect(await claim(sql)).toContain(id);
    expect(await claim(database())).toEqual([]);
  });
  expect(await claim(database())).toEqual([]);
});
