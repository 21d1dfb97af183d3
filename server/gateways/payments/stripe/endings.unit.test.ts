import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { ProviderUnavailable } from "#payments/provider";
import { all, FakeShop, failureOf, open, paid } from "./fake-stripe-shop";
import { readStripeNotice } from "./status";

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
    fake.faults.push({ on: "cancel", delayMs: 100 });
    const cancelled = stripe.cancel(id);
    await expect.poll(() => shop.sent()).toContain("POST cancel");
    fake.approve(id);
    expect(await cancelled).toEqual(paid());
  });

  it("uses another key after a lasting failure", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ on: "cancel", status: 500 });
    expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
  });
});

describe("a refund with Stripe", () => {
  it("returns all the money once, however often it is requested", async () => {
    const id = await shop.paidFor(2000);
    const both = await Promise.all([
      stripe.refund(id, `r-${id}`),
      stripe.refund(id, `other-${id}`),
    ]);
    expect(both).toEqual([paid(2000), paid(2000)]);
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
    expect(await stripe.find(id)).toEqual(paid(2000));
    expect(shop.refundsOf(id)).toHaveLength(1);
  });

  it.each(["pending", "requires_action"] as const)(
    "that is %s does not count until it succeeds",
    async (status) => {
      const id = await shop.paidFor(2000);
      fake.books.nextRefund = status;
      expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(0));
      expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(0));
      fake.books.settleRefund(id, "succeeded");
      expect(await stripe.find(id)).toEqual(paid(2000));
      expect(shop.refundsOf(id)).toHaveLength(1);
    },
  );

  it.each(["failed", "canceled"] as const)(
    "that %s does not count, and is logged each time",
    async (status) => {
      const id = await shop.paidFor(2000);
      fake.books.nextRefund = "pending";
      await stripe.refund(id, `r-${id}`);
      fake.books.settleRefund(id, status);
      const logged = vi.spyOn(log, "error").mockReturnValue();
      expect(await stripe.refund(id, `another-${id}`)).toEqual(paid(0));
      expect(logged).toHaveBeenCalledWith(
        { event: "payment.refund_failed", providerPaymentId: id },
        expect.any(String),
      );
      // Not refunded a second time; a person must decide what to do.
      expect(shop.refundsOf(id)).toHaveLength(1);
    },
  );

  it("is made once if its responses are lost", async () => {
    const id = await shop.paidFor(2000);
    fake.faults.push({ on: "refund", hangUp: "after" }, { on: "refund", hangUp: "after" });
    const failure = await failureOf(stripe.refund(id, `r-${id}`));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
    expect(shop.refundsOf(id)).toHaveLength(1);
  });

  it("returns what is left after a partial refund", async () => {
    const id = await shop.paidFor(2000);
    fake.refundPart(id, 500);
    expect(await stripe.find(id)).toEqual(paid(500));
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
    expect(shop.refundsOf(id).map((it) => it.amount)).toEqual([500, 1500]);
  });

  it("of an unpaid payment does nothing and returns the status", async () => {
    const { id } = await shop.beginPayment();
    const logged = vi.spyOn(log, "error").mockReturnValue();
    expect(await stripe.refund(id, `r-${id}`)).toEqual(open(null));
    expect(logged).toHaveBeenCalledOnce();
  });

  it("uses another key after a lasting failure", async () => {
    const id = await shop.paidFor(2000);
    fake.faults.push({ on: "refund", status: 500 });
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
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
    await other.stripe.refund(given, `r-${given}`);
    other.rest();
    const listed = await all(other.stripe.charges(new Date(Date.now() - 60_000)));
    expect(other.fake.requests).toHaveLength(3);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids));
    expect(listed).toHaveLength(220);
    for (const { id, ...details } of listed) {
      const { reference } = other.chargesOf(id)[0] ?? {};
      const refundedCents = id === given ? 4000 : 0;
      expect(details).toEqual({ reference, amountCents: 4000, refundedCents });
    }
    other.fake.faults.push({ on: "list", delayMs: 0 }, { on: "list", status: 429 });
    const failure = await failureOf(all(other.stripe.charges(new Date(0))));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(other.fake.requests).toHaveLength(5);
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
