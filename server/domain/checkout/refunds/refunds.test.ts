import { beforeAll, describe, expect, it, test } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { reconcilePayments } from "#domain/checkout";
import { booksOf, cancel, cards, letTimePass, openSession, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";

let account: Account;
let portfolioId: string;

beforeAll(async () => {
  account = (await makeAccount()).account;
  portfolioId = (await makeStock()).portfolioId;
});

/** A paid session of $3, whose order is not fulfilled. */
async function sell(card: string = cards.good) {
  const { id } = await openSession({ account, portfolioId });
  await pay(id, card);
  return id;
}

async function stateOf(id: string) {
  const { payment, orders, refunds, provider } = await booksOf(id);
  return {
    payment: payment?.state,
    order: orders[0]?.state,
    refunds: refunds.map(({ state, amount }) => [state, Number(amount)]),
    sums: [Number(payment?.refunded), Number(payment?.refunding)],
    atProvider: Number(provider[0]?.refunded),
    onOrder: Number(orders[0]?.refunded),
  };
}

const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map(({ status }) => status).sort();

describe("a refund", () => {
  it("of a part leaves order and payment as they are, and is sent once", async () => {
    const id = await sell();
    await refund(account, id, 100);
    await letTimePass(id);
    await letTimePass(id);
    expect(await stateOf(id)).toEqual({
      payment: "paid",
      order: "placed",
      refunds: [["succeeded", 100]],
      sums: [100, 0],
      atProvider: 100,
      onOrder: 100,
    });
    const { mails } = await booksOf(id);
    expect(mails.filter(({ kind }) => kind === "refund")).toHaveLength(1);
    const events = await database().prisma.event.findMany({ where: { accountId: account.id } });
    const [event] = events.filter(({ type }) => type === "payment.refunded");
    expect(JSON.parse(event?.payload ?? "")).toMatchObject({
      state: "paid",
      ...{ currency: "usd", refunded: 100, refunded_usd_cents: 100 },
      refund: { amount_usd_cents: 100, state: "succeeded", reason: "Ordered twice" },
    });
  });

  it("of the rest cancels an order that is not fulfilled", async () => {
    const id = await sell();
    await refund(account, id, 100);
    await refund(account, id);
    expect(await stateOf(id)).toMatchObject({ payment: "refunding", order: "cancelled" });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({
      payment: "refunded",
      refunds: [
        ["succeeded", 100],
        ["succeeded", 200],
      ],
      atProvider: 300,
      onOrder: 300,
    });
  });

  it("after fulfillment leaves the credits retired", async () => {
    const id = await sell();
    await matchAll();
    await refund(account, id);
    expect(await stateOf(id)).toMatchObject({ payment: "paid", order: "fulfilled" });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ payment: "refunded", order: "fulfilled" });
  });

  it("of more than the rest, of nothing, or of an unpaid session is refused", async () => {
    const id = await sell();
    await refund(account, id, 100);
    const beyond = { amount: [expect.stringContaining("$2.00 can still be refunded")] };
    await expect(refund(account, id, 201)).rejects.toMatchObject({ errors: beyond });
    await refund(account, id, 200);
    await expect(refund(account, id, 1)).rejects.toMatchObject({ code: "conflict" });
    const unpaid = await openSession({ account, portfolioId });
    await expect(refund(account, unpaid.id)).rejects.toMatchObject({ code: "conflict" });
    const other = (await makeAccount()).account;
    await expect(refund(other, id)).rejects.toMatchObject({ code: "not-found" });
  });

  it("that takes time is polled until it succeeds", async () => {
    const id = await sell(cards.slowRefund);
    await refund(account, id, 100);
    await database().prisma.payment.updateMany({
      data: { nextPollAt: null },
      where: { polls: -1 },
    });
    await reconcilePayments(systemContext(), { database: database() });
    expect(await stateOf(id)).toMatchObject({ refunds: [["pending", 100]], sums: [0, 100] });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ refunds: [["succeeded", 100]], atProvider: 100 });
  });

  it("that fails is shown, does not count, and can be repeated", async () => {
    const id = await sell(cards.failedRefund);
    const { session } = await booksOf(id);
    await cancel(account, session.orderId ?? "");
    await letTimePass(id);
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({
      payment: "refunding",
      refunds: [["failed", 300]],
      sums: [0, 0],
    });
    await refund(account, id);
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({
      payment: "refunded",
      refunds: [
        ["failed", 300],
        ["succeeded", 300],
      ],
      atProvider: 300,
    });
  });

  it("that is returned after it succeeded leaves the payment to be refunded again", async () => {
    const id = await sell();
    await refund(account, id);
    await letTimePass(id);
    const { prisma } = database();
    const [charge] = (await booksOf(id)).provider;
    const paymentId = charge?.id ?? "";
    await prisma.testProviderRefund.updateMany({ where: { paymentId }, data: { state: "failed" } });
    await prisma.testProviderPayment.update({
      where: { id: paymentId },
      data: { refunded: 0 },
    });
    // As a webhook does.
    const data = { nextPollAt: new Date() };
    await prisma.payment.updateMany({ where: { checkoutSessionId: id }, data });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ payment: "refunding", refunds: [["failed", 300]] });
  });

  it("made at the provider by hand is counted", async () => {
    const id = await sell();
    const { prisma } = database();
    const data = { refunded: 120 };
    await prisma.testProviderPayment.updateMany({ where: { reference: id }, data });
    await prisma.payment.updateMany({
      where: { checkoutSessionId: id },
      data: { nextPollAt: new Date() },
    });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ refunds: [["succeeded", 120]], sums: [120, 0] });
    expect((await booksOf(id)).refunds).toMatchObject([{ kind: "provider", actorType: "system" }]);
  });
});

describe("at the same time", () => {
  test("of two refunds that exceed the payment, one is refused", async () => {
    const id = await sell();
    const results = await Promise.allSettled([refund(account, id, 200), refund(account, id, 200)]);
    expect(outcomes(results)).toEqual(["fulfilled", "rejected"]);
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ sums: [200, 0], atProvider: 200 });
  });

  test("a refund and a cancellation return the money once", async () => {
    const id = await sell();
    const { session } = await booksOf(id);
    await Promise.allSettled([refund(account, id), cancel(account, session.orderId ?? "")]);
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({
      payment: "refunded",
      order: "cancelled",
      sums: [300, 0],
      atProvider: 300,
    });
  });

  test("a whole refund and matching end in a cancelled or in a fulfilled order", async () => {
    const id = await sell();
    await Promise.all([refund(account, id), matchAll()]);
    await letTimePass(id);
    const { payment, order, atProvider } = await stateOf(id);
    expect([payment, atProvider]).toEqual(["refunded", 300]);
    expect(["cancelled", "fulfilled"]).toContain(order);
  });

  test("several polls send a refund once", async () => {
    const id = await sell();
    await refund(account, id, 100);
    await Promise.all([letTimePass(id), letTimePass(id), letTimePass(id)]);
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ refunds: [["succeeded", 100]], atProvider: 100 });
  });

  test("a refund whose response is lost is made once", async () => {
    const id = await sell();
    const row = await refund(account, id, 100);
    // The provider has it, and the till never learned of it.
    const [charge] = (await booksOf(id)).provider;
    const { providers } = await import("#gateways/payments");
    const calls = providers.test.calls(database(), "test");
    await calls.refund(charge?.id ?? "", { key: row.providerKey, amount: 100, currency: "usd" });
    await letTimePass(id);
    expect(await stateOf(id)).toMatchObject({ refunds: [["succeeded", 100]], atProvider: 100 });
  });
});
