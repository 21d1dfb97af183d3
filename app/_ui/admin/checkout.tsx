"use client";
import { type Currency, moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { StateBadge, type StateLabel } from "./page";
import { ScreenLink } from "./screen-link";

type Session = RouterOutput["checkout"]["get"];
type SessionState = Session["state"];
type PaymentState = RouterOutput["checkout"]["payments"]["data"][number]["state"];

export const sessionStates: Record<SessionState, StateLabel> = {
  open: { tone: "pending", text: "Open" },
  complete: { tone: "good", text: "Complete" },
  expired: { tone: "neutral", text: "Expired" },
};

export const paymentStates: Record<PaymentState, StateLabel> = {
  open: { tone: "neutral", text: "Not paid" },
  confirming: { tone: "pending", text: "Confirming" },
  requires_action: { tone: "pending", text: "At the bank" },
  processing: { tone: "pending", text: "Processing" },
  paid: { tone: "good", text: "Paid" },
  disputed: { tone: "bad", text: "Disputed" },
  refunding: { tone: "pending", text: "Refund pending" },
  charged_back: { tone: "bad", text: "Charged back" },
  refunded: { tone: "neutral", text: "Refunded" },
  failed: { tone: "bad", text: "Failed" },
};

/** Null for a payment without refunds. */
export const refundedOf = (payment: { refunded: number; currency: Currency }) =>
  payment.refunded > 0 ? moneyOf(payment, payment.refunded) : null;

type LinkState = RouterOutput["links"]["get"]["state"];

const linkStates: Record<LinkState, StateLabel> = {
  active: { tone: "good", text: "Active" },
  paused: { tone: "neutral", text: "Paused" },
};

export function LinkState({ state }: { state: LinkState }) {
  return <StateBadge state={linkStates[state]} />;
}

const failures: Record<string, string> = {
  declined: "The bank declined the card",
  insufficient_funds: "The card has insufficient funds",
  expired_card: "The card has expired",
  incorrect_cvc: "The security code is incorrect",
  incorrect_number: "The card number is incorrect",
  not_confirmed: "The customer did not confirm the payment at the bank",
  not_a_test_card: "The card is not a test card",
  interrupted: "The payment was interrupted",
  refused: "The payment provider refused the payment",
  sold_out: "The credits sold out before the charge",
  not_received: "The transfer did not arrive",
};

export function failureText(failure: string): string {
  return failures[failure] ?? failure.replaceAll("_", " ");
}

export const mailNames: Record<Session["mails"][number]["kind"], string> = {
  instructions: "Payment instructions",
  receipt: "Receipt",
  certificate: "Certificate",
  retired: "Final certificate",
  failure: "Payment failure notice",
  "transfer-failed": "Transfer failure notice",
  refund: "Refund notice",
  "refund-failed": "Failed refund notice",
  withdrawal: "Withdrawal confirmation",
  invoice: "Invoice",
  "credit-note": "Credit note",
};

interface CustomerProps {
  sessionId: string;
  email: string | null;
}

export function CustomerLink({ sessionId, email }: CustomerProps) {
  return (
    <ScreenLink to={`/checkout/${sessionId}`} className="link block truncate sm:max-w-56">
      {email ?? `${sessionId.slice(0, 12)}…`}
    </ScreenLink>
  );
}

type Task = RouterOutput["operatorPayments"]["tasks"][number]["task"];

export const taskLabels: Record<Task, string> = {
  refund_failed: "A refund failed, and the customer is still owed money",
  disputed: "A payment is disputed",
  warning: "A payment may be fraudulent",
  refund_by_hand: "A bank transfer has to be returned",
  refund_waits: "A refund has been waiting for the payment provider for days",
  outcome_unknown: "A payment has been waiting for the payment provider for more than 30 minutes",
};
