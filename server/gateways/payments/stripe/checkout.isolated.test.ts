import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkPayments, payCheckoutSession } from "#domain/checkout";
import { paymentWebhook } from "#rest/forms";
import {
  BROWSER,
  booksOf,
  cancel,
  confirm,
  expire,
  letTimePass,
  openSession,
  pageOf,
} from "#testing/checkout";
import { makeStock, systemContext } from "#testing/factories";
import { type FakeStripe, startFakeStripe } from "./fake-stripe";
import { stripeSettings } from "./settings";

let fake: FakeStripe;

beforeAll(async () => {
  fake = await startFakeStripe();
  stripeSettings.current = fake.settings;
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

function chargesOf(sessionId: string) {
  const ids = fake.payments
    .filter((it) => it.metadata["checkout_session"] === sessionId)
    .map(({ id }) => id);
  return fake.charges().filter(({ payment }) => ids.includes(payment));
}

async function tell(notice: { body: string; signature: string }, signature = notice.signature) {
  const answer = await paymentWebhook(
    new Request("http://localhost:3000/webhooks/stripe", {
      method: "POST",
      body: notice.body,
      headers: { "stripe-signature": signature },
    }),
    "stripe",
  );
  return answer.status;
}

/** Returns the final states, and how often money was taken. */
async function outcome(id: string) {
  const { session, payment, orders } = await booksOf(id);
  const order = orders.map(({ state }) => state).join();
  return [session.state, payment?.state, order, chargesOf(id).length];
}

describe("a session paid by Stripe", () => {
  it("costs no more than Stripe can charge", async () => {
    await expect(openSession({ amountKg: 33_333_334 })).rejects.toMatchObject({
      errors: { amount_kg: [expect.stringContaining("the maximum is 99999999 cents")] },
    });
    const { portfolioId } = await makeStock({ tonnes: 40_000 });
    await openSession({ amountKg: 33_333_333, portfolioId });
  });

  it.each([400, 403])(
    "that Stripe refuses to begin for good (%i) is open again at once, and can be paid",
    async (status) => {
      const { id, account } = await openSession();
      fake.moods.push({ on: "create", status });
      await payBy(id, "ok");
      expect(await outcome(id)).toEqual(["open", "open", "", 0]);
      expect(await pageOf(id)).toMatchObject({ view: "open", failure: "refused" });
      const { payment } = await booksOf(id);
      expect(payment).toMatchObject({ askAt: null, intentNumber: 2 });
      await payBy(id, "ok");
      expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
      await expect(expire(account, id)).rejects.toThrow(/complete/);
    },
  );

  it("that Stripe refuses to begin only once it is asked again is open again, too", async () => {
    const { id } = await openSession();
    fake.moods.push({ on: "create", hangUp: "before" }, { on: "create", hangUp: "before" });
    await payBy(id, "ok");
    expect((await pageOf(id)).view).toBe("checking");
    fake.moods.push({ on: "create", status: 400 });
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "refused" });
  });

  it("is charged once for what it costs, under keys that are the session's", async () => {
    const { id } = await openSession();
    expect(await pageOf(id)).toMatchObject({ provider: "stripe", forms: [{ clientSecret: null }] });
    const before = fake.requests.length;
    await payBy(id, "ok");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
    expect(chargesOf(id)).toMatchObject([{ amountCents: 300, reference: id }]);
    const writes = fake.requests.slice(before).filter(({ method }) => method === "POST");
    expect(writes.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of writes) expect(headers["idempotency-key"]).toContain(id);
  });

  it("can be paid after a decline", async () => {
    const { id } = await openSession();
    await payBy(id, "insufficient_funds");
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "insufficient_funds" });
    await payBy(id, "ok");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("heals where Stripe's answer got lost after the charge: nobody is charged again", async () => {
    const { id } = await openSession();
    // As often as the client itself retries.
    for (let count = 0; count < 6; count += 1) fake.moods.push({ on: "confirm", hangUp: "after" });
    await payBy(id, "ok");
    expect(await pageOf(id)).toMatchObject({ view: "checking" });
    expect(await payBy(id, "ok")).toBe("closed");
    fake.moods.length = 0;
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("heals where Stripe was away when it was to be charged", async () => {
    const { id } = await openSession();
    for (let count = 0; count < 9; count += 1) fake.moods.push({ status: 503 });
    await payBy(id, "ok");
    fake.moods.length = 0;
    await letTimePass(id);
    await letTimePass(id);
    const [session, , , charges] = await outcome(id);
    if (session === "open") await payBy(id, "ok");
    expect([session === "open" ? 0 : 1, charges]).toEqual([charges, charges]);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("asks the customer's bank, and goes on with the customer's answer", async () => {
    const { id } = await openSession();
    await payBy(id, "action");
    const page = await pageOf(id);
    expect(page).toMatchObject({ view: "confirm", forms: [{ clientSecret: expect.any(String) }] });
    fake.approve(id);
    // The form only says that the customer replied; Stripe knows what.
    await confirm(id, "refuse");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("hears by message what it was not told, in whichever order and however often it comes", async () => {
    const { id } = await openSession();
    await payBy(id, "processing");
    expect(await outcome(id)).toEqual(["complete", "processing", "placed", 0]);
    fake.settle(id, true);
    const notices = ["payment_intent.succeeded", "charge.succeeded", "payment_intent.created"];
    const signed = notices.map((type) => fake.notice({ type, payment: id }));
    const all = [...signed.toReversed(), ...signed, ...signed];
    for (const status of await Promise.all(all.map((one) => tell(one)))) expect(status).toBe(200);
    const kept = await database().prisma.paymentNotice.findMany({
      where: { id: { endsWith: `_${id}` } },
    });
    expect(kept).toHaveLength(3);
    const { payment } = await booksOf(id);
    expect(payment?.askAt?.getTime()).toBeLessThanOrEqual(Date.now());
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
    // An old webhook about a settled payment changes nothing.
    expect(await tell(fake.notice({ type: "payment_intent.payment_failed", payment: id }))).toBe(
      200,
    );
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("cancels its order where the money does not come after all", async () => {
    const { id } = await openSession();
    await payBy(id, "processing");
    fake.settle(id, false);
    await tell(fake.notice({ type: "payment_intent.payment_failed", payment: id }));
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "failed", "cancelled", 0]);
    // Holders of its secret could still confirm it there.
    await letTimePass(id);
    const [payment] = fake.payments.filter((it) => it.metadata["checkout_session"] === id);
    expect(payment?.status).toBe("canceled");
  });

  it("is given back once where its order is cancelled, also when the answer to that gets lost", async () => {
    const { id, account } = await openSession();
    await payBy(id, "ok");
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    for (let count = 0; count < 6; count += 1) fake.moods.push({ on: "refund", hangUp: "after" });
    await letTimePass(id);
    fake.moods.length = 0;
    await letTimePass(id);
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "refunded", "cancelled", 1]);
    const [charge] = chargesOf(id);
    const refunds = fake.refunds.filter(({ payment }) => payment === charge?.payment);
    expect(refunds.map(({ amount }) => amount)).toEqual([300]);
  });

  it("ends the payment of a session that expires, so that it cannot be charged later", async () => {
    const { id, account } = await openSession();
    await payBy(id, "declined");
    await expire(account, id);
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["expired", "failed", "", 0]);
    const [payment] = fake.payments.filter((it) => it.metadata["checkout_session"] === id);
    expect(payment?.status).toBe("canceled");
  });
});

describe("till check", () => {
  it("holds Stripe's books against ours, and finds what was done there by hand", async () => {
    const [bought, partly] = [await openSession(), await openSession()];
    for (const { id } of [bought, partly]) await payBy(id, "ok");
    const sound = await checkPayments(systemContext());
    expect(sound.faults).toEqual([]);
    const stripe = sound.books.find(({ provider }) => provider === "stripe");
    expect(stripe).toMatchObject({ charges: fake.charges().length });
    expect(stripe?.charges).toBeGreaterThan(3);

    const [charge] = chargesOf(partly.id);
    fake.refundPart(charge?.payment ?? "", 100);
    const { faults } = await checkPayments(systemContext());
    expect(faults).toMatchObject([
      { row: { charge: { id: charge?.payment, reference: partly.id, refundedCents: 100 } } },
    ]);
    // After Stripe's webhook, both agree again.
    await tell(fake.notice({ type: "charge.refunded", payment: partly.id }));
    await letTimePass(partly.id);
    expect((await checkPayments(systemContext())).faults).toEqual([]);
    expect((await booksOf(partly.id)).payment).toMatchObject({ refundedUsdCents: 100n });
  });

  it("finds a charge that no payment of ours knows, and a payment without its charge", async () => {
    const { id } = await openSession();
    await payBy(id, "ok");
    const where = { checkoutSessionId: id };
    const data = { providerPaymentId: "pi_another" };
    await database().prisma.payment.updateMany({ where, data });
    const { faults } = await checkPayments(systemContext());
    expect(faults).toMatchObject([
      { row: { charge: { reference: id }, payments: [] } },
      { row: { charge: null, payments: [{ provider_payment_id: "pi_another" }] } },
    ]);
  });
});

describe("a message that Stripe did not send", () => {
  it.each([
    ["with another signature", "t=1,v1=00"],
    ["without a signature", ""],
  ])("is refused and not kept: %s", async (_how, signature) => {
    const { id } = await openSession();
    await payBy(id, "processing");
    const { payment } = await booksOf(id);
    const notice = fake.notice({ type: "payment_intent.succeeded", payment: id });
    expect(await tell(notice, signature)).toBe(400);
    const kept = await database().prisma.paymentNotice.findMany({
      where: { id: { endsWith: `_${id}` } },
    });
    expect([kept, (await booksOf(id)).payment]).toEqual([[], payment]);
  });

  it("is refused where a byte was changed, or where it is old", async () => {
    const { id } = await openSession();
    await payBy(id, "ok");
    const notice = fake.notice({ type: "payment_intent.succeeded", payment: id });
    expect(await tell({ ...notice, body: notice.body.replace("succeeded", "cancelled") })).toBe(
      400,
    );
    const old = fake.notice({ type: "payment_intent.succeeded", payment: id, ageSeconds: 3600 });
    expect(await tell(old)).toBe(400);
  });
});
