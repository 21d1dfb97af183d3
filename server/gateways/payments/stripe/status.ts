// Converts payments in Stripe's responses and webhooks to our statuses.
import type Stripe from "stripe";
import type { Failure, PaymentStatus, RefundStatus } from "#payments/provider";

const failureOfCode: Readonly<Record<string, Failure>> = {
  insufficient_funds: "insufficient_funds",
  expired_card: "expired_card",
  expired_payment_method: "expired_card",
  incorrect_cvc: "incorrect_cvc",
  invalid_cvc: "incorrect_cvc",
  incorrect_number: "incorrect_number",
  invalid_number: "incorrect_number",
  authentication_failure: "not_confirmed",
  authentication_required: "not_confirmed",
  payment_intent_authentication_failure: "not_confirmed",
  payment_intent_payment_attempt_expired: "not_confirmed",
  payment_method_customer_decline: "not_confirmed",
  test_mode_live_card: "not_a_test_card",
};

/** Prefers the bank's reason to Stripe's. */
export function failureOf(reasons: {
  decline_code?: string | undefined;
  code?: string | undefined;
}): Failure {
  const { decline_code: bankReason = "", code: stripeReason = "" } = reasons;
  return failureOfCode[bankReason] ?? failureOfCode[stripeReason] ?? "declined";
}

/** Returns the payment's last charge, which must be expanded. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === "string" ? null : charge;
}

const LOST_REFUND = ["failed", "canceled"];

export function refundsOf(intent: Stripe.PaymentIntent): Stripe.Refund[] {
  return chargeOf(intent)?.refunds?.data ?? [];
}

export function refundStatusOf(refund: Stripe.Refund): RefundStatus {
  const { id, status, failure_reason } = refund;
  if (LOST_REFUND.includes(status ?? "")) {
    return { id, state: "failed", failure: failure_reason ?? status };
  }
  const isDone = status === null || status === "succeeded";
  return { id, state: isDone ? "succeeded" : "pending", failure: null };
}

/** Pending and failed refunds do not count. */
export function refundedCentsOf(intent: Stripe.PaymentIntent): number {
  const charge = chargeOf(intent);
  if (!charge?.refunds || charge.refunds.has_more) return charge?.amount_refunded ?? 0;
  const done = refundsOf(intent).filter(({ status }) => status === null || status === "succeeded");
  return done.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns null for a status that is new to us. */
export function statusOf(intent: Stripe.PaymentIntent): PaymentStatus | null {
  switch (intent.status) {
    case "requires_payment_method":
    case "requires_confirmation": {
      const failure = intent.last_payment_error ? failureOf(intent.last_payment_error) : null;
      return { state: "open", failure };
    }
    case "requires_action":
      return { state: "requires_action", clientSecret: intent.client_secret };
    case "processing":
    case "requires_capture":
      return { state: "processing" };
    case "succeeded":
      return {
        state: "paid",
        refundedCents: refundedCentsOf(intent),
        ...{ feeCents: null, netCents: null, dispute: null },
      };
    case "canceled":
      return { state: "cancelled" };
    default:
      return null;
  }
}

/** Returns true if Stripe can still cancel the payment. */
export function isCancellable({ status }: Stripe.PaymentIntent): boolean {
  return ["processing", "succeeded", "canceled"].every((it) => it !== status);
}
