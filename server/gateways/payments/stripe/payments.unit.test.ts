import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { ProviderUnavailable } from "#payments/provider";
import { FakeShop, failureOf, open, paid } from "#testing/fake-stripe/shop";
import { stripePayments } from "./payments";

const shop = await FakeShop.open();
const { fake, stripe } = shop;
const short = stripePayments(fake.settings, { tryMs: 150, confirmMs: 200 });

afterAll(() => fake.close());

afterEach(() => vi.restoreAllMocks());

beforeEach(() => shop.rest());

describe("a payment with Stripe", () => {
  it("begins once per key, takes no money, and refers to its session", async () => {
    const { intent, id } = await shop.beginPayment();
    expect(await stripe.begin(intent)).toBe(id);
    expect(shop.paymentsFor(intent.reference)).toEqual([
      expect.objectContaining({ id, amount: 1250, description: "25 kg" }),
    ]);
    expect(await stripe.find(id)).toEqual(open(null));
    expect(shop.chargesOf(id)).toEqual([]);
  });

  it("is paid by one charge of the whole amount", async () => {
    const { id } = await shop.beginPayment(4999);
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(await stripe.find(id)).toEqual(paid());
    const charge = { payment: id, amount: 4999, refunded: 0 };
    expect(shop.chargesOf(id)).toEqual([expect.objectContaining(charge)]);
  });

  it.each([
    ["declined", "declined"],
    ["insufficient_funds", "insufficient_funds"],
    ["expired_card", "expired_card"],
    ["incorrect_cvc", "incorrect_cvc"],
    ["incorrect_number", "incorrect_number"],
  ])(
    "that is declined as %s stays open with that failure, and can be paid again",
    async (name, failure) => {
      const { id } = await shop.beginPayment();
      expect(await shop.pay(id, name)).toEqual(open(failure));
      expect(await stripe.find(id)).toEqual(open(failure));
      expect(shop.chargesOf(id)).toEqual([]);
      expect(await shop.pay(id, "ok")).toEqual(paid());
      expect(shop.chargesOf(id)).toHaveLength(1);
    },
  );

  it("waits for the customer's confirmation with a secret for Stripe's script, and is then paid", async () => {
    const { id } = await shop.beginPayment();
    const waiting = { state: "requires_action", clientSecret: fake.payments.at(-1)?.clientSecret };
    expect(await shop.pay(id, "action")).toEqual(waiting);
    expect(await stripe.find(id)).toEqual(waiting);
    expect(shop.chargesOf(id)).toEqual([]);
    fake.approve(id);
    expect(await stripe.find(id)).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("stays open if the customer does not confirm, and can be paid again", async () => {
    const { id } = await shop.beginPayment();
    await shop.pay(id, "action");
    fake.refuse(id);
    expect(await stripe.find(id)).toEqual(open("not_confirmed"));
    expect(await shop.pay(id, "ok")).toEqual(paid());
  });

  it("may be slow, and is then paid or not", async () => {
    for (const [isPaid, status] of [
      [true, paid()],
      [false, open("declined")],
    ] as const) {
      const { id } = await shop.beginPayment();
      expect(await shop.pay(id, "processing")).toEqual({ state: "processing" });
      expect(await shop.pay(id, "ok")).toEqual({ state: "processing" });
      fake.settle(id, isPaid);
      expect(await stripe.find(id)).toEqual(status);
      expect(shop.chargesOf(id)).toHaveLength(isPaid ? 1 : 0);
    }
  });

  it("is not paid when the money is only reserved", async () => {
    const { id } = await shop.beginPayment();
    expect(await shop.pay(id, "capture")).toEqual({ state: "processing" });
    expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
  });

  it.each(["stolen", "ok-once"])("is open if the token %s is invalid", async (name) => {
    if (name === "ok-once") await shop.pay((await shop.beginPayment()).id, name);
    const { id } = await shop.beginPayment();
    const logged = vi.spyOn(log, "warn").mockReturnValue();
    expect(await shop.pay(id, name)).toEqual(open("interrupted"));
    expect(JSON.stringify(logged.mock.calls)).toMatch(/confirmation_token/);
    expect(JSON.stringify(logged.mock.calls)).not.toContain(name);
    expect(shop.chargesOf(id)).toEqual([]);
    expect(await shop.pay(id, "ok")).toEqual(paid());
  });

  it("never receives card data", async () => {
    const { id } = await shop.beginPayment();
    const card = {
      type: "card",
      number: "4242424242424242",
      expiryMonth: 1,
      expiryYear: 30,
      cvc: "123",
    } as const;
    fake.requests.length = 0;
    const failure = await failureOf(
      stripe.confirm(id, { key: "card", source: card, returnUrl: "" }),
    );
    expect(`${failure}`).toMatch(/never a card/);
    expect(fake.requests).toEqual([]);
  });
});

describe("a charge with Stripe", () => {
  it("is made once if its response is lost and the client retries", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ hangUp: "after" });
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(shop.sent().filter((it) => it.endsWith("confirm"))).toHaveLength(2);
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is found, and made once, if every response is lost and the attempt is repeated", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ hangUp: "after" }, { hangUp: "after" });
    const key = `lost-${id}`;
    expect(await failureOf(shop.pay(id, "ok", { key }))).toBeInstanceOf(ProviderUnavailable);
    expect(await stripe.find(id)).toEqual(paid());
    expect(await shop.pay(id, "ok", { key })).toEqual(paid());
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is made once for two concurrent repetitions of an attempt", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ delayMs: 250 });
    const key = `twice-${id}`;
    const statuses = await Promise.all([shop.pay(id, "ok", { key }), shop.pay(id, "ok", { key })]);
    expect(statuses).toEqual([paid(), paid()]);
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is made once for twenty concurrent attempts, and each returns that it is paid", async () => {
    const { id } = await shop.beginPayment();
    const attempts = Array.from({ length: 20 }, () => shop.pay(id, "ok"));
    expect(new Set((await Promise.all(attempts)).map(({ state }) => state))).toEqual(
      new Set(["paid"]),
    );
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is made once, with the current status, if a key is used for two tokens", async () => {
    const { id } = await shop.beginPayment();
    const key = `reused-${id}`;
    expect(await shop.pay(id, "insufficient_funds", { key })).toEqual(open("insufficient_funds"));
    expect(await shop.pay(id, "ok", { key })).toEqual(open("insufficient_funds"));
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(await shop.pay(id, "declined", { key })).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is not hidden by a late repetition of an earlier attempt that failed", async () => {
    const { id } = await shop.beginPayment();
    await shop.pay(id, "declined", { key: `first-${id}` });
    await shop.pay(id, "processing");
    expect(await shop.pay(id, "declined", { key: `first-${id}` })).toEqual({ state: "processing" });
    fake.settle(id, true);
    expect(await shop.pay(id, "declined", { key: `first-${id}` })).toEqual(paid());
  });

  it("is returned with the current status by a late repetition of an earlier success", async () => {
    const { id } = await shop.beginPayment();
    const key = `confirmed-${id}`;
    expect(await shop.pay(id, "action", { key })).toMatchObject({ state: "requires_action" });
    fake.approve(id);
    expect(await shop.pay(id, "action", { key })).toEqual(paid());
    await shop.refund(id);
    expect(await shop.pay(id, "action", { key })).toEqual(paid(1250));
  });

  it("is found if Stripe completed it after the caller had given up", async () => {
    const { id } = await shop.beginPayment();
    fake.faults.push({ delayMs: 1200 });
    const failure = await failureOf(shop.pay(id, "ok", { by: short }));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    await expect.poll(() => stripe.find(id)).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });
});
