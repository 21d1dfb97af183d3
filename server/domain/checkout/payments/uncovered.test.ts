// Payments whose held stock is removed before they are charged, or whose money comes too late.
import { expect, it } from "vitest";
import { database } from "#core/db";
import { forgetUnpaidCustomers, moveHeldStock } from "#domain/checkout";
import { resumeLot, stopLot } from "#domain/inventory";
import { type ProviderName, payments } from "#gateways/payments";
import { booksOf, cards, confirm, letTimePass, openSession, pageOf, pay } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { holdsOf } from "#testing/holds";

const mode = "test";

/** Pays a session for all of a shop's stock, so that its customer must confirm. */
async function makePayment() {
  const { account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: 1 });
  const { id } = await openSession({ account, portfolioId, amountKg: 1000 });
  await pay(id, cards.needsApproval);
  return { account, id, lotId: lotIds[0] ?? "" };
}

/** Stops the lot as an operator does, with what is held of it. */
function stop(lotId: string) {
  return database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    await stopLot(ctx, { mode, id: lotId, reason: "a test" });
    await moveHeldStock(ctx, mode);
  });
}

/** The customer confirms, and the response is lost. */
async function confirmUnheard(sessionId: string): Promise<void> {
  const { payment } = await booksOf(sessionId);
  const provider = payment?.provider as ProviderName;
  await payments(database(), { provider, mode }).decide?.(payment?.providerPaymentId ?? "", true);
}

it("a customer who confirms after the stock was removed is not charged", async () => {
  const { id, lotId } = await makePayment();
  await stop(lotId);
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([{ state: "void" }]);
  await confirm(id, "approve");
  expect(await booksOf(id)).toMatchObject({
    session: { state: "open", paying: false },
    payment: { state: "open" },
    provider: [{ state: "cancelled", charges: 0 }],
    orders: [],
  });
  expect(await pageOf(id)).toMatchObject({ failure: "sold_out", blocker: "no_stock" });
});

it("a payment whose stock was removed is polled at once and cancelled at its provider", async () => {
  const { id, lotId } = await makePayment();
  await stop(lotId);
  expect((await booksOf(id)).payment?.nextPollAt?.getTime()).toBeLessThanOrEqual(Date.now());
  await letTimePass(id);
  expect(await booksOf(id)).toMatchObject({
    payment: { state: "open", failure: "sold_out" },
    provider: [{ state: "cancelled", charges: 0 }],
  });
});

it("money that comes after its stock was removed is refunded, and the session ends", async () => {
  const { id, lotId } = await makePayment();
  await confirmUnheard(id);
  await stop(lotId);
  await letTimePass(id);
  await letTimePass(id);
  expect(await booksOf(id)).toMatchObject({
    session: { state: "expired", orderId: null },
    payment: { state: "refunded" },
    provider: [{ charges: 1, refunded: 3000n }],
    refunds: [{ kind: "late_payment", state: "succeeded" }],
    orders: [],
  });
  // Refunds and disputes may still need the customer's address.
  const inAYear = new Date(Date.now() + 365 * 86_400_000);
  await forgetUnpaidCustomers({ db: database() }, { before: inAYear, limit: 100 });
  expect((await booksOf(id)).session.customerEmail).not.toBeNull();
});

it("money that comes after its hold has ended gets stock that is available again", async () => {
  const { id, lotId } = await makePayment();
  await confirmUnheard(id);
  await stop(lotId);
  await database().transaction((db) => resumeLot({ ...systemContext(), db }, { mode, id: lotId }));
  await letTimePass(id);
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([
    { state: "void" },
    { state: "held" },
  ]);
  await matchAll();
  expect((await booksOf(id)).orders).toMatchObject([{ state: "fulfilled" }]);
});

it("money that comes without stock waits for credits by a named day where the account may back-order", async () => {
  const { account, id, lotId } = await makePayment();
  await confirmUnheard(id);
  await stop(lotId);
  const data = { mayBackOrder: true, backOrderDays: 10 };
  await database().prisma.account.update({ where: { id: account.id }, data });
  await letTimePass(id);
  const { session, orders } = await booksOf(id);
  expect(session).toMatchObject({ state: "complete", creditsExpectedBy: expect.any(Date) });
  expect(orders).toMatchObject([{ state: "placed", creditsExpectedBy: session.creditsExpectedBy }]);
});
