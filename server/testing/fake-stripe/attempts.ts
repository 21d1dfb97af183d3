// Attempts to pay at the fake Stripe, and the disputes and warnings that follow some.
import { randomBytes } from "node:crypto";
import { declines, type FakeError, FakeRefusal, refusal } from "./errors";
import {
  type FakeCharge,
  type FakeDispute,
  type FakePayment,
  type FakeReview,
  type FakeWarning,
  paymentResource,
} from "./resources";

export const now = () => Math.floor(Date.now() / 1000);
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

export function unexpected(payment: FakePayment, action: string): FakeRefusal {
  const message = `You cannot ${action} this PaymentIntent because it has a status of ${payment.status}.`;
  const { status, error } = refusal("payment_intent_unexpected_state", message);
  return new FakeRefusal(status, { ...error, payment_intent: paymentResource(payment) }, true);
}

export function charge(payment: FakePayment, status: FakeCharge["status"]): FakeCharge {
  const isTaken = payment.charges.some((it) => it.status !== "failed");
  if (isTaken) throw new Error(`the fake Stripe would charge ${payment.id} twice`);
  const created: FakeCharge = {
    ...{ id: newId("ch"), status, created: now(), refunds: [], disputes: [], warnings: [] },
    ...{ review: null, userReport: null, isBooked: false, refundsEnd: null },
  };
  payment.charges.push(created);
  return created;
}

export function fail(payment: FakePayment, error: FakeError): void {
  payment.status = "requires_payment_method";
  payment.lastError = error;
}

export function succeed(payment: FakePayment): void {
  payment.status = "succeeded";
  payment.lastError = null;
}

/** Uses a token for a payment that may be confirmed. */
export function attempt(payment: FakePayment, name: string): void {
  const decline = declines[name];
  if (decline) {
    const failed = charge(payment, "failed");
    fail(payment, { ...decline, charge: failed.id });
    const error = { ...decline, charge: failed.id, payment_intent: paymentResource(payment) };
    throw new FakeRefusal(402, error, true);
  }
  payment.lastError = null;
  if (name === "action" || name === "qr") {
    payment.status = "requires_action";
    payment.nextAction =
      name === "qr" ? "cashapp_handle_redirect_or_display_qr_code" : "use_stripe_sdk";
  } else if (name === "capture") {
    payment.status = "requires_capture";
  } else if (name === "processing") {
    charge(payment, "pending");
    payment.status = "processing";
  } else {
    const created = charge(payment, "succeeded");
    const { disputes, warnings } = created;
    succeed(payment);
    if (name === "disputed") disputes.push(newDispute(payment));
    if (name === "warned") warnings.push(newWarning());
    if (name === "refund_pending") created.refundsEnd = "succeeded";
    if (name === "refund_fails") created.refundsEnd = "failed";
  }
}

const plainTokens = [
  ...["ok", "action", "qr", "capture", "processing", "disputed", "warned"],
  ...["refund_pending", "refund_fails"],
];
const tokenNames = new Set([...plainTokens, ...Object.keys(declines)]);

/** Stripe's test cards, by the token that behaves like them. */
export const testCards: Readonly<Record<string, string>> = {
  pm_card_visa: "ok",
  pm_card_visa_chargeDeclined: "declined",
  pm_card_visa_chargeDeclinedInsufficientFunds: "insufficient_funds",
  pm_card_chargeDeclinedExpiredCard: "expired_card",
  pm_card_chargeDeclinedIncorrectCvc: "incorrect_cvc",
  pm_card_authenticationRequired: "action",
  pm_card_createDispute: "disputed",
  pm_card_createIssuerFraudRecord: "warned",
  pm_card_pendingRefund: "refund_pending",
  pm_card_refundFail: "refund_fails",
};

/** `ctoken_<name>` is a new token each time; `ctoken_<name>-<anything>` can be used once. */
export function spendToken(token: string, used: Set<string>): string {
  const [, name = "", own] = /^ctoken_([a-z_]+)(-.+)?$/.exec(token) ?? [];
  const param = "confirmation_token";
  if (!tokenNames.has(name)) throw refusal("resource_missing", `No such token: '${token}'`, param);
  if (used.has(token)) throw refusal("token_already_used", `Used already: '${token}'`, param);
  if (own !== undefined) used.add(token);
  return name;
}

const DAY_S = 24 * 3600;

export function newDispute({ amount }: FakePayment): FakeDispute {
  return {
    ...{ id: newId("du"), amount, created: now(), reason: "fraudulent", status: "needs_response" },
    ...{ dueBy: now() + 7 * DAY_S, movedAmount: -amount },
  };
}

export function newWarning(): FakeWarning {
  const fraud_type = "made_with_stolen_card";
  return { id: newId("issfr"), created: now(), fraud_type, actionable: true };
}

export function newReview(): FakeReview {
  const reasons = { reason: "rule", opened_reason: "rule", closed_reason: null } as const;
  return { id: newId("prv"), created: now(), open: true, ...reasons };
}
