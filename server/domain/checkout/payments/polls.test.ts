import { describe, expect, it } from "vitest";
import { SESSION_LIFETIME_MS } from "#checkout/sessions/rules";
import { database, type Sql } from "#core/db";
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
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { settlePayment, startPayment } from "./payment";
import { claimDuePayments } from "./polls";

const customer = {
  email: "ada@example.com",
  beneficiary: null,
  language: "de",
  browserHash: BROWSER,
} as const;

function begin(sessionId: string) {
  return database().transaction((db) =>
    startPayment({ ...systemContext(), db }, { sessionId, customer, source: { type: "card" } }),
  );
}

/** Charges the session at the provider; the process dies before it stores the outcome. */
async function chargeUnseen(id: string): Promise<void> {
  const start = await begin(id);
  if (start.outcome !== "started") throw new Error("the payment did not start");
  const gateway = payments(database(), { provider: "test", mode: "test" });
  const intent = { amount: 300, currency: "usd", description: "", reference: id };
  const known = await gateway.begin({ ...intent, key: `${start.payment.id}/begin-1` });
  const card = { type: "card", number: cards.good, expiryMonth: 1, expiryYear: 40, cvc: "1" };
  const source = card as typeof card & { type: "card" };
  await gateway.confirm(known, { key: "1", source, returnUrl: "" });
}

describe("an outcome lost between the provider and us", () => {
  it("is found by a poll where the provider had charged", async () => {
    const { id, account } = await openSession();
    await chargeUnseen(id);
    expect(await pageOf(id)).toMatchObject({ view: "checking" });
    expect(await pay(id)).toBe("closed");
    await expect(expire(account, id)).rejects.toThrow(/payment is under way/);
    await letTimePass(id);
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
    expect(provider).toMatchObject([{ charges: 1 }]);
  });

  it("is found together with a refund that was made by hand before, also on the order", async () => {
    const { id } = await openSession();
    await chargeUnseen(id);
    const where = { reference: id };
    await database().prisma.testProviderPayment.updateMany({
      where,
      data: { refunded: 99 },
    });
    await letTimePass(id);
    const { payment, orders } = await booksOf(id);
    expect(payment).toMatchObject({ state: "paid", refunded: 99n });
    expect(orders).toMatchObject([{ refunded: 99n }]);
  });

  it("is found by a poll where the provider had no request, and the session can be paid", async () => {
    const { id } = await openSession();
    await begin(id);
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "interrupted" });
    await pay(id);
    const { orders, provider } = await booksOf(id);
    expect([orders.length, provider.map(({ charges }) => charges)]).toEqual([1, [1]]);
  });
});

describe("a provider status", () => {
  it("of a payment that has changed since is not applied", async () => {
    const { id } = await openSession();
    const start = await begin(id);
    if (start.outcome !== "started") throw new Error("the payment did not start");
    const old = start.payment;
    await letTimePass(id);
    await pay(id, cards.paysLater);
    const before = await booksOf(id);
    expect(before.payment?.state).toBe("processing");
    // Polled before the second attempt and received after it, it would cancel the order.
    const isApplied = await database().transaction((db) =>
      settlePayment(
        { ...systemContext(), db },
        { payment: old, status: { state: "open", failure: null } },
      ),
    );
    expect(isApplied).toBe(false);
    expect(await booksOf(id)).toEqual(before);
  });

  it("that arrives after an interrupted attempt is still applied", async () => {
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

  it("without a change does not extend the time for a confirmation", async () => {
    const { id } = await openSession();
    await pay(id, cards.needsApproval);
    const { payment } = await booksOf(id);
    await letTimePass(id);
    const after = (await booksOf(id)).payment;
    expect(after?.updatedAt).toEqual(payment?.updatedAt);
    expect(after?.nextPollAt?.getTime()).toBeGreaterThan(Date.now());
  });
});

describe("a session that expires", () => {
  it("while it is paid ends as either, and is charged only with an order", async () => {
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

  it("waits for a payment under way, and completes when that is confirmed", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.needsApproval);
    const tomorrow = new Date(Date.now() + SESSION_LIFETIME_MS + 1);
    await expireSessions({ ...systemContext(), now: tomorrow });
    await expect(expire(account, id)).rejects.toThrow("whose payment is under way");
    expect((await pageOf(id, tomorrow)).view).toBe("confirm");
    expect((await booksOf(id)).session.state).toBe("open");
    await confirm(id, "approve");
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
    expect(provider).toMatchObject([{ state: "paid", charges: 1 }]);
  });

  it("cannot be paid after its expiration, even before the job stores that", async () => {
    const { id } = await openSession();
    expect(await pay(id, cards.good, new Date(Date.now() + SESSION_LIFETIME_MS))).toBe("closed");
    const { session, orders, provider } = await booksOf(id);
    expect([session.state, orders, provider]).toEqual(["open", [], []]);
  });

  it("cancels an earlier declined payment at the provider", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.declined);
    await expire(account, id);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refunds: [] });
    await letTimePass(id);
    const { payment, provider } = await booksOf(id);
    expect(payment).toMatchObject({ state: "failed", nextPollAt: null });
    expect(provider).toMatchObject([{ state: "cancelled", charges: 0 }]);
    expect(await pay(id)).toBe("closed");
  });

  it("refunds money that still arrives, once, and its page shows the refund", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.declined);
    await expire(account, id);
    // A delayed request reaches the provider.
    await database().prisma.testProviderPayment.updateMany({
      where: { reference: id },
      data: { state: "paid", charges: 1 },
    });
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refunds: [{ amount: 300 }] });
    await letTimePass(id);
    await letTimePass(id);
    const { session, payment, provider, orders, mails } = await booksOf(id);
    expect([session.state, payment?.state, orders]).toEqual(["expired", "refunded", []]);
    expect(provider).toMatchObject([{ charges: 1, refunded: 300n }]);
    expect(mails.map(({ kind }) => kind)).toEqual(["refund"]);
    expect(await pageOf(id)).toMatchObject({ view: "expired", refunds: [{ outcome: "done" }] });
  });
});

describe("cancelling a paid order", () => {
  it("refunds once, however many requests cancel it", async () => {
    // No matching runs here, so the order stays placed.
    const { id, account } = await openSession();
    await pay(id);
    const orderId = (await booksOf(id)).session.orderId ?? "";
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(account, orderId)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await pageOf(id)).toMatchObject({
      view: "cancelled",
      refunds: [{ outcome: "under_way" }],
    });
    await Promise.all([letTimePass(id), letTimePass(id)]);
    const { payment, provider, orders } = await booksOf(id);
    expect(payment).toMatchObject({ state: "refunded", refunded: 300n });
    expect(provider).toMatchObject([{ charges: 1, refunded: 300n }]);
    expect(orders).toMatchObject([{ state: "cancelled" }]);
    expect(await pageOf(id)).toMatchObject({ refunds: [{ outcome: "done", amount: 300 }] });
  });

  it("while it is matched leaves it either fulfilled and paid, or refunded", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, account } = await openSession();
      await pay(id);
      const orderId = (await booksOf(id)).session.orderId ?? "";
      await Promise.allSettled([cancel(account, orderId), matchAll()]);
      await letTimePass(id);
      const { payment, orders } = await booksOf(id);
      const expected = orders[0]?.state === "fulfilled" ? "paid" : "refunded";
      expect(payment?.state).toBe(expected);
    }
  });
});

it("a refunded payment keeps the time of its payment", async () => {
  const { id, account } = await openSession();
  await pay(id);
  const { session, payment } = await booksOf(id);
  expect(payment?.paidAt).not.toBeNull();
  await cancel(account, session.orderId ?? "");
  await letTimePass(id);
  const refunded = (await booksOf(id)).payment;
  expect([refunded?.state, refunded?.paidAt]).toEqual(["refunded", payment?.paidAt]);
});

it("a payment that one worker polls is not claimed by others", async () => {
  const { id } = await openSession();
  await pay(id, cards.paysLater);
  const later = new Date(Date.now() + 3_600_000);
  const claim = async (sql: Sql) =>
    (await claimDuePayments(sql, later, 1000)).map((it) => it.checkoutSessionId);
  await database().sqlTransaction(async (sql) => {
    expect(await claim(sql)).toContain(id);
    expect(await claim(database())).toEqual([]);
  });
  expect(await claim(database())).toEqual([]);
});
