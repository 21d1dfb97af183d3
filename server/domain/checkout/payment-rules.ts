// The payment of a session: its states, its transitions, when to poll the provider, and what its customer sees. Pure.
import type { CheckoutSessionState } from "./rules";

/** First poll of a payment whose attempt to pay has not answered: after every call of that attempt. */
export const FIRST_POLL_MS = 30_000;
/** While one process polls a payment, no other does: longer than the calls of a poll. */
export const POLL_LEASE_MS = 60_000;
/** The next poll after an attempt that failed, or whose answer was lost. */
export const LOST_ANSWER_MS = 2000;
/** A payment that waits for the customer's confirmation longer than this is given up. */
export const CONFIRMATION_MS = 15 * 60_000;
/** How long a session stays open after its creation. */
export const LIFETIME_MS = 24 * 3_600_000;
/** After a charge, the latest time at which we learn of it. */
export const LEARNT_WITHIN_MS = 2 * LIFETIME_MS;

export const paymentStates = [
  /** Nothing is under way: the session can be paid. */
  "open",
  /** The provider was asked for the money, and has not answered yet. */
  "confirming",
  /** The customer is to confirm at the bank. */
  "requires_action",
  /** The provider accepted, and will know later whether the money comes. */
  "processing",
  "paid",
  /** To be given back. */
  "refunding",
  "refunded",
  /** Over without money. */
  "failed",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What a provider can say; `returned` is a payment that was paid and given back whole. */
export const words = [
  "open",
  "requires_action",
  "processing",
  "paid",
  "returned",
  "cancelled",
] as const;
export type Word = (typeof words)[number];

/** A payment's state; `late` is an open one whose session is over, `unwanted` one whose order is. */
export type Situation = PaymentState | "late" | "unwanted";

/** What happens to session and order together with the payment's change of state. */
export type Effect =
  /** The session is complete, and its order placed. */
  | "complete"
  /** The order's money is there: it may be matched. */
  | "release"
  /** The order is cancelled, if it is only placed. */
  | "cancel"
  /** The session is expired. */
  | "expire"
  /** The payment is over for good at the provider: the next attempt begins another. */
  | "renew";

export interface Move {
  to: PaymentState;
  effects: readonly Effect[];
}

const to = (state: PaymentState, ...effects: Effect[]): Move => ({ to: state, effects });

// Money can be on its way although nobody waits for it: a request that was thought lost may arrive
// at the provider late. So the open state listens to every word.
const beforeCompletion: Record<Word, Move> = {
  open: to("open"),
  requires_action: to("requires_action"),
  processing: to("processing", "complete"),
  paid: to("paid", "complete"),
  returned: to("refunded", "expire"),
  cancelled: to("open", "renew"),
};

const stay = (state: PaymentState): Record<Word, Move> => ({
  open: to(state),
  requires_action: to(state),
  processing: to(state),
  paid: to(state),
  returned: to(state),
  cancelled: to(state),
});

/**
 * The state machine of payments. A row is what we know, a column what the provider says; what is
 * said twice, late or out of order changes nothing or the same again.
 */
export const moves: Record<Situation, Record<Word, Move>> = {
  open: beforeCompletion,
  confirming: beforeCompletion,
  requires_action: beforeCompletion,
  // The session expired: money that comes nevertheless is given back.
  late: {
    ...stay("open"),
    paid: to("refunding", "expire"),
    returned: to("refunded", "expire"),
    cancelled: to("failed", "expire"),
  },
  processing: {
    ...stay("processing"),
    open: to("failed", "cancel"),
    cancelled: to("failed", "cancel"),
    paid: to("paid", "release"),
    returned: to("refunded", "cancel"),
  },
  // The order was cancelled before its money came.
  unwanted: {
    ...stay("processing"),
    open: to("failed"),
    cancelled: to("failed"),
    paid: to("refunding"),
    returned: to("refunded"),
  },
  paid: { ...stay("paid"), returned: to("refunded", "cancel") },
  refunding: { ...stay("refunding"), returned: to("refunded") },
  refunded: stay("refunded"),
  failed: { ...stay("failed"), paid: to("refunding"), returned: to("refunded") },
};

/** The state of a payment once its order is cancelled: what is paid is to be given back. */
export function onCancellation(payment: PaymentState): PaymentState {
  return payment === "paid" ? "refunding" : payment;
}

/** What a status amounts to, for a payment of so many cents. */
export function wordOf(
  status: { state: Exclude<Word, "returned"> } & { refundedCents?: number },
  amountCents: number,
): Word {
  const isReturned = status.state === "paid" && (status.refundedCents ?? 0) >= amountCents;
  return isReturned ? "returned" : status.state;
}

/** The situation that a payment is in, as its session and its order stand. */
export function situationOf(
  payment: PaymentState,
  session: CheckoutSessionState,
  order: "placed" | "fulfilled" | "cancelled" | null,
): Situation {
  if (payment === "open" && session !== "open") return "late";
  return payment === "processing" && order === "cancelled" ? "unwanted" : payment;
}

const S = 1000;
/** When to ask the provider for the first time in a state, and the longest pause between. */
const pauses: Partial<Record<Situation, { firstMs: number; longestMs: number }>> = {
  confirming: { firstMs: FIRST_POLL_MS, longestMs: 300 * S },
  requires_action: { firstMs: 60 * S, longestMs: 60 * S },
  processing: { firstMs: 60 * S, longestMs: 3600 * S },
  unwanted: { firstMs: 60 * S, longestMs: 3600 * S },
  refunding: { firstMs: 0, longestMs: 3600 * S },
  late: { firstMs: 0, longestMs: 3600 * S },
};
const REPEATED_MS = 5 * S;
/** After an attempt that was interrupted: seven questions in a quarter of an hour. */
const arrival = { firstMs: 10 * S, longestMs: 300 * S };
const ARRIVALS_ASKED = 7;

/** Milliseconds until the provider is to be asked again; null where nothing can change. */
export function askAfterMs(
  situation: Situation,
  {
    asked,
    processingPollMs,
    failure,
  }: { asked: number; processingPollMs: number | null; failure: string | null },
): number | null {
  // What was asked for and never heard of may still arrive at the provider, for a while.
  const mayArrive = situation === "open" && failure === "interrupted" && asked < ARRIVALS_ASKED;
  const pause = mayArrive ? arrival : pauses[situation];
  if (!pause) return null;
  const isSettling = situation === "processing" || situation === "unwanted";
  if (processingPollMs !== null && isSettling) return processingPollMs;
  if (asked === 0) return pause.firstMs;
  const growing = Math.max(pause.firstMs, REPEATED_MS) * 2 ** Math.min(asked - 1, 20);
  return Math.min(growing, pause.longestMs);
}

/** At most so many attempts in so long, and so many in all: nobody is to try out cards here. */
export const ATTEMPTS_PER_WINDOW = 5;
export const ATTEMPT_WINDOW_MS = 60_000;
export const MAX_ATTEMPTS = 25;

/** What the customer's page is about. */
export const checkoutViews = [
  /** The form. */
  "open",
  /** The customer is to confirm the payment. */
  "confirm",
  /** The provider's answer is awaited: there may have been a payment, and there will be no second. */
  "checking",
  /** The payment takes its time; the order is placed and waits for it. */
  "processing",
  "paid",
  /** The payment failed after the order was placed: the order is cancelled, nothing was taken. */
  "failed",
  /** The order was cancelled; what was paid is given back. */
  "cancelled",
  "expired",
] as const;
export type CheckoutView = (typeof checkoutViews)[number];

/** What a session's page is about, as session, payment and order stand. */
export function viewOf(
  session: { state: CheckoutSessionState; paying: boolean },
  payment: PaymentState | null,
  order: "placed" | "fulfilled" | "cancelled" | null,
): CheckoutView {
  if (session.state === "expired") return "expired";
  if (session.state === "open") {
    if (!session.paying) return "open";
    return payment === "requires_action" ? "confirm" : "checking";
  }
  if (payment === "failed") return "failed";
  if (order === "cancelled") return "cancelled";
  return payment === "processing" ? "processing" : "paid";
}
