import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { ProviderUnavailable } from "#payments/provider";
import { FakeShop, failureOf, open, paid } from "./fake-stripe-shop";
import { stripePayments } from "./payments";

const shop = await FakeShop.open();
const { fake, stripe } = shop;
const hasty = stripePayments(fake.settings, { tryMs: 150, confirmMs: 200 });

afterAll(() => fake.close());

afterEach(() => vi.restoreAllMocks());

beforeEach(() => shop.rest());

describe("a payment by Stripe", () => {
  it("is begun once for a key, takes no money by that, and is known by its session", async () => {
    const { intent, id } = await shop.begun();
    expect(await stripe.begin(intent)).toBe(id);
    expect(shop.paymentsFor(intent.reference)).toEqual([
      expect.objectContaining({ id, amount: 1250, description: "25 kg" }),
    ]);
    expect(await stripe.find(id)).toEqual(open(null));
    expect(shop.chargesOf(id)).toEqual([]);
  });

  it("is paid by one charge of the whole amount", async () => {
    const { intent, id } = await shop.begun(4999);
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(await stripe.find(id)).toEqual(paid());
    const reference = intent.reference;
    const charge = { payment: id, reference, amountCents: 4999, refundedCents: 0 };
    expect(shop.chargesOf(id)).toEqual([expect.objectContaining(charge)]);
  });

  it.each([
    ["declined", "declined"],
    ["insufficient_funds", "insufficient_funds"],
    ["expired_card", "expired_card"],
    ["incorrect_cvc", "incorrect_cvc"],
    ["incorrect_number", "incorrect_number"],
  ])(
    "that is refused as %s stays open with that failure, and can be paid again",
    async (name, failure) => {
      const { id } = await shop.begun();
      expect(await shop.pay(id, name)).toEqual(open(failure));
      expect(await stripe.find(id)).toEqual(open(failure));
      expect(shop.chargesOf(id)).toEqual([]);
      expect(await shop.pay(id, "ok")).toEqual(paid());
      expect(shop.chargesOf(id)).toHaveLength(1);
    },
  );

  it("waits for the customer's confirmation with the secret for Stripe's script, and is paid by it", async () => {
    const { id } = await shop.begun();
    const waiting = { state: "requires_action", clientSecret: fake.payments.at(-1)?.clientSecret };
    expect(await shop.pay(id, "action")).toEqual(waiting);
    expect(await stripe.find(id)).toEqual(waiting);
    expect(shop.chargesOf(id)).toEqual([]);
    fake.approve(id);
    expect(await stripe.find(id)).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("that the customer refuses to confirm stays open, and can be paid again", async () => {
    const { id } = await shop.begun();
    await shop.pay(id, "action");
    fake.refuse(id);
    expect(await stripe.find(id)).toEqual(open("not_confirmed"));
    expect(await shop.pay(id, "ok")).toEqual(paid());
  });

  it("may take its time, and then be paid or not", async () => {
    for (const [isPaid, status] of [
      [true, paid()],
      [false, open("declined")],
    ] as const) {
      const { id } = await shop.begun();
      expect(await shop.pay(id, "processing")).toEqual({ state: "processing" });
      expect(await shop.pay(id, "ok")).toEqual({ state: "processing" });
      fake.settle(id, isPaid);
      expect(await stripe.find(id)).toEqual(status);
      expect(shop.chargesOf(id)).toHaveLength(isPaid ? 1 : 0);
    }
  });

  it("is not over when the money is only reserved", async () => {
    const { id } = await shop.begun();
    expect(await shop.pay(id, "capture")).toEqual({ state: "processing" });
    expect(await stripe.cancel(id)).toEqual({ state: "cancelled" });
  });

  it.each(["stolen", "ok-once"])("is open when the token %s is worth nothing", async (name) => {
    if (name === "ok-once") await shop.pay((await shop.begun()).id, name);
    const { id } = await shop.begun();
    const logged = vi.spyOn(log, "warn").mockReturnValue();
    expect(await shop.pay(id, name)).toEqual(open("interrupted"));
    expect(JSON.stringify(logged.mock.calls)).toMatch(/confirmation_token/);
    expect(JSON.stringify(logged.mock.calls)).not.toContain(name);
    expect(shop.chargesOf(id)).toEqual([]);
    expect(await shop.pay(id, "ok")).toEqual(paid());
  });

  it("never sees a card", async () => {
    const { id } = await shop.begun();
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

describe("a charge by Stripe", () => {
  it("is made once when its answer is lost: the client asks again by itself", async () => {
    const { id } = await shop.begun();
    fake.moods.push({ hangUp: "after" });
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(shop.sent().filter((it) => it.endsWith("confirm"))).toHaveLength(2);
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is found, and made once, when every answer is lost and the attempt is repeated", async () => {
    const { id } = await shop.begun();
    fake.moods.push({ hangUp: "after" }, { hangUp: "after" });
    const key = `lost-${id}`;
    expect(await failureOf(shop.pay(id, "ok", { key }))).toBeInstanceOf(ProviderUnavailable);
    expect(await stripe.find(id)).toEqual(paid());
    expect(await shop.pay(id, "ok", { key })).toEqual(paid());
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is one for an attempt that is made twice at once", async () => {
    const { id } = await shop.begun();
    fake.moods.push({ delayMs: 250 });
    const key = `twice-${id}`;
    const statuses = await Promise.all([shop.pay(id, "ok", { key }), shop.pay(id, "ok", { key })]);
    expect(statuses).toEqual([paid(), paid()]);
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is one for twenty attempts at once, and each says that it is paid", async () => {
    const { id } = await shop.begun();
    const attempts = Array.from({ length: 20 }, () => shop.pay(id, "ok"));
    expect(new Set((await Promise.all(attempts)).map(({ state }) => state))).toEqual(
      new Set(["paid"]),
    );
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is one, and the payment as it stands, when a key is used for two tokens", async () => {
    const { id } = await shop.begun();
    const key = `reused-${id}`;
    expect(await shop.pay(id, "insufficient_funds", { key })).toEqual(open("insufficient_funds"));
    expect(await shop.pay(id, "ok", { key })).toEqual(open("insufficient_funds"));
    expect(await shop.pay(id, "ok")).toEqual(paid());
    expect(await shop.pay(id, "declined", { key })).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });

  it("is not denied by an attempt of before that is repeated late", async () => {
    const { id } = await shop.begun();
    await shop.pay(id, "declined", { key: `first-${id}` });
    await shop.pay(id, "processing");
    expect(await shop.pay(id, "declined", { key: `first-${id}` })).toEqual({ state: "processing" });
    fake.settle(id, true);
    expect(await shop.pay(id, "declined", { key: `first-${id}` })).toEqual(paid());
  });

  it("is told as it stands by an attempt of before that went well and is repeated late", async () => {
    const { id } = await shop.begun();
    const key = `confirmed-${id}`;
    expect(await shop.pay(id, "action", { key })).toMatchObject({ state: "requires_action" });
    fake.approve(id);
    expect(await shop.pay(id, "action", { key })).toEqual(paid());
    await stripe.refund(id, `r-${id}`);
    expect(await shop.pay(id, "action", { key })).toEqual(paid(1250));
  });

  it("is found when Stripe did it while nobody waited any more", async () => {
    const { id } = await shop.begun();
    fake.moods.push({ delayMs: 1200 });
    const failure = await failureOf(shop.pay(id, "ok", { by: hasty }));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    await expect.poll(() => stripe.find(id)).toEqual(paid());
    expect(shop.chargesOf(id)).toHaveLength(1);
  });
});
