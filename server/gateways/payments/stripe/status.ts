// Converts payments in Stripe's responses and webhooks to our statuses.
import type Stripe from "stripe";
import type { Failure, PaymentStatus, ProviderDispute } from "#payments/provider";
import { fromStripe, wholeFromStripe } from "./amounts";
import { reviewOf } from "./disputes";
import { refundStatusOf } from "./refunds";

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

/** Pending and failed refunds do not count. */
export function refundedOf(intent: Stripe.PaymentIntent): number {
  return fromStripe(refundedAtStripe(chargeOf(intent)), intent.currency);
}

function refundedAtStripe(charge: Stripe.Charge | null): number {
  // The list holds the ten newest refunds.
  if (!charge?.refunds || charge.refunds.has_more) return charge?.amount_refunded ?? 0;
  const done = charge.refunds.data.filter((one) => refundStatusOf(one).state === "succeeded");
  return done.reduce((sum, { amount }) => sum + amount, 0);
}

const MINUTE_MS = 60_000;
/** Stripe books most charges within seconds, and all within days. */
const pauses = {
  shortestMs: MINUTE_MS,
  longestMs: 6 * 60 * MINUTE_MS,
  untilMs: 4 * 24 * 60 * MINUTE_MS,
};

/** Waits as long as the charge is old; undefined once Stripe will no longer book it. */
function bookingPollMs({ created }: Stripe.Charge): number | undefined {
  const ageMs = Date.now() - created * 1000;
  if (ageMs > pauses.untilMs) return undefined;
  return Math.min(Math.max(ageMs, pauses.shortestMs), pauses.longestMs);
}

/** Fee and net of the charge, in the currency of its settlement; until they are known, when to poll again. */
function proceedsOf(intent: Stripe.PaymentIntent) {
  const charge = chargeOf(intent);
  const entry = charge?.balance_transaction ?? null;
  if (entry !== null && typeof entry === "object") {
    const { currency: settlementCurrency } = entry;
    const fee = wholeFromStripe(entry.fee, settlementCurrency);
    const net = wholeFromStripe(entry.net, settlementCurrency);
    // Parts of a minor unit stay unknown: the payment itself is right.
    if (fee !== null && net !== null) return { fee, net, settlementCurrency };
  }
  const pollAfterMs = charge && entry === null ? bookingPollMs(charge) : undefined;
  const unknown = { fee: null, net: null, settlementCurrency: null };
  return { ...unknown, ...(pollAfterMs !== undefined && { pollAfterMs }) };
}

/** A review that is open when the charge succeeds stops the order at once. */
function openReviewsOf(intent: Stripe.PaymentIntent): ProviderDispute[] {
  const { review } = intent;
  const charge = chargeOf(intent);
  const isOpen = review !== null && typeof review === "object" && review.open;
  return isOpen && charge ? [reviewOf(review, charge)] : [];
}

type NextAction = Exclude<keyof Stripe.PaymentIntent.NextAction, "type">;

/** True for actions that Stripe's script lets the customer complete on the page. */
export const actionsOnPage: Readonly<Record<NextAction, boolean>> = {
  alipay_handle_redirect: true,
  blik_authorize: true,
  boleto_display_details: true,
  card_await_notification: false,
  cashapp_handle_redirect_or_display_qr_code: true,
  display_bank_transfer_instructions: false,
  klarna_display_qr_code: true,
  konbini_display_details: true,
  multibanco_display_details: true,
  oxxo_display_details: true,
  paynow_display_qr_code: true,
  pix_display_qr_code: true,
  promptpay_display_qr_code: true,
  redirect_to_url: true,
  swish_handle_redirect_or_display_qr_code: true,
  upi_handle_redirect_or_display_qr_code: true,
  use_stripe_sdk: true,
  // The amounts arrive after days; the customer gets a mail of Stripe.
  verify_with_microdeposits: false,
  wechat_pay_display_qr_code: true,
  wechat_pay_redirect_to_android_app: true,
  wechat_pay_redirect_to_ios_app: true,
};

/** Null where the script has nothing to open; the page then waits. */
function secretOf({ next_action: action, client_secret: secret }: Stripe.PaymentIntent) {
  const isElsewhere = action !== null && actionsOnPage[action.type as NextAction] === false;
  return isElsewhere ? null : secret;
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
      return { state: "requires_action", clientSecret: secretOf(intent) };
    case "processing":
    case "requires_capture":
      return { state: "processing" };
    case "succeeded":
      return {
        state: "paid",
        refunded: refundedOf(intent),
        ...proceedsOf(intent),
        disputes: openReviewsOf(intent),
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
