// When the provider is asked about a payment again, and what the customer sees meanwhile.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_WINDOW,
  askAfterMs,
  type CheckoutView,
  CONFIRMATION_MS,
  MAX_ATTEMPTS,
  onCancellation,
  type PaymentState,
  paymentStates,
  type Situation,
  situationOf,
  viewOf,
  wordOf,
} from "./payment-rules";

const seconds = (
  situation: Situation,
  failure: string | null = null,
  processingPollMs: number | null = null,
) =>
  Array.from({ length: 13 }, (_, asked) => {
    const ms = askAfterMs(situation, { asked, processingPollMs, failure });
    return ms === null ? null : ms / 1000;
  });

const doubling = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560];

describe("the provider is asked about a payment", () => {
  it.each([
    ["confirming", [30, 30, 60, 120, 240, ...Array<number>(8).fill(300)]],
    ["requires_action", Array<number>(13).fill(60)],
    ["processing", [60, 60, 120, 240, 480, 960, 1920, ...Array<number>(6).fill(3600)]],
    ["unwanted", [60, 60, 120, 240, 480, 960, 1920, ...Array<number>(6).fill(3600)]],
    ["refunding", [0, ...doubling, 3600, 3600]],
    ["late", [0, ...doubling, 3600, 3600]],
  ] as const)("that is %s after these seconds, ever less often", (situation, expected) => {
    expect(seconds(situation)).toEqual(expected);
  });

  it("seven times after an interrupted attempt, and not after any other end of one", () => {
    const never = Array<null>(13).fill(null);
    const arriving = [10, 10, 20, 40, 80, 160, 300, ...never.slice(7)];
    expect(seconds("open", "interrupted")).toEqual(arriving);
    expect(seconds("open", "declined")).toEqual(never);
    expect(seconds("open")).toEqual(never);
    for (const situation of ["paid", "refunded", "failed"] as const) {
      expect(seconds(situation, "interrupted")).toEqual(never);
    }
  });

  it("as often as its provider settles one, where it says so, and as usual otherwise", () => {
    for (const situation of ["processing", "unwanted"] as const) {
      expect(seconds(situation, null, 1000)).toEqual(Array<number>(13).fill(1));
    }
    for (const situation of ["confirming", "requires_action", "refunding", "late"] as const) {
      expect(seconds(situation, null, 1000)).toEqual(seconds(situation));
    }
  });

  it("within its bounds, however often it was asked", () => {
    expect(askAfterMs("late", { asked: 5000, processingPollMs: null, failure: null })).toBe(
      3_600_000,
    );
  });
});

it("attempts to pay are bounded: five a minute, 25 in all, 15 minutes to confirm one", () => {
  expect([ATTEMPTS_PER_WINDOW, ATTEMPT_WINDOW_MS]).toEqual([5, 60_000]);
  expect([MAX_ATTEMPTS, CONFIRMATION_MS]).toEqual([25, 900_000]);
});

it("a cancelled order's money is given back if it was paid, and nothing else changes", () => {
  for (const state of paymentStates) {
    expect(onCancellation(state)).toBe(state === "paid" ? "refunding" : state);
  }
});

it("a payment is late or unwanted only where its session or order is over", () => {
  for (const payment of paymentStates) {
    for (const session of ["open", "complete", "expired"] as const) {
      for (const order of ["placed", "fulfilled", "cancelled", null] as const) {
        const isLate = payment === "open" && session !== "open";
        const isUnwanted = payment === "processing" && order === "cancelled";
        const expected = isLate ? "late" : isUnwanted ? "unwanted" : payment;
        expect(situationOf(payment, session, order)).toBe(expected);
      }
    }
  }
});

it("only a paid payment whose money is all back is returned", () => {
  const paid = (refundedCents: number) => wordOf({ state: "paid", refundedCents }, 100);
  expect([paid(99), paid(100)]).toEqual(["paid", "returned"]);
  const states = fc.constantFrom(
    ...(["open", "requires_action", "processing", "paid", "cancelled"] as const),
  );
  const cents = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(states, fc.option(cents, { nil: undefined }), cents, (state, back, amount) => {
      const status = back === undefined ? { state } : { state, refundedCents: back };
      const isReturned = state === "paid" && back !== undefined && back >= amount;
      expect(wordOf(status, amount)).toBe(isReturned ? "returned" : state);
    }),
  );
});

describe("the customer sees", () => {
  const view = (
    state: "open" | "complete" | "expired",
    paying: boolean,
    payment: PaymentState | null,
    order: "placed" | "fulfilled" | "cancelled" | null = null,
  ): CheckoutView => viewOf({ state, paying }, payment, order);

  it("the form, the bank's question or that the answer is awaited while the session is open", () => {
    for (const payment of [null, ...paymentStates]) {
      expect(view("open", false, payment)).toBe("open");
      const isAsked = payment === "requires_action";
      expect(view("open", true, payment)).toBe(isAsked ? "confirm" : "checking");
      for (const paying of [true, false]) {
        expect(view("expired", paying, payment, "cancelled")).toBe("expired");
      }
    }
  });

  it("how the payment of a complete session ended, first of all that it failed", () => {
    for (const payment of paymentStates) {
      const isFailed = payment === "failed";
      expect(view("complete", false, payment, "cancelled")).toBe(isFailed ? "failed" : "cancelled");
      const settled = payment === "processing" ? "processing" : "paid";
      for (const order of ["placed", "fulfilled"] as const) {
        expect(view("complete", false, payment, order)).toBe(isFailed ? "failed" : settled);
      }
    }
  });
});
