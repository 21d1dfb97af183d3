import { beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { checkPayments } from "#domain/checkout";
import { referenceHash } from "#payments/provider";
import { booksOf, cancel, letTimePass, openSession, pageOf } from "#testing/checkout";
import { makeAccount, systemContext } from "#testing/factories";
import { type FakeStripe, startFakeStripe } from "#testing/fake-stripe/server";
import { payByToken, withFakeStripe } from "#testing/stripe";
import { stripeSettings } from "./settings";

let fake: FakeStripe;

withFakeStripe((started) => {
  fake = started;
});
beforeEach(() => {
  fake.faults.length = 0;
});

const paymentsOf = (sessionId: string) => fake.books.of(sessionId);

async function statesOf(sessionId: string) {
  const { session, payment, orders } = await booksOf(sessionId);
  return [session.state, payment?.state, orders.map(({ state }) => state).join()];
}

it("a payment begins once if the response was lost", async () => {
  const { id } = await openSession();
  // As often as the client itself retries.
  for (let count = 0; count < 2; count += 1) fake.faults.push({ on: "create", hangUp: "after" });
  await payByToken(id, "ok");
  expect(await pageOf(id)).toMatchObject({ view: "checking" });
  await letTimePass(id);
  await payByToken(id, "ok");
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  expect(paymentsOf(id)).toHaveLength(1);
});

it("a payment is charged once after Stripe forgot the key of a response that was lost", async () => {
  const { id } = await openSession();
  for (let count = 0; count < 2; count += 1) fake.faults.push({ on: "create", hangUp: "after" });
  await payByToken(id, "ok");
  fake.forgetKeys();
  await letTimePass(id);
  await payByToken(id, "ok");
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  // The first one has no customer's data, so nothing can charge it.
  const statuses = paymentsOf(id).map(({ status }) => status);
  expect(statuses).toEqual(["requires_payment_method", "succeeded"]);
});

it("a charge whose response was lost is not repeated after Stripe forgot its key", async () => {
  const { id } = await openSession();
  for (let count = 0; count < 6; count += 1) fake.faults.push({ on: "confirm", hangUp: "after" });
  await payByToken(id, "ok");
  fake.forgetKeys();
  fake.faults.length = 0;
  expect(await payByToken(id, "ok")).toBe("closed");
  await letTimePass(id);
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  expect(paymentsOf(id).flatMap(({ charges }) => charges)).toHaveLength(1);
});

it("another payment begins after one that was canceled", async () => {
  const { id } = await openSession();
  await payByToken(id, "action");
  await database().prisma.payment.updateMany({
    where: { checkoutSessionId: id },
    data: { updatedAt: new Date(Date.now() - 16 * 60_000) },
  });
  await letTimePass(id);
  expect((await pageOf(id)).view).toBe("open");
  await payByToken(id, "ok");
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  expect(paymentsOf(id).map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
});

it("each order that an account cancels is refunded", async () => {
  const { account } = await makeAccount();
  const sessions = [await openSession({ account }), await openSession({ account })];
  for (const { id } of sessions) {
    await payByToken(id, "ok");
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    await letTimePass(id);
    await letTimePass(id);
    expect(await statesOf(id)).toEqual(["complete", "refunded", "cancelled"]);
  }
  const refunded = sessions.flatMap(({ id }) => paymentsOf(id).map((payment) => payment.id));
  expect(fake.refunds.map(({ payment }) => payment).sort()).toEqual(refunded.sort());
});

it("a payment has its fee and net after the next poll, also without a webhook", async () => {
  const { id } = await openSession();
  await payByToken(id, "ok");
  expect((await booksOf(id)).payment).toMatchObject({ fee: null, net: null });
  await letTimePass(id);
  const { payment } = await booksOf(id);
  expect(payment).toMatchObject({ fee: 39n, net: 261n, nextPollAt: null });
});

it("the check finds a charge without a payment, and a payment without its charge", async () => {
  const { id } = await openSession();
  await payByToken(id, "ok");
  await letTimePass(id);
  const where = { checkoutSessionId: id };
  const data = { providerPaymentId: "pi_another" };
  await database().prisma.payment.updateMany({ where, data });
  const { faults } = await checkPayments(systemContext());
  expect(faults).toMatchObject([
    { row: { charge: { reference: referenceHash(id) }, payments: [] } },
    { row: { charge: null, payments: [{ provider_payment_id: "pi_another" }] } },
  ]);
});

it("a payment stays with the Stripe account that began it, and is not looked up in another", async () => {
  const [one, other] = ["51AbCdEfGhIjKlMn", "51ZyXwVuTsRqPoNm"].map((it) => `pk_test_${it}0`);
  const second = await startFakeStripe();
  try {
    stripeSettings.current = { ...fake.settings, publishableKey: one ?? "" };
    const [open, paid] = [await openSession(), await openSession()];
    await payByToken(open.id, "declined");
    await payByToken(paid.id, "processing");
    expect((await booksOf(open.id)).payment).toMatchObject({
      providerAccount: "acct_1AbCdEfGhIjKlMn0",
      providerMode: "test",
    });
    stripeSettings.current = { ...second.settings, publishableKey: other ?? "" };
    await letTimePass(paid.id);
    expect(second.requests).toEqual([]);
    expect((await booksOf(paid.id)).payment).toMatchObject({ state: "processing" });
    // Payments that the keys cannot look up are counted, and are no fault.
    fake.settle(paid.id, true);
    stripeSettings.current = { ...fake.settings, publishableKey: one ?? "" };
    await letTimePass(paid.id);
    stripeSettings.current = { ...second.settings, publishableKey: other ?? "" };
    const checked = await checkPayments(systemContext());
    const account = "acct_1AbCdEfGhIjKlMn0";
    expect(checked.uncompared).toEqual([
      { provider: "stripe", label: "Stripe", mode: "test", account, payments: 1 },
    ]);
    expect(checked.faults.map(({ row }) => JSON.stringify(row))).not.toContainEqual(
      expect.stringContaining(paid.id),
    );
    // An open session can be paid in the new account.
    await payByToken(open.id, "ok");
    expect(await statesOf(open.id)).toEqual(["complete", "paid", "placed"]);
    expect(second.charges()).toHaveLength(1);
    expect((await booksOf(open.id)).payment).toMatchObject({
      providerAccount: "acct_1ZyXwVuTsRqPoNm0",
    });
  } finally {
    stripeSettings.current = fake.settings;
    await second.close();
  }
});
