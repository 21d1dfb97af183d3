import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasLostRefund,
  refundableCents,
  refundedByHand,
  refundKinds,
  refundStates,
  totalsOf,
} from "./rules";

const refund = fc.record({
  state: fc.constantFrom(...refundStates),
  kind: fc.constantFrom(...refundKinds),
  amountUsdCents: fc.integer({ min: 1, max: 10_000 }),
});

test("each refund counts once in the sum of its state, and a failed one in none", () => {
  const of = (state: (typeof refundStates)[number], amountUsdCents: number) => ({
    ...{ state, amountUsdCents, kind: "requested" as const },
  });
  expect(totalsOf([])).toEqual({ refundedUsdCents: 0, refundingUsdCents: 0 });
  expect(
    totalsOf([of("succeeded", 1), of("pending", 20), of("failed", 400), of("succeeded", 8000)]),
  ).toEqual({ refundedUsdCents: 8001, refundingUsdCents: 20 });
});

test("a refund by hand is what the provider paid beyond the refunds paid there", () => {
  const paid = { state: "succeeded", kind: "requested", amountUsdCents: 300 } as const;
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
      const pending = { state: "pending", kind: "requested", amountUsdCents: 1 } as const;
      expect(refundedByHand([...refunds, pending], atProvider)).toBe(0);
    }),
  );
});

test("a refund is lost where the provider paid less than the refunds paid there", () => {
  const paid = { state: "succeeded", kind: "requested", amountUsdCents: 300 } as const;
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
  const payment = { amountUsdCents: 1000, refundedUsdCents: 200, refundingUsdCents: 30 };
  expect(refundableCents(payment)).toBe(770);
  expect(refundableCents(payment, 4)).toBe(766);
  expect(refundableCents(payment, 770)).toBe(0);
  expect(refundableCents(payment, 1000)).toBe(0);
  expect(refundableCents({ ...payment, refundingUsdCents: 900 })).toBe(0);
});
