// What Stripe's words for a payment and for its failures mean in ours. Pure.
import type Stripe from "stripe";
import type { Failure, PaymentStatus } from "#payments/provider";

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

/** Why a payment failed: the bank's reason where there is one, else Stripe's. */
export function failureOf(reasons: {
  decline_code?: string | undefined;
  code?: string | undefined;
}): Failure {
  const { decline_code: bankSays = "", code: stripeSays = "" } = reasons;
  return failureOfCode[bankSays] ?? failureOfCode[stripeSays] ?? "declined";
}

/** The charge that a payment ended with; it must have been asked for with the payment. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === "string" ? null : charge;
}

const LOST_REFUND = ["failed", "canceled"];

function refundsOf(intent: Stripe.PaymentIntent): Stripe.Refund[] {
  return chargeOf(intent)?.refunds?.data ?? [];
}

/** Whether a refund of the payment came back: somebody has to pay the customer in another way. */
export function hasLostRefund(intent: Stripe.PaymentIntent): boolean {
  return refundsOf(intent).some(({ status }) => LOST_REFUND.includes(status ?? ""));
}

/** What the customer has back: a refund that is pending or failed is not among it. */
export function refundedCentsOf(intent: Stripe.PaymentIntent): number {
  const charge = chargeOf(intent);
  if (!charge?.refunds || charge.refunds.has_more) return charge?.amount_refunded ?? 0;
  const done = refundsOf(intent).filter(({ status }) => status === null || status === "succeeded");
  return done.reduce((sum, { amount }) => sum + amount, 0);
}

/** How a payment stands; null where Stripe has a new word for it. */
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
      return { state: "paid", refundedCents: refundedCentsOf(intent) };
    case "canceled":
      return { state: "cancelled" };
    default:
      return null;
  }
}

/** Whether Stripe can still end the payment without money. */
export function isCancellable({ status }: Stripe.PaymentIntent): boolean {
  return ["processing", "succeeded", "canceled"].every((it) => it !== status);
}
