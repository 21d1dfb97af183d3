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

describe("the end of a payment by Stripe", () => {
  it("is that it can never be charged", async () => {
    for (const name of [null, "declined", "action"]) {
      const { id } = await shop.begun();
      if (name) await shop.pay(id, name);
      expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
      expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
      expect(await shop.pay(id, "ok")).toEqual({ state: "cancelled" });
      expect(shop.chargesOf(id)).toEqual([]);
    }
  });

  it("does not come to one that is paid or on its way", async () => {
    expect(await stripe.cancel(await shop.paidFor())).toEqual(paid());
    const { id } = await shop.begun();
    await shop.pay(id, "processing");
    expect(await stripe.cancel(id)).toEqual({ state: "processing" });
  });

  it("does not come to one that is confirmed at the same instant", async () => {
    const { id } = await shop.begun();
    await shop.pay(id, "action");
    fake.moods.push({ on: "cancel", delayMs: 100 });
    const cancelled = stripe.cancel(id);
    await expect.poll(() => shop.sent()).toContain("POST cancel");
    fake.approve(id);
    expect(await cancelled).toEqual(paid());
  });

  it("is tried with another key when Stripe failed for good under the first", async () => {
    const { id } = await shop.begun();
    fake.moods.push({ on: "cancel", status: 500 });
    expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
  });
});

describe("a refund by Stripe", () => {
  it("is one, and of all the money, however often it is asked for", async () => {
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
    "that is %s is not done until it is",
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
    "that %s is not taken for done, and is logged each time",
    async (status) => {
      const id = await shop.paidFor(2000);
      fake.books.nextRefund = "pending";
      await stripe.refund(id, `r-${id}`);
      fake.books.settleRefund(id, status);
      const logged = vi.spyOn(log, "error").mockReturnValue();
      expect(await stripe.refund(id, `another-${id}`)).toEqual(paid(0));
      expect(logged).toHaveBeenCalledWith(
        { payment: id },
        expect.stringMatching(/^payment.refund_failed/),
      );
      // Not refunded a second time; a person must decide what to do.
      expect(shop.refundsOf(id)).toHaveLength(1);
    },
  );

  it("is one when its answers are lost", async () => {
    const id = await shop.paidFor(2000);
    fake.moods.push({ on: "refund", hangUp: "after" }, { on: "refund", hangUp: "after" });
    const failure = await failureOf(stripe.refund(id, `r-${id}`));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
    expect(shop.refundsOf(id)).toHaveLength(1);
  });

  it("is of what is left where a part was given back before", async () => {
    const id = await shop.paidFor(2000);
    fake.refundPart(id, 500);
    expect(await stripe.find(id)).toEqual(paid(500));
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
    expect(shop.refundsOf(id).map((it) => it.amount)).toEqual([500, 1500]);
  });

  it("of what was not paid is none, and says how the payment stands", async () => {
    const { id } = await shop.begun();
    const logged = vi.spyOn(log, "error").mockReturnValue();
    expect(await stripe.refund(id, `r-${id}`)).toEqual(open(null));
    expect(logged).toHaveBeenCalledOnce();
  });

  it("is tried with another key when Stripe failed for good under the first", async () => {
    const id = await shop.paidFor(2000);
    fake.moods.push({ on: "refund", status: 500 });
    expect(await stripe.refund(id, `r-${id}`)).toEqual(paid(2000));
  });
});

describe("what Stripe charged", () => {
  it("is listed whole over many pages, paid ones only, each with its session and refunds", async () => {
    const other = await FakeShop.open();
    for (const name of ["declined", "action", "processing"]) {
      await other.pay((await other.begun()).id, name);
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
    for (const { id, ...told } of listed) {
      const { reference } = other.chargesOf(id)[0] ?? {};
      const refundedCents = id === given ? 4000 : 0;
      expect(told).toEqual({ reference, amountCents: 4000, refundedCents });
    }
    other.fake.moods.push({ on: "list", delayMs: 0 }, { on: "list", status: 429 });
    const failure = await failureOf(all(other.stripe.charges(new Date(0))));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(other.fake.requests).toHaveLength(5);
    await other.fake.close();
  });

  it("is what was charged since then, whenever its payment was begun", async () => {
    const id = await shop.paidFor();
    const payment = fake.payments.find((it) => it.id === id);
    if (payment) payment.created -= 24 * 3600;
    const ids = async (sinceMs: number) =>
      (await all(stripe.charges(new Date(Date.now() + sinceMs)))).map((it) => it.id);
    expect(await ids(-60_000)).toContain(id);
    expect(await ids(60_000)).toEqual([]);
  });

  it("is not what others charge with the same account", async () => {
    const id = await shop.paidFor();
    const payment = fake.payments.find((it) => it.id === id);
    if (payment) payment.metadata = { shop: "another" };
    const listed = await all(stripe.charges(new Date(Date.now() - 60_000)));
    expect(listed.map((it) => it.id)).not.toContain(id);
  });
});

describe("the fake Stripe", () => {
  async function steer(path: string, init?: RequestInit): Promise<unknown> {
    const answer = await fetch(`${fake.url}/_fake/${path}`, init);
    return answer.json();
  }
  const post = (path: string, body = "") => steer(path, { method: "POST", body });

  it("can be steered from another process", async () => {
    for (const [name, path, status] of [
      ["action", "approve?", paid()],
      ["action", "refuse?", open("not_confirmed")],
      ["processing", "settle?outcome=succeed&", paid()],
      ["processing", "settle?outcome=fail&", open("declined")],
    ] as const) {
      const { id, intent } = await shop.begun();
      await shop.pay(id, name);
      await post(`${path}id=${intent.reference}`);
      expect(await stripe.find(id)).toEqual(status);
    }
    const id = await shop.paidFor();
    await post("mood", JSON.stringify({ on: "find", status: 429 }));
    expect(await failureOf(stripe.find(id))).toBeInstanceOf(ProviderUnavailable);
    const state = await steer("state");
    expect(state).toMatchObject({ charges: fake.charges(), refunds: fake.refunds });
    const told = await steer(`notice?type=payment_intent.succeeded&payment=${id}`);
    const { body, signature } = told as { body: string; signature: string };
    const notice = await readStripeNotice(fake.settings, { body, signature });
    expect(notice).toMatchObject({ type: "payment_intent.succeeded", paymentId: id });
  });
});
