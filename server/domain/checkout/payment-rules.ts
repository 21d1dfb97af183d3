// The state machine of a session's payment, its poll schedule, and the view its customer gets.
import type { CheckoutSessionState } from "./rules";

// These timeouts depend on each other and on `callLimits` of the providers; timeouts.unit.test.ts
// asserts how.

/** Delay of the first poll after an attempt: longer than all calls of the attempt take. */
export const FIRST_POLL_MS = 30_000;
/** Lease of a polled payment, during which no other process polls it. */
export const POLL_LEASE_MS = 60_000;
/** Delay of the next poll after an attempt that failed or whose response was lost. */
export const LOST_RESPONSE_POLL_MS = 2000;
/** Longest wait for the customer's confirmation; then the payment is cancelled. */
export const CONFIRMATION_MS = 15 * 60_000;
/** Lifetime of a session, from its creation. */
export const LIFETIME_MS = 24 * 3_600_000;
/** Longest time from a charge until its outcome is stored. */
export const OUTCOME_KNOWN_WITHIN_MS = 2 * LIFETIME_MS;

export const paymentStates = [
  /** Nothing is under way: the session can be paid. */
  "open",
  /** The charge was sent to the provider; its response is pending. */
  "confirming",
  /** The customer must confirm at the bank. */
  "requires_action",
  /** Accepted by the provider, which reports later whether the money arrives. */
  "processing",
  "paid",
  /** Waits for its refund. */
  "refunding",
  "refunded",
  /** Ended without money. */
  "failed",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Statuses of a payment at its provider; `returned` was paid and then refunded in full. */
export const providerStatuses = [
  "open",
  "requires_action",
  "processing",
  "paid",
  "returned",
  "cancelled",
] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

/**
 * A payment's state, except for two cases: `session_over` is an open payment whose session
 * ended, `order_cancelled` a processing one whose order was cancelled.
 */
export type EffectiveState = PaymentState | "session_over" | "order_cancelled";

/** Change of session or order that comes with a transition. */
export type Effect =
  /** Completes the session and places its order. */
  | "complete"
  /** Releases the paid order for matching. */
  | "release"
  /** Cancels the order unless it is fulfilled. */
  | "cancel"
  /** Expires the session. */
  | "expire"
  /** Drops the provider's payment: the next attempt creates another. */
  | "renew";

export interface Transition {
  to: PaymentState;
  effects: readonly Effect[];
}

const to = (state: PaymentState, ...effects: Effect[]): Transition => ({ to: state, effects });

// An open payment reacts to every status too: a request that seemed lost may reach the provider late.
const beforeCompletion: Record<ProviderStatus, Transition> = {
  open: to("open"),
  requires_action: to("requires_action"),
  processing: to("processing", "complete"),
  paid: to("paid", "complete"),
  returned: to("refunded", "expire"),
  cancelled: to("open", "renew"),
};

const stay = (state: PaymentState): Record<ProviderStatus, Transition> => ({
  open: to(state),
  requires_action: to(state),
  processing: to(state),
  paid: to(state),
  returned: to(state),
  cancelled: to(state),
});

/**
 * The state machine of payments, by stored state and provider status. A status that arrives twice,
 * late or out of order has no further effect.
 */
export const transitions: Record<EffectiveState, Record<ProviderStatus, Transition>> = {
  open: beforeCompletion,
  confirming: beforeCompletion,
  requires_action: beforeCompletion,
  // Money that still arrives after the session expired is refunded.
  session_over: {
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
  // The order was cancelled before its money arrived.
  order_cancelled: {
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

/** Returns the payment's state after its order was cancelled: a paid one will be refunded. */
export function onCancellation(payment: PaymentState): PaymentState {
  return payment === "paid" ? "refunding" : payment;
}

/** Classifies a provider's status of a payment of `amountCents`. */
export function providerStatusOf(
  status: { state: Exclude<ProviderStatus, "returned"> } & { refundedCents?: number },
  amountCents: number,
): ProviderStatus {
  const isReturned = status.state === "paid" && (status.refundedCents ?? 0) >= amountCents;
  return isReturned ? "returned" : status.state;
}

/** Combines the payment's state with those of its session and order. */
export function effectiveStateOf(
  payment: PaymentState,
  session: CheckoutSessionState,
  order: "placed" | "fulfilled" | "cancelled" | null,
): EffectiveState {
  if (payment === "open" && session !== "open") return "session_over";
  return payment === "processing" && order === "cancelled" ? "order_cancelled" : payment;
}

const S = 1000;
/** Delay of the first poll in a state, and the longest pause between polls. */
const pauses: Partial<Record<EffectiveState, { firstMs: number; longestMs: number }>> = {
  confirming: { firstMs: FIRST_POLL_MS, longestMs: 300 * S },
  requires_action: { firstMs: 60 * S, longestMs: 60 * S },
  processing: { firstMs: 60 * S, longestMs: 3600 * S },
  order_cancelled: { firstMs: 60 * S, longestMs: 3600 * S },
  refunding: { firstMs: 0, longestMs: 3600 * S },
  session_over: { firstMs: 0, longestMs: 3600 * S },
};
const REPEATED_MS = 5 * S;
/** After an interrupted attempt, whose request may still arrive: seven polls in 15 minutes. */
const interrupted = { firstMs: 10 * S, longestMs: 300 * S };
const POLLS_AFTER_INTERRUPTION = 7;

interface PollHistory {
  /** Polls since the payment last changed. */
  polls: number;
  /** The provider's own pause while a payment is processing; null: the usual one. */
  processingPollMs: number | null;
  failure: string | null;
}

/** Milliseconds until the next poll; null where nothing can change any more. */
export function nextPollAfterMs(
  state: EffectiveState,
  { polls, processingPollMs, failure }: PollHistory,
): number | null {
  const mayArrive =
    state === "open" && failure === "interrupted" && polls < POLLS_AFTER_INTERRUPTION;
  const pause = mayArrive ? interrupted : pauses[state];
  if (!pause) return null;
  const isProcessing = state === "processing" || state === "order_cancelled";
  if (processingPollMs !== null && isProcessing) return processingPollMs;
  if (polls === 0) return pause.firstMs;
  const growing = Math.max(pause.firstMs, REPEATED_MS) * 2 ** Math.min(polls - 1, 20);
  return Math.min(growing, pause.longestMs);
}

/** Limits of attempts per window and in all, against trying out stolen cards. */
export const ATTEMPTS_PER_WINDOW = 5;
export const ATTEMPT_WINDOW_MS = 60_000;
export const MAX_ATTEMPTS = 25;

/** Views of the customer's checkout page. */
export const checkoutViews = [
  /** The form. */
  "open",
  /** The customer must confirm the payment. */
  "confirm",
  /** The provider's response is pending: the customer may have paid, and must not pay twice. */
  "checking",
  /** The order is placed and waits for a slow payment. */
  "processing",
  "paid",
  /** The payment failed after the order was placed; the order is cancelled and no money was taken. */
  "failed",
  /** The order was cancelled and its payment is refunded. */
  "cancelled",
  "expired",
] as const;
export type CheckoutView = (typeof checkoutViews)[number];

/** Returns the view of the customer's page for these states. */
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
