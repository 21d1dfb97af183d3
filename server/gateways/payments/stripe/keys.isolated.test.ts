import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { payCheckoutSession } from "#domain/checkout";
import { BROWSER, booksOf, cancel, letTimePass, openSession, pageOf } from "#testing/checkout";
import { makeAccount, systemContext } from "#testing/factories";
import { type FakeStripe, startFakeStripe } from "./fake-stripe";
import { stripeSettings } from "./settings";

let fake: FakeStripe;

beforeAll(async () => {
  fake = await startFakeStripe();
  stripeSettings.current = fake.settings;
});
beforeEach(() => {
  fake.faults.length = 0;
});
afterAll(async () => {
  stripeSettings.current = null;
  await fake.close();
});

function payBy(sessionId: string, token: string) {
  return payCheckoutSession(systemContext(), {
    database: database(),
    sessionId,
    customer: { email: "ada@example.com", beneficiary: null, language: "en", browserHash: BROWSER },
    source: { type: "token", token: `ctoken_${token}` },
  });
}

const paymentsOf = (sessionId: string) => fake.books.of(sessionId);

async function statesOf(sessionId: string) {
  const { session, payment, orders } = await booksOf(sessionId);
  return [session.state, payment?.state, orders.map(({ state }) => state).join()];
}

it("a payment begins once if the response was lost", async () => {
  const { id } = await openSession();
  // As often as the client itself retries.
  for (let count = 0; count < 2; count += 1) fake.faults.push({ on: "create", hangUp: "after" });
  await payBy(id, "ok");
  expect(await pageOf(id)).toMatchObject({ view: "checking" });
  await letTimePass(id);
  await payBy(id, "ok");
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  expect(paymentsOf(id)).toHaveLength(1);
});

it("another payment begins after one that was canceled", async () => {
  const { id } = await openSession();
  await payBy(id, "action");
  await database().prisma.payment.updateMany({
    where: { checkoutSessionId: id },
    data: { updatedAt: new Date(Date.now() - 16 * 60_000) },
  });
  await letTimePass(id);
  expect((await pageOf(id)).view).toBe("open");
  await payBy(id, "ok");
  expect(await statesOf(id)).toEqual(["complete", "paid", "placed"]);
  expect(paymentsOf(id).map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
});

it("each order that an account cancels is refunded", async () => {
  const { account } = await makeAccount();
  const sessions = [await openSession({ account }), await openSession({ account })];
  for (const { id } of sessions) {
    await payBy(id, "ok");
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    await letTimePass(id);
    await letTimePass(id);
    expect(await statesOf(id)).toEqual(["complete", "refunded", "cancelled"]);
  }
  const refunded = sessions.flatMap(({ id }) => paymentsOf(id).map((payment) => payment.id));
  expect(fake.refunds.map(({ payment }) => payment).sort()).toEqual(refunded.sort());
});

it("a payment stays with the Stripe account that began it, and is not looked up in another", async () => {
  const [one, other] = ["51AbCdEfGhIjKlMn", "51ZyXwVuTsRqPoNm"].map((it) => `pk_test_${it}0`);
  const second = await startFakeStripe();
  try {
    stripeSettings.current = { ...fake.settings, publishableKey: one ?? "" };
    const [open, paid] = [await openSession(), await openSession()];
    await payBy(open.id, "declined");
    await payBy(paid.id, "processing");
    expect((await booksOf(open.id)).payment).toMatchObject({
      providerAccount: "acct_1AbCdEfGhIjKlMn0",
      providerMode: "test",
    });
    stripeSettings.current = { ...second.settings, publishableKey: other ?? "" };
    await letTimePass(paid.id);
    expect(second.requests).toEqual([]);
    expect((await booksOf(paid.id)).payment).toMatchObject({ state: "processing" });
    // An open session can be paid in the new account.
    await payBy(open.id, "ok");
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
