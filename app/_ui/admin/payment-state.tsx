"use client";
// The states of checkout sessions and payments, in words and colours.
import type { RouterOutput } from "#trpc/router";
import { Badge } from "./page";

type SessionState = RouterOutput["checkout"]["list"]["data"][number]["state"];
type State = RouterOutput["checkout"]["payments"]["data"][number]["state"];
type Look = Parameters<typeof Badge>[0]["look"];

const sessions: Record<SessionState, { look: Look; text: string }> = {
  open: { look: "waits", text: "Open" },
  complete: { look: "good", text: "Complete" },
  expired: { look: "quiet", text: "Expired" },
};

const payments: Record<State, { look: Look; text: string }> = {
  open: { look: "quiet", text: "Not paid" },
  confirming: { look: "waits", text: "Confirming" },
  requires_action: { look: "waits", text: "At the bank" },
  processing: { look: "waits", text: "Processing" },
  paid: { look: "good", text: "Paid" },
  refunding: { look: "waits", text: "Being refunded" },
  refunded: { look: "quiet", text: "Refunded" },
  failed: { look: "bad", text: "Failed" },
};

/** As the lists' filters offer them. */
export const sessionStates = Object.entries(sessions).map(([value, { text }]) => ({ value, text }));
export const paymentStates = Object.entries(payments).map(([value, { text }]) => ({ value, text }));

export function SessionState({ state }: { state: SessionState }) {
  return <Badge look={sessions[state].look}>{sessions[state].text}</Badge>;
}

export function PaymentState({ state }: { state: State }) {
  return <Badge look={payments[state].look}>{payments[state].text}</Badge>;
}

const failures: Record<string, string> = {
  declined: "The bank declined the card",
  insufficient_funds: "There was not enough money on the card",
  expired_card: "The card has expired",
  incorrect_cvc: "The security code was not right",
  incorrect_number: "The card number was not right",
  not_confirmed: "The customer did not confirm at the bank",
  not_a_test_card: "It was no test card",
  interrupted: "The payment was interrupted",
  refused: "The payment provider refused to begin the payment",
  not_received: "The transfer did not arrive",
};

/** Why the last attempt took no money, as people say it. */
export function failureText(failure: string): string {
  return failures[failure] ?? failure.replaceAll("_", " ");
}
