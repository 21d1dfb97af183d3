import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { ProviderUnavailable } from "#payments/provider";
import { all, FakeShop, failureOf, open, paid } from "#testing/fake-stripe/shop";
import { readStripeNotice } from "./webhook";

const shop = await FakeShop.open();
const { fake, stripe } = shop;

afterAll(() => fake.close());

afterEach(() => vi.restoreAllMocks());

beforeEach(() => shop.rest());

describe("canceling a payment with Stripe", () => {
  it("makes it impossible to charge", async () => {
    for (const name of [null, "declined", "action"]) {
      const { id } = await shop.beginPayment();
      if (name) await shop.pay(id, name);
      expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
      expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
      expect(await shop.pay(id, "ok")).toEqual({ state: "cancelled" });
      expect(shop.chargesOf(id)).toEqual([]);
    }
  });

  it("has no effect on one that is paid or processing", async () => {
    expect(await stripe.cancel(await shop.paidFor())).toEqual(paid());
    const { id } = await shop.beginPayment();
    await shop.pay(id, "processing");
    expect(await stripe.cancel(id)).toEqual({ state: "processing" });
  });

  it("has no effect on one that is confirmed at the same time", async () => {
    const { id } = await shop.beginPayment();
    await shop.pay(id, "action");
    const { promise: isApproved, resolve } = Promise.withResolvers<void>();
    fake.faults.push({ on: "cancel", until: isApproved });
    const cancelled = stripe.cancel(id);
    await expect.poll(() => shop.sent()).toContain("POST cancel");
    fake.approve(id);
    resolve();
    expect(await cancelled).toEqual(paid());
  });

  it("uses another key after a lasting failure", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ on: "cancel", status: 500 });
    expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
  });
});

describe("a refund with Stripe", () => {
  const refund = (state: string, failure: string | null = null) => ({
    ...{ id: expect.any(String), state, failure },
  });

  it("is made once per key, however often it is requested", async () => {
    const id = await shop.paidFor(2000);
    const both = await Promise.all([shop.refund(id, 500), shop.refund(id, 500)]);
    expect(both).toEqual([refund("succeeded"), refund("succeeded")]);
    expect(await stripe.find(id)).toEqual(paid(500));
    expect(await shop.refund(id, 1500, `rest-${id}`)).toEqual(refund("succeeded"));
    expect(await stripe.find(id)).toEqual(paid(2000));
    expect(shop.refundsOf(id).map(({ amount }) => amount)).toEqual([500, 1500]);
  });

  it.each(["pending", "requires_action"] as const)(
    "that is %s does not count until it succeeds",
    async (status) => {
      const id = await shop.paidFor();
      fake.books.nextRefund = status;
      expect(await shop.refund(id)).toEqual(refund("pending"));
      expect(await stripe.find(id)).toEqual(paid(0));
      fake.books.settleRefund(id, "succeeded");
      expect(await shop.refund(id)).toEqual(refund("succeeded"));
      expect(await stripe.find(id)).toEqual(paid(1250));
      expect(shop.refundsOf(id)).toHaveLength(1);
    },
  );

  it.each([
    ["failed", "expired_or_canceled_card"],
    ["canceled", "canceled"],
  ] as const)("that %s does not count", async (status, reason) => {
    const id = await shop.paidFor();
    fake.books.nextRefund = "pending";
    const { id: refundId } = await shop.refund(id);
    fake.books.settleRefund(id, status);
    const result = await stripe.findRefund(id, { key: "another", refundId });
    expect(result).toEqual(refund("failed", reason));
    expect(await stripe.find(id)).toEqual(paid(0));
  });

  it("is made once if its responses are lost, also after Stripe forgot its key", async () => {
    const id = await shop.paidFor();
    fake.faults.push({ on: "refund", hangUp: "after" }, { on: "refund", hangUp: "after" });
    const failure = await failureOf(shop.refund(id));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    shop.rest();
    expect(await shop.refund(id)).toEqual(refund("succeeded"));
    // It was found, not requested again.
    expect(shop.sent()).not.toContain("POST refunds");
    expect(shop.refundsOf(id)).toHaveLength(1);
  });

  it("is refused beyond the rest of the payment, and for an unpaid one", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    const id = await shop.paidFor();
    fake.refundPart(id, 500);
    expect(await shop.refund(id)).toEqual({ id: null, state: "failed", failure: "refused" });
    expect(await stripe.find(id)).toEqual(paid(500));
    fake.refundPart(id, 750);
    const failure = "charge_already_refunded";
    expect(await shop.refund(id, 1, "one more")).toEqual({ id: null, state: "failed", failure });
    const { id: unpaid } = await shop.beginPayment();
    expect(await shop.refund(unpaid)).toMatchObject({ id: null, state: "failed" });
    expect(await stripe.find(unpaid)).toEqual(open(null));
  });

  it("is null if Stripe does not have it", async () => {
    const id = await shop.paidFor();
    expect(await stripe.findRefund(id, { key: "never", refundId: null })).toBeNull();
  });

  it("uses another key after a lasting failure", async () => {
    const id = await shop.paidFor();
    fake.faults.push({ on: "refund", status: 500 });
    expect(await shop.refund(id)).toEqual(refund("succeeded"));
  });
});

describe("the list of charges", () => {
  it("has many pages, only paid ones, each with its session and refunds", async () => {
    const other = await FakeShop.open();
    for (const name of ["declined", "action", "processing"]) {
      await other.pay((await other.beginPayment()).id, name);
    }
    const ids: string[] = [];
    for (let bought = 0; bought < 220; bought += 20) {
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => other.paidFor(4000)))));
    }
    const [given = ""] = ids;
    await other.refund(given, 4000);
    other.rest();
    const pages = Math.ceil((ids.length + 3) / 50);
    const listed = await all(other.stripe.charges(new Date(Date.now() - 60_000)));
    expect(other.fake.requests).toHaveLength(pages);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids));
    expect(listed).toHaveLength(220);
    for (const { id, ...details } of listed) {
      const { till_session: reference } = other.fake.books.find(id).metadata;
      const refunded = id === given ? 4000 : 0;
      expect(details).toEqual({ reference, amount: 4000, refunded, currency: "usd" });
    }
    other.fake.faults.push({ on: "list", delayMs: 0 }, { on: "list", status: 429 });
    const failure = await failureOf(all(other.stripe.charges(new Date(0))));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(other.fake.requests).toHaveLength(pages + 2);
    await other.fake.close();
  });

  it("contains charges since a time, whenever their payment began", async () => {
    const id = await shop.paidFor();
    const payment = fake.payments.find((it) => it.id === id);
    if (payment) payment.created -= 24 * 3600;
    const ids = async (sinceMs: number) =>
      (await all(stripe.charges(new Date(Date.now() + sinceMs)))).map((it) => it.id);
    expect(await ids(-60_000)).toContain(id);
    expect(await ids(60_000)).toEqual([]);
  });

  it("does not contain other charges of the same account", async () => {
    const id = await shop.paidFor();
    const payment = fake.payments.find((it) => it.id === id);
    if (payment) payment.metadata = { shop: "another" };
    const listed = await all(stripe.charges(new Date(Date.now() - 60_000)));
    expect(listed.map((it) => it.id)).not.toContain(id);
  });
});

describe("the fake Stripe", () => {
  async function steer(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${fake.url}/_fake/${path}`, init);
    return response.json();
  }
  const post = (path: string, body = "") => steer(path, { method: "POST", body });

  it("can be controlled from another process", async () => {
    for (const [name, path, status] of [
      ["action", "approve?", paid()],
      ["action", "refuse?", open("not_confirmed")],
      ["processing", "settle?outcome=succeed&", paid()],
      ["processing", "settle?outcome=fail&", open("declined")],
    ] as const) {
      const { id, intent } = await shop.beginPayment();
      await shop.pay(id, name);
      await post(`${path}id=${intent.reference}`);
      expect(await stripe.find(id)).toEqual(status);
    }
    const id = await shop.paidFor();
    await post("fault", JSON.stringify({ on: "find", status: 429 }));
    expect(await failureOf(stripe.find(id))).toBeInstanceOf(ProviderUnavailable);
    const state = await steer("state");
    expect(state).toMatchObject({ charges: fake.charges(), refunds: fake.refunds });
    const details = await steer(`notice?type=payment_intent.succeeded&payment=${id}`);
    const { body, signature } = details as { body: string; signature: string };
    const notice = await readStripeNotice(fake.settings, { body, signature });
    expect(notice).toMatchObject({ type: "payment_intent.succeeded", paymentId: id });
  });
});
