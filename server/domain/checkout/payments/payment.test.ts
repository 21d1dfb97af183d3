import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { getCertificate } from "#domain/certificates";
import { getOrder } from "#domain/orders";
import {
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
import { contextOf, makeStock, matchAll, systemContext } from "#testing/factories";

describe("paying", () => {
  it("charges once, completes the session and places one order that is matched", async () => {
    const { id, account } = await openSession();
    expect(await pay(id)).toBe("started");
    const { session, payment, orders, provider, mails } = await booksOf(id);
    expect(session).toMatchObject({ state: "complete", paying: false, orderId: orders[0]?.id });
    expect(payment).toMatchObject({ state: "paid", nextPollAt: null, attempts: 1 });
    expect(provider).toMatchObject([{ state: "paid", charges: 1, amount: 300n }]);
    expect(orders).toMatchObject([
      { state: "placed", awaitingPayment: false, amountKg: 100, price: 300n },
    ]);
    expect(mails.map(({ kind, state }) => [kind, state]).sort()).toEqual([
      ["certificate", "due"],
      ["receipt", "due"],
    ]);
    await matchAll();
    const orderId = orders[0]?.id ?? "";
    const order = await getOrder(contextOf(account), { id: orderId });
    expect(order).toMatchObject({ state: "fulfilled", checkoutSessionId: id, channel: "checkout" });
    const certificate = await getCertificate(systemContext(), orderId);
    expect(certificate.beneficiary.name).toBe("Ada Lovelace");
    expect(await pageOf(id)).toMatchObject({ view: "paid", order: { isFulfilled: true } });
  });

  it.each([
    [cards.declined, "declined"],
    [cards.insufficientFunds, "insufficient_funds"],
    [cards.expired, "expired_card"],
    [cards.wrongCvc, "incorrect_cvc"],
    ["378282246310005", "not_a_test_card"],
  ])(
    "with a declined card takes nothing, and the session can still be paid (%s)",
    async (number, failure) => {
      const { id } = await openSession();
      await pay(id, number);
      const first = await booksOf(id);
      expect(first.session).toMatchObject({ state: "open", paying: false, orderId: null });
      expect(first.payment).toMatchObject({ state: "open", failure, nextPollAt: null });
      expect([first.orders, first.mails]).toEqual([[], []]);
      expect(await pageOf(id)).toMatchObject({ view: "open", failure, email: "ada@example.com" });
      await pay(id);
      const then = await booksOf(id);
      expect(then.session.state).toBe("complete");
      expect(then.provider).toMatchObject([{ charges: 1 }]);
      expect(then.orders).toHaveLength(1);
    },
  );

  it("by 20 concurrent requests charges once and places one order", async () => {
    const { id } = await openSession();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay(id)));
    expect(outcomes.filter((one) => one === "started")).toHaveLength(1);
    const { orders, provider } = await booksOf(id);
    expect([orders.length, provider.map(({ charges }) => charges)]).toEqual([1, [1]]);
    expect(await pay(id)).toBe("closed");
  });

  it("keeps the session's original price", async () => {
    const { portfolioId, tag } = await makeStock();
    const { id } = await openSession({ portfolioId });
    const data = { checkoutPricePerTonne: 50_000, apiPricePerTonne: 50_000 };
    await database().prisma.categoryPrice.updateMany({ where: { categoryId: `cat_${tag}` }, data });
    await pay(id);
    const { orders, provider } = await booksOf(id);
    expect(orders).toMatchObject([{ price: 300n, pricePerTonne: 3000 }]);
    expect(provider).toMatchObject([{ amount: 300n }]);
  });

  it("is limited to a few attempts per minute, and in total", async () => {
    const { id } = await openSession();
    const start = Date.now();
    const at = (seconds: number) => pay(id, cards.declined, new Date(start + seconds * 1000));
    for (let count = 0; count < 5; count += 1) expect(await at(count)).toBe("started");
    expect(await at(59)).toBe("wait");
    for (let count = 5; count < 25; count += 1) expect(await at(60 * count)).toBe("started");
    expect(await at(3600)).toBe("over");
    expect((await booksOf(id)).payment).toMatchObject({ attempts: 25, state: "open" });
    expect(await pageOf(id)).toMatchObject({ view: "open", hasAttemptsLeft: false });
  });
});

describe("a payment that needs confirmation", () => {
  it("locks the session, is paid once approved, and cannot be confirmed twice", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.needsApproval);
    expect(await pageOf(id)).toMatchObject({ view: "confirm", order: null });
    expect(await pay(id)).toBe("closed");
    await expect(expire(account, id)).rejects.toThrow(/payment is under way/);
    await Promise.all([confirm(id, "approve"), confirm(id, "approve"), confirm(id, "refuse")]);
    const { session, provider, orders } = await booksOf(id);
    // The first decision counts.
    const isPaid = session.state === "complete";
    expect([provider[0]?.charges, orders.length]).toEqual(isPaid ? [1, 1] : [0, 0]);
  });

  it("takes nothing if it is refused, and can be tried again", async () => {
    const { id } = await openSession();
    await pay(id, cards.needsApproval);
    await confirm(id, "refuse");
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "not_confirmed" });
    await pay(id, cards.needsApproval);
    await confirm(id, "approve");
    const { session, provider, orders } = await booksOf(id);
    expect([session.state, orders.length]).toEqual(["complete", 1]);
    expect(provider).toMatchObject([{ charges: 1 }]);
  });

  it("is cancelled after 15 minutes, and the next attempt is another payment", async () => {
    const { id } = await openSession();
    await pay(id, cards.needsApproval, new Date(Date.now() - 16 * 60_000));
    await database().prisma.payment.updateMany({
      where: { checkoutSessionId: id },
      data: { updatedAt: new Date(Date.now() - 16 * 60_000) },
    });
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "not_confirmed" });
    await pay(id);
    const { provider, orders } = await booksOf(id);
    expect(provider.map(({ state, charges }) => [state, charges]).sort()).toEqual([
      ["cancelled", 0],
      ["paid", 1],
    ]);
    expect(orders).toHaveLength(1);
  });
});

describe("a slow payment", () => {
  it("completes the session with an order that is matched only after the money has arrived", async () => {
    const { id } = await openSession();
    await pay(id, cards.paysLater);
    expect(await pageOf(id)).toMatchObject({ view: "processing" });
    await matchAll();
    const before = await booksOf(id);
    expect(before.session).toMatchObject({ state: "complete", paying: false });
    expect(before.orders).toMatchObject([{ state: "placed", awaitingPayment: true }]);
    expect(before.mails).toEqual([]);
    await letTimePass(id);
    await matchAll();
    const after = await booksOf(id);
    expect(after.orders).toMatchObject([{ state: "fulfilled" }]);
    expect(after.payment).toMatchObject({ state: "paid", nextPollAt: null });
    expect(after.mails).toHaveLength(2);
  });

  it("that fails cancels the order, without a refund", async () => {
    const { id } = await openSession();
    await pay(id, cards.failsLater);
    await letTimePass(id);
    await letTimePass(id);
    const { orders, payment, provider, mails } = await booksOf(id);
    expect(orders).toMatchObject([{ state: "cancelled" }]);
    expect(payment).toMatchObject({ state: "failed", refunded: 0n });
    expect(provider).toMatchObject([{ charges: 0, refunded: 0n }]);
    expect(mails.map(({ kind }) => kind)).toEqual(["failure"]);
    expect(await pageOf(id)).toMatchObject({ view: "failed", refunds: [] });
  });

  it("is refunded if it arrives for a cancelled order", async () => {
    const { id, account } = await openSession();
    await pay(id, cards.paysLater);
    const orderId = (await booksOf(id)).session.orderId ?? "";
    await cancel(account, orderId);
    expect(await pageOf(id)).toMatchObject({ view: "cancelled", refunds: [] });
    await letTimePass(id);
    await letTimePass(id);
    const { payment, provider, orders } = await booksOf(id);
    expect(payment).toMatchObject({ state: "refunded", nextPollAt: null });
    expect(provider).toMatchObject([{ charges: 1, refunded: 300n }]);
    expect(orders).toMatchObject([{ state: "cancelled" }]);
  });
});
