import type Stripe from "stripe";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import type { PaidStatus, PaymentStatus, ProviderDispute } from "#payments/provider";
import { type Known, type NextActionType, refundStatuses } from "#testing/fake-stripe/resources";
import { all, FakeShop, paid } from "#testing/fake-stripe/shop";
import { actionsOnPage } from "./status";

const shop = await FakeShop.open();
const { fake, stripe } = shop;

afterAll(() => fake.close());
afterEach(() => vi.restoreAllMocks());

// The compiler requires every value that Stripe documents.
const states: Record<Known<Stripe.PaymentIntent.Status>, PaymentStatus["state"]> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "requires_action",
  processing: "processing",
  requires_capture: "processing",
  canceled: "cancelled",
  succeeded: "paid",
};

describe("the status of a payment", () => {
  it.each(Object.entries(states))("that is %s at Stripe is %s", async (status, state) => {
    const { id } = await shop.beginPayment();
    fake.books.put(id, { status });
    expect((await stripe.find(id)).state).toBe(state);
  });

  it("that is new to us is unknown, so nothing happens", async () => {
    const { id } = await shop.beginPayment();
    fake.books.put(id, { status: "requires_patience" });
    await expect(stripe.find(id)).rejects.toThrow(/requires_patience/);
  });

  const actions = Object.entries(actionsOnPage) as [NextActionType, boolean][];
  it.each(actions)("that waits for %s has a secret for the page: %s", async (type, isOnPage) => {
    const { id } = await shop.beginPayment();
    fake.books.put(id, { status: "requires_action", nextAction: type });
    const clientSecret = isOnPage ? expect.stringContaining("_secret_") : null;
    expect(await stripe.find(id)).toEqual({ state: "requires_action", clientSecret });
  });

  it("has fee and net as soon as Stripe has booked the charge", async () => {
    const { id } = await shop.beginPayment(10_000);
    expect(await shop.pay(id, "ok")).toMatchObject({ fee: null, net: null });
    expect(await stripe.find(id)).toMatchObject({ fee: 320, net: 9680 });
  });

  it("is polled until Stripe has booked the charge, ever more rarely, for days", async () => {
    fake.books.booking = "never";
    const { id } = await shop.beginPayment();
    expect(await shop.pay(id, "ok")).toMatchObject({ state: "paid", pollAfterMs: 60_000 });
    const charge = fake.books.taken(id);
    const pauseAt = async (ageMinutes: number) => {
      charge.created = Math.floor(Date.now() / 1000) - 60 * ageMinutes;
      const { pollAfterMs = 0 } = (await stripe.find(id)) as PaidStatus;
      return Math.round(pollAfterMs / 60_000);
    };
    const pauses = [];
    for (const age of [0, 1, 10, 300, 3000, 6000]) pauses.push(await pauseAt(age));
    expect(pauses).toEqual([1, 1, 10, 300, 360, 0]);
    charge.created += 6000 * 60;
    fake.books.booking = "later";
    expect(await stripe.find(id)).not.toHaveProperty("pollAfterMs");
  });

  it("of the other mode is not believed", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    const { id } = await shop.beginPayment();
    fake.books.put(id, { livemode: true });
    const since = new Date(Date.now() - 60_000);
    for (const call of [
      () => shop.pay(id, "ok"),
      () => stripe.find(id),
      () => stripe.cancel(id),
      () => all(stripe.charges(since)),
    ]) {
      await expect(call()).rejects.toThrow(`Stripe's payment ${id} is not of test mode`);
    }
    fake.books.put(id, { livemode: false });
  });
});

describe("a refund", () => {
  const expected = {
    pending: "pending",
    requires_action: "pending",
    succeeded: "succeeded",
    failed: "failed",
    canceled: "failed",
  } as const;
  it.each(refundStatuses)("that is %s counts only if the money was returned", async (status) => {
    const id = await shop.paidFor();
    fake.books.nextRefund = status;
    const { id: refundId, state } = await shop.refund(id, 450);
    expect(state).toBe(expected[status]);
    expect(await stripe.findRefund(id, { key: "", refundId })).toMatchObject({ state });
    expect(await stripe.find(id)).toEqual(paid(status === "succeeded" ? 450 : 0));
  });

  it("is found by its key among more than a page of them", async () => {
    const id = await shop.paidFor(20_000);
    await shop.refund(id, 100, `first-${id}`);
    for (let count = 0; count < 101; count += 1) fake.refundPart(id, 100);
    const result = await stripe.findRefund(id, { key: `first-${id}`, refundId: null });
    expect(result).toMatchObject({ state: "succeeded" });
    expect(await stripe.find(id)).toEqual(paid(10_200));
  });
});

describe("a dispute", () => {
  const lost = { kind: "dispute", state: "lost" } as const;
  const open = { kind: "dispute", state: "open" } as const;
  const outcomes: Record<Known<Stripe.Dispute.Status>, Pick<ProviderDispute, "kind" | "state">> = {
    warning_needs_response: { kind: "warning", state: "open" },
    warning_under_review: { kind: "warning", state: "open" },
    warning_closed: { kind: "warning", state: "won" },
    needs_response: open,
    under_review: open,
    appeal_needs_response: open,
    appeal_under_review: open,
    won: { kind: "dispute", state: "won" },
    lost,
    prevented: lost,
  };

  it.each(Object.entries(outcomes))("that is %s at Stripe is %o", async (status, outcome) => {
    const id = await shop.paidFor(2000);
    const dueBy = 1_800_000_000;
    const { id: disputeId } = fake.books.dispute(id, { status, amount: 1500, dueBy });
    const facts = { id: disputeId, amount: 1500, reason: "fraudulent" };
    const evidenceDueOn = new Date(dueBy * 1000);
    expect(await stripe.find(id)).toMatchObject({
      state: "paid",
      disputes: [{ ...facts, ...outcome, evidenceDueOn }],
    });
  });

  it("that Stripe prevented without taking money is won", async () => {
    const id = await shop.paidFor();
    fake.books.dispute(id, { status: "prevented", movedAmount: 0 });
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ kind: "dispute", state: "won" }] });
  });

  it("with a status that is new to us is open", async () => {
    const id = await shop.paidFor();
    fake.books.dispute(id, { status: "in_arbitration", dueBy: null });
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ ...open, evidenceDueOn: null }] });
  });
});

describe("a fraud warning", () => {
  it("is open until the charge is marked as safe or needs no action any more", async () => {
    const id = await shop.paidFor();
    const { id: warningId } = fake.books.warn(id);
    const warning = { id: warningId, kind: "warning", reason: "made_with_stolen_card" };
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ ...warning, state: "open" }] });
    fake.books.taken(id).userReport = "safe";
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ ...warning, state: "won" }] });
    fake.books.taken(id).userReport = null;
    fake.books.warn(id, { actionable: false });
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ ...warning, state: "won" }] });
  });

  it("is reported beside disputes, and each dispute of a payment by itself", async () => {
    const { id } = await shop.beginPayment();
    await shop.pay(id, "warned");
    fake.books.dispute(id, { status: "lost" });
    fake.books.disputeAgain(id);
    const { disputes } = (await stripe.find(id)) as PaidStatus;
    expect(disputes.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      "dispute lost",
      "dispute open",
      "warning open",
    ]);
  });
});

describe("a review", () => {
  it("is a warning until it is closed", async () => {
    const id = await shop.paidFor();
    fake.books.review(id);
    const warning = { kind: "warning", reason: "review_rule" };
    expect(await stripe.find(id)).toMatchObject({ disputes: [{ ...warning, state: "open" }] });
    fake.books.review(id, { open: false, closed_reason: "approved" });
    const closed = { kind: "warning", state: "won", reason: "review_approved" };
    expect(await stripe.find(id)).toMatchObject({ disputes: [closed] });
  });
});
