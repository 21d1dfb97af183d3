import { describe, expect, it } from "vitest";
import { onCancellation } from "#checkout/refunds/rules";
import { type CheckoutView, viewOf } from "#checkout/sessions/rules";
import { ATTEMPT_WINDOW_MS, ATTEMPTS_PER_WINDOW, MAX_ATTEMPTS } from "./attempt";
import { MAX_CONFIRMATION_MS } from "./polls";
import {
  type EffectiveState,
  effectiveStateOf,
  type MoneyFacts,
  nextPollAfterMs,
  type PaymentState,
  paymentStates,
  providerStatusOf,
} from "./rules";

const seconds = (
  effectiveState: EffectiveState,
  failure: string | null = null,
  processingPollMs: number | null = null,
  refunding = 0,
) =>
  Array.from({ length: 13 }, (_, polls) => {
    const history = { polls, processingPollMs, failure, refunding };
    const ms = nextPollAfterMs(effectiveState, history);
    return ms === null ? null : ms / 1000;
  });

const doubling = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560];

describe("a payment is polled", () => {
  it.each([
    ["confirming", [30, 30, 60, 120, 240, ...Array<number>(8).fill(300)]],
    ["requires_action", Array<number>(13).fill(60)],
    ["processing", [60, 60, 120, 240, 480, 960, 1920, ...Array<number>(6).fill(3600)]],
    ["order_cancelled", [60, 60, 120, 240, 480, 960, 1920, ...Array<number>(6).fill(3600)]],
    ["refunding", [0, ...doubling, 3600, 3600]],
    ["session_over", [0, ...doubling, 3600, 3600]],
    ["disputed", [1, 1, 2, 4, 8, 16, ...Array<number>(7).fill(24)].map((hours) => 3600 * hours)],
  ] as const)("that is %s after these seconds, less and less often", (effectiveState, expected) => {
    expect(seconds(effectiveState)).toEqual(expected);
  });

  it("seven times after an interrupted attempt, and not after other ends", () => {
    const never = Array<null>(13).fill(null);
    const delays = [10, 10, 20, 40, 80, 160, 300, ...never.slice(7)];
    expect(seconds("open", "interrupted")).toEqual(delays);
    expect(seconds("open", "declined")).toEqual(never);
    expect(seconds("open")).toEqual(never);
    for (const effectiveState of ["paid", "refunded", "failed"] as const) {
      expect(seconds(effectiveState, "interrupted")).toEqual(never);
    }
  });

  it("as often as one that is refunding while any refund is pending", () => {
    for (const effectiveState of ["paid", "paid_fulfilled", "disputed", "charged_back"] as const) {
      expect(seconds(effectiveState, null, null, 1)).toEqual(seconds("refunding"));
    }
  });

  it("at its provider's own interval while it is processing", () => {
    for (const effectiveState of ["processing", "order_cancelled"] as const) {
      expect(seconds(effectiveState, null, 1000)).toEqual(Array<number>(13).fill(1));
    }
    for (const effectiveState of [
      "confirming",
      "requires_action",
      "refunding",
      "session_over",
    ] as const) {
      expect(seconds(effectiveState, null, 1000)).toEqual(seconds(effectiveState));
    }
  });

  it("within its bounds after any number of polls", () => {
    const history = { polls: 5000, processingPollMs: null, failure: null, refunding: 0 };
    expect(nextPollAfterMs("session_over", history)).toBe(3_600_000);
  });
});

it("attempts to pay are bounded: five a minute, 25 in all, 15 minutes to confirm one", () => {
  expect([ATTEMPTS_PER_WINDOW, ATTEMPT_WINDOW_MS]).toEqual([5, 60_000]);
  expect([MAX_ATTEMPTS, MAX_CONFIRMATION_MS]).toEqual([25, 900_000]);
});

it("cancelling an order refunds a paid payment and leaves other states", () => {
  for (const state of paymentStates) {
    const isPaid = state === "paid" || state === "disputed";
    expect(onCancellation(state)).toBe(isPaid ? "refunding" : state);
  }
});

it("the effective state differs only where session or order has ended", () => {
  for (const payment of paymentStates) {
    for (const session of ["open", "complete", "expired"] as const) {
      for (const order of ["placed", "fulfilled", "cancelled", null] as const) {
        const isSessionOver = payment === "open" && session !== "open";
        const isUnneeded = order === "cancelled" || session === "expired";
        const isOrderCancelled = payment === "processing" && isUnneeded;
        const sold = ["paid", "refunded", "charged_back"];
        const isSold = sold.includes(payment) && order === "fulfilled";
        const expected = isSessionOver
          ? "session_over"
          : isOrderCancelled
            ? "order_cancelled"
            : isSold
              ? `${payment}_fulfilled`
              : payment;
        expect(effectiveStateOf(payment, session, order)).toBe(expected);
      }
    }
  }
});

it("a paid payment is returned, charged back, disputed or warned, in this order", () => {
  type Dispute = MoneyFacts["dispute"];
  const paid = (refunded: number, dispute: Dispute = null) =>
    providerStatusOf("paid", { amount: 100, refunded, dispute });
  expect([paid(99), paid(100)]).toEqual(["paid", "returned"]);
  const all: [Dispute, string][] = [
    [{ kind: "dispute", state: "open" }, "disputed"],
    [{ kind: "warning", state: "open" }, "warned"],
    [{ kind: "dispute", state: "lost" }, "charged_back"],
    [{ kind: "dispute", state: "won" }, "paid"],
  ];
  for (const [dispute, status] of all) {
    expect([paid(99, dispute), paid(100, dispute)]).toEqual([status, "returned"]);
    for (const state of ["open", "requires_action", "processing", "cancelled"] as const) {
      expect(providerStatusOf(state, { amount: 100, refunded: 100, dispute })).toBe(state);
    }
  }
});

describe("the customer sees", () => {
  const view = (
    state: "open" | "complete" | "expired",
    paying: boolean,
    payment: PaymentState | null,
    order: "placed" | "fulfilled" | "cancelled" | null = null,
  ): CheckoutView => viewOf({ state, paying }, payment, order);

  it("the form, the confirmation or a wait while the session is open", () => {
    for (const payment of [null, ...paymentStates]) {
      expect(view("open", false, payment)).toBe("open");
      const mustConfirm = payment === "requires_action";
      expect(view("open", true, payment)).toBe(mustConfirm ? "confirm" : "checking");
      for (const paying of [true, false]) {
        expect(view("expired", paying, payment, "cancelled")).toBe("expired");
      }
    }
  });

  it("the outcome of a complete session's payment, a failure first", () => {
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
