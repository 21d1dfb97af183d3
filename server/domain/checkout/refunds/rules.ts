// Sums and statuses of a payment's refunds. Pure.
import type { MoneyFacts, PaymentState } from "#checkout/payments/rules";

export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];

export const refundKinds = [
  "requested",
  /** The order was cancelled. */
  "cancellation",
  /** The money arrived after the session or order had ended. */
  "late_payment",
  /** Made at the provider by hand. */
  "provider",
  /** The operator paid the customer otherwise. */
  "other_means",
] as const;
export type RefundKind = (typeof refundKinds)[number];

export const disputeStates = ["open", "won", "lost", "dismissed"] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeKinds = ["dispute", "warning"] as const;
export type DisputeKind = (typeof disputeKinds)[number];

/** Kinds of movements; those of a lost dispute count as refunds. */
export type MovementKind = "refund" | "fee";

interface Amount {
  state: RefundState;
  kind: RefundKind;
  amount: number;
}

const sum = (refunds: readonly Amount[]) =>
  refunds.reduce((total, { amount }) => total + amount, 0);

/** Sums of the refunds that succeeded and that are pending. */
export function totalsOf(refunds: readonly Amount[]) {
  return {
    refunded: sum(refunds.filter(({ state }) => state === "succeeded")),
    refunding: sum(refunds.filter(({ state }) => state === "pending")),
  };
}

/** Sum of the refunds that the provider should have made. */
function providerTotalOf(refunds: readonly Amount[]): number {
  return sum(refunds.filter(({ state, kind }) => state === "succeeded" && kind !== "other_means"));
}

/**
 * Returns the amount that was refunded at the provider by hand: that which no refund accounts for. A
 * pending refund could account for them, so there is none while one is pending.
 */
export function refundedByHand(refunds: readonly Amount[], amountAtProvider: number): number {
  if (refunds.some(({ state }) => state === "pending")) return 0;
  return Math.max(0, amountAtProvider - providerTotalOf(refunds));
}

/** Returns true if a refund that succeeded must have failed later. */
export function hasLostRefund(refunds: readonly Amount[], amountAtProvider: number): boolean {
  return amountAtProvider < providerTotalOf(refunds);
}

interface Refundable {
  amount: number;
  refunded: number;
  refunding: number;
}

/** Returns the amount that can still be refunded. */
export function refundable(payment: Refundable, lostAmount = 0): number {
  const { amount, refunded, refunding } = payment;
  return Math.max(0, amount - refunded - refunding - lostAmount);
}

/**
 * Sum of the refunds before this one, or before that of a cancelled order: those that did not fail
 * and were not made because of the cancellation.
 */
export function refundedBefore(
  refunds: readonly (Amount & { id: string })[],
  refundId: string | null,
): number {
  const isBefore = ({ id, kind }: { id: string; kind: RefundKind }) =>
    refundId === null ? kind !== "cancellation" : id < refundId;
  return sum(refunds.filter((refund) => refund.state !== "failed" && isBefore(refund)));
}

/** Part of a payment's refunds, as the customer reads about it. */
export interface CustomerRefund {
  /**
   * `done` and `under_way` are at the provider; `other_means` was paid otherwise. `held` waits for
   * the bank's decision on a dispute.
   */
  outcome: "done" | "other_means" | "under_way" | "held" | "failed";
  amount: number;
}

interface Refunded extends Refundable {
  state: string;
  /** Arrived for a payment that had ended, and is returned. */
  unapplied: number;
  unappliedReturnedAt: Date | null;
  hasOpenDispute: boolean;
}

/** Refunds as the customer reads about them. One that failed counts until another follows it. */
export function customerRefunds(
  payment: Refunded,
  refunds: readonly (Amount & { dismissalReason: string | null })[],
): CustomerRefund[] {
  const { unapplied, unappliedReturnedAt } = payment;
  if (unapplied > 0) {
    const outcome = unappliedReturnedAt === null ? "under_way" : "done";
    return [{ outcome, amount: unapplied }];
  }
  const isOther = ({ state, kind }: Amount) => state === "succeeded" && kind === "other_means";
  const otherAmount = sum(refunds.filter(isOther));
  const last = refunds.at(-1);
  const hasFailed = last?.state === "failed" && last.dismissalReason === null;
  const failedAmount = {
    paid: hasFailed ? last.amount : 0,
    // All that is left is owed.
    refunding: refundable(payment),
  }[payment.state];
  const amounts: Partial<Record<CustomerRefund["outcome"], number>> = {
    done: payment.refunded - otherAmount,
    other_means: otherAmount,
    [payment.hasOpenDispute ? "held" : "under_way"]: payment.refunding,
    failed: failedAmount ?? 0,
  };
  return (Object.keys(amounts) as (keyof typeof amounts)[]).flatMap((outcome) => {
    const amount = amounts[outcome] ?? 0;
    return amount > 0 ? [{ outcome, amount }] : [];
  });
}

/** Returns the payment's state after its order was cancelled: what was paid will be refunded. */
export function onCancellation(payment: PaymentState): PaymentState {
  return payment === "paid" || payment === "disputed" ? "refunding" : payment;
}

interface DisputeOutcome {
  kind: DisputeKind;
  state: DisputeState;
}

/** The dispute that decides on the payment: one that is open, then a lost one, then a warning. */
export function decisiveDispute(disputes: readonly DisputeOutcome[]): MoneyFacts["dispute"] {
  const of = (kind: DisputeKind, state: DisputeState) =>
    disputes.find((dispute) => dispute.kind === kind && dispute.state === state);
  const dispute = of("dispute", "open") ?? of("dispute", "lost") ?? of("warning", "open");
  return dispute ? { kind: dispute.kind, state: dispute.state as "open" | "lost" } : null;
}
