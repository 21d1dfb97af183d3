import { expect, it } from "vitest";
import { settlePayment } from "#checkout/payments/payment";
import { findPayment } from "#checkout/payments/store";
import { playHistories } from "#testing/closed-months";

it("a refund that fails, a dispute that is won and a cancellation in a later month leave the earlier one as it was", async () => {
  const steps = [
    { sale: 0, days: 0, change: { refund: 50 } },
    { sale: 0, days: 0, change: { refund: 30 } },
    { sale: 1, days: 0, change: { dispute: "lost" as const } },
    { sale: 0, days: 25, change: { refund: -1 } },
    { sale: 1, days: 20, change: { dispute: "won" as const } },
    { sale: 2, days: 0, change: { fee: 7 } },
    { sale: 0, days: 0, change: { order: "cancel" as const } },
    { sale: 0, days: 0, change: { invoice: "credit" as const } },
  ];
  expect(await playHistories(steps, { findPayment, settlePayment })).toEqual([]);
});
