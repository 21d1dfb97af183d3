import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasLostRefund,
  refundable,
  refundedByHand,
  refundKinds,
  refundStates,
  totalsOf,
} from "./rules";

const refund = fc.record({
  state: fc.constantFrom(...refundStates),
  kind: fc.constantFrom(...refundKinds),
  amount: fc.integer({ min: 1, max: 10_000 }),
});

test("each refund counts once in the sum of its state, and a failed one in none", () => {
  const of = (state: (typeof refundStates)[number], amount: number) => ({
    ...{ state, amount, kind: "requested" as const },
  });
  expect(totalsOf([])).toEqual({ refunded: 0, refunding: 0 });
  expect(
    totalsOf([of("succeeded", 1), of("pending", 20), of("failed", 400), of("succeeded", 8000)]),
  ).toEqual({ refunded: 8001, refunding: 20 });
});

test("a refund by hand is what the provider paid beyond the refunds paid there", () => {
  const paid = { state: "succeeded", kind: "requested", amount: 300 } as const;
  const failed = { ...paid, state: "failed" } as const;
  const otherMeans = { ...paid, kind: "other_means" } as const;
  expect(refundedByHand([paid, failed, otherMeans], 500)).toBe(200);
  expect(refundedByHand([paid, failed, otherMeans], 300)).toBe(0);
  expect(refundedByHand([paid], 100)).toBe(0);
  expect(refundedByHand([otherMeans], 300)).toBe(300);
});

test("while a refund is pending, none counts as paid by hand", () => {
  fc.assert(
    fc.property(fc.array(refund), fc.nat(100_000), (refunds, atProvider) => {
      const pending = { state: "pending", kind: "requested", amount: 1 } as const;
      expect(refundedByHand([...refunds, pending], atProvider)).toBe(0);
    }),
  );
});

test("a refund is lost where the provider paid less than the refunds paid there", () => {
  const paid = { state: "succeeded", kind: "requested", amount: 300 } as const;
  const others = [
    { ...paid, state: "pending" },
    { ...paid, state: "failed" },
    { ...paid, kind: "other_means" },
  ] as const;
  expect(hasLostRefund([paid, ...others], 299)).toBe(true);
  expect(hasLostRefund([paid, ...others], 300)).toBe(false);
  expect(hasLostRefund([paid, ...others], 301)).toBe(false);
});

test("refunded, refunding, lost and refundable cents never exceed the payment", () => {
  const payment = { amount: 1000, refunded: 200, refunding: 30 };
  expect(refundable(payment)).toBe(770);
  expect(refundable(payment, 4)).toBe(766);
  expect(refundable(payment, 770)).toBe(0);
  expect(refundable(payment, 1000)).toBe(0);
  expect(refundable({ ...payment, refunding: 900 })).toBe(0);
});
