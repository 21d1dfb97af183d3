import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkPayments } from "#domain/checkout";
import { referenceHash } from "#payments/provider";
import { paymentWebhook } from "#rest/forms";
import {
  booksOf,
  cancel,
  confirm,
  expire,
  letTimePass,
  openSession,
  pageOf,
} from "#testing/checkout";
import { makeStock, systemContext } from "#testing/factories";
import type { FakeStripe } from "#testing/fake-stripe/server";
import { payByToken, withFakeStripe } from "#testing/stripe";

let fake: FakeStripe;

withFakeStripe((started) => {
  fake = started;
});

function chargesOf(sessionId: string) {
  const ids = fake.books.of(sessionId).map(({ id }) => id);
  return fake.charges().filter(({ payment }) => ids.includes(payment));
}

async function sendWebhook(
  notice: { body: string; signature: string },
  signature = notice.signature,
) {
  const decision = await paymentWebhook(
    new Request("http://localhost:3000/webhooks/stripe", {
      method: "POST",
      body: notice.body,
      headers: { "stripe-signature": signature },
    }),
    "stripe",
  );
  return decision.status;
}

/** Returns the final states, and how often money was taken. */
async function outcome(id: string) {
  const { session, payment, orders } = await booksOf(id);
  const order = orders.map(({ state }) => state).join();
  return [session.state, payment?.state, order, chargesOf(id).length];
}

describe("a session paid with Stripe", () => {
  it("cannot cost more than Stripe can charge", async () => {
    await expect(openSession({ amountKg: 33_333_334 })).rejects.toMatchObject({
      errors: {
        amount_kg: [expect.stringContaining("the maximum is $999,999.99: 33333333 kg")],
      },
    });
    const { portfolioId } = await makeStock({ tonnes: 40_000 });
    await openSession({ amountKg: 33_333_333, portfolioId });
  });

  it.each([400, 403])(
    "is open again at once, and can be paid, after Stripe refused to begin (%i)",
    async (status) => {
      const { id, account } = await openSession();
      fake.faults.push({ on: "create", status });
      await payByToken(id, "ok");
      expect(await outcome(id)).toEqual(["open", "open", "", 0]);
      expect(await pageOf(id)).toMatchObject({ view: "open", failure: "refused" });
      const { payment } = await booksOf(id);
      expect(payment).toMatchObject({ nextPollAt: null, intentNumber: 2 });
      await payByToken(id, "ok");
      expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
      await expect(expire(account, id)).rejects.toThrow(/complete/);
    },
  );

  it("is open again after Stripe refused to begin on a retry", async () => {
    const { id } = await openSession();
    fake.faults.push({ on: "create", hangUp: "before" }, { on: "create", hangUp: "before" });
    await payByToken(id, "ok");
    expect((await pageOf(id)).view).toBe("checking");
    fake.faults.push({ on: "create", status: 400 });
    await letTimePass(id);
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "refused" });
  });

  it("is charged once for its amount, with idempotency keys that do not open its page", async () => {
    const { id } = await openSession();
    expect(await pageOf(id)).toMatchObject({ provider: "stripe", forms: [{ clientSecret: null }] });
    const before = fake.requests.length;
    await payByToken(id, "ok");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
    expect(chargesOf(id)).toMatchObject([{ amount: 300, reference: id }]);
    const writes = fake.requests.slice(before).filter(({ method }) => method === "POST");
    expect(writes.length).toBeGreaterThanOrEqual(2);
    const { payment } = await booksOf(id);
    for (const { headers } of writes) {
      expect(headers["idempotency-key"]).toContain(payment?.id);
      expect(headers["idempotency-key"]).not.toContain(id);
    }
  });

  it("can be paid after a decline", async () => {
    const { id } = await openSession();
    await payByToken(id, "insufficient_funds");
    expect(await pageOf(id)).toMatchObject({ view: "open", failure: "insufficient_funds" });
    await payByToken(id, "ok");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("recovers from a response lost after the charge, without a second charge", async () => {
    const { id } = await openSession();
    // As often as the client itself retries.
    for (let count = 0; count < 6; count += 1) fake.faults.push({ on: "confirm", hangUp: "after" });
    await payByToken(id, "ok");
    expect(await pageOf(id)).toMatchObject({ view: "checking" });
    expect(await payByToken(id, "ok")).toBe("closed");
    fake.faults.length = 0;
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("recovers after Stripe was unavailable during the charge", async () => {
    const { id } = await openSession();
    for (let count = 0; count < 9; count += 1) fake.faults.push({ status: 503 });
    await payByToken(id, "ok");
    fake.faults.length = 0;
    await letTimePass(id);
    await letTimePass(id);
    const [session, , , charges] = await outcome(id);
    if (session === "open") await payByToken(id, "ok");
    expect([session === "open" ? 0 : 1, charges]).toEqual([charges, charges]);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("continues with the customer's decision at the bank", async () => {
    const { id } = await openSession();
    await payByToken(id, "action");
    const page = await pageOf(id);
    expect(page).toMatchObject({ view: "confirm", forms: [{ clientSecret: expect.any(String) }] });
    fake.approve(id);
    // The form only says that the customer replied; Stripe knows what.
    await confirm(id, "refuse");
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("follows webhooks in any order and number", async () => {
    const { id } = await openSession();
    await payByToken(id, "processing");
    expect(await outcome(id)).toEqual(["complete", "processing", "placed", 0]);
    fake.settle(id, true);
    const notices = ["payment_intent.succeeded", "charge.succeeded", "payment_intent.created"];
    const signed = notices.map((type) => fake.notice({ type, payment: id }));
    const all = [...signed.toReversed(), ...signed, ...signed];
    for (const status of await Promise.all(all.map((one) => sendWebhook(one))))
      expect(status).toBe(200);
    const stored = await database().prisma.paymentNotice.findMany({
      where: { id: { endsWith: `_${id}` } },
    });
    expect(stored).toHaveLength(3);
    const { payment } = await booksOf(id);
    expect(payment?.nextPollAt?.getTime()).toBeLessThanOrEqual(Date.now());
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
    // An old webhook about a settled payment changes nothing.
    expect(
      await sendWebhook(fake.notice({ type: "payment_intent.payment_failed", payment: id })),
    ).toBe(200);
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "paid", "placed", 1]);
  });

  it("cancels its order if the payment fails later", async () => {
    const { id } = await openSession();
    await payByToken(id, "processing");
    fake.settle(id, false);
    await sendWebhook(fake.notice({ type: "payment_intent.payment_failed", payment: id }));
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "failed", "cancelled", 0]);
    // Holders of its secret could still confirm it there.
    await letTimePass(id);
    const [payment] = fake.books.of(id);
    expect(payment?.status).toBe("canceled");
  });

  it("is refunded once if its order is cancelled, even if that response is lost", async () => {
    const { id, account } = await openSession();
    await payByToken(id, "ok");
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    for (let count = 0; count < 6; count += 1) fake.faults.push({ on: "refund", hangUp: "after" });
    await letTimePass(id);
    fake.faults.length = 0;
    await letTimePass(id);
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["complete", "refunded", "cancelled", 1]);
    const [charge] = chargesOf(id);
    const refunds = fake.refunds.filter(({ payment }) => payment === charge?.payment);
    expect(refunds.map(({ amount }) => amount)).toEqual([300]);
  });

  it("cancels its payment when it expires, so that it cannot be charged later", async () => {
    const { id, account } = await openSession();
    await payByToken(id, "declined");
    await expire(account, id);
    await letTimePass(id);
    expect(await outcome(id)).toEqual(["expired", "failed", "", 0]);
    const [payment] = fake.books.of(id);
    expect(payment?.status).toBe("canceled");
  });
});

describe("till check", () => {
  it("compares Stripe's charges with ours, and finds manual changes there", async () => {
    const [bought, partly] = [await openSession(), await openSession()];
    for (const { id } of [bought, partly]) {
      await payByToken(id, "ok");
      await letTimePass(id);
    }
    const consistent = await checkPayments(systemContext());
    expect(consistent.faults).toEqual([]);
    const stripe = consistent.books.find(({ provider }) => provider === "stripe");
    expect(stripe).toMatchObject({ charges: fake.charges().length });
    expect(stripe?.charges).toBeGreaterThan(3);

    const [charge] = chargesOf(partly.id);
    fake.refundPart(charge?.payment ?? "", 100);
    const { faults } = await checkPayments(systemContext());
    expect(faults).toMatchObject([
      {
        row: {
          charge: { id: charge?.payment, reference: referenceHash(partly.id), refunded: 100 },
        },
      },
    ]);
    // After Stripe's webhook, both agree again.
    await sendWebhook(fake.notice({ type: "charge.refunded", payment: partly.id }));
    await letTimePass(partly.id);
    expect((await checkPayments(systemContext())).faults).toEqual([]);
    expect((await booksOf(partly.id)).payment).toMatchObject({ refunded: 100n });
  });
});

describe("a webhook that Stripe did not send", () => {
  it.each([
    ["with another signature", "t=1,v1=00"],
    ["without a signature", ""],
  ])("is rejected and not stored: %s", async (_how, signature) => {
    const { id } = await openSession();
    await payByToken(id, "processing");
    const { payment } = await booksOf(id);
    const notice = fake.notice({ type: "payment_intent.succeeded", payment: id });
    expect(await sendWebhook(notice, signature)).toBe(400);
    const stored = await database().prisma.paymentNotice.findMany({
      where: { id: { endsWith: `_${id}` } },
    });
    expect([stored, (await booksOf(id)).payment]).toEqual([[], payment]);
  });

  it("is rejected if a byte was changed or it is old", async () => {
    const { id } = await openSession();
    await payByToken(id, "ok");
    const notice = fake.notice({ type: "payment_intent.succeeded", payment: id });
    expect(
      await sendWebhook({ ...notice, body: notice.body.replace("succeeded", "cancelled") }),
    ).toBe(400);
    const old = fake.notice({ type: "payment_intent.succeeded", payment: id, ageSeconds: 3600 });
    expect(await sendWebhook(old)).toBe(400);
  });
});
