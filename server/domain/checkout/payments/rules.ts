// The state machine of a session's payment, and the schedule of its polls.
import type { OrderState } from "#domain/orders";

// Timeouts depend on each other and on the providers' `callLimits`: see timeouts.unit.test.ts.
/** Delay of the first poll after an attempt: longer than all calls of the attempt take. */
export const FIRST_POLL_MS = 30_000;
/** Lease of a polled payment, during which no other process polls it. */
export const POLL_LEASE_MS = 100_000;
/** Delay of the next poll after an attempt that failed or whose response was lost. */
export const LOST_RESPONSE_POLL_MS = 2000;

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
  /** Paid, and a dispute is open, or a fraud warning before the order is fulfilled. */
  "disputed",
  /** All that is left is to be refunded. */
  "refunding",
  "refunded",
  /** The customer's bank took the money back. */
  "charged_back",
  /** Ended without money. */
  "failed",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * Statuses of a payment at its provider; `returned` was paid and then refunded in full. A `warned`
 * payment has a fraud warning that was not dismissed.
 */
export const providerStatuses = [
  "open",
  "requires_action",
  "processing",
  "paid",
  "warned",
  "disputed",
  "charged_back",
  "returned",
  "cancelled",
] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

/** A payment's state, except where its session or order makes a difference. */
export type EffectiveState =
  | PaymentState
  /** An open payment whose session ended. */
  | "session_over"
  /** A payment that got money or a promise of it, and for whose order there is no stock. */
  | "uncovered"
  /** A processing payment whose order was cancelled, or whose session has ended without one. */
  | "order_cancelled"
  /** A payment whose order is fulfilled, and stays so. */
  | "paid_fulfilled"
  | "refunded_fulfilled"
  | "charged_back_fulfilled";

/** Change of session or order that comes with a transition. */
export type Effect =
  /** Completes the session and places its order. */
  | "complete"
  /** Releases the paid order for matching. */
  | "release"
  /** Takes the order out of matching again, unless it is fulfilled. */
  | "hold"
  /** Creates a refund of all that is left. */
  | "refund"
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
  warned: to("disputed", "complete"),
  disputed: to("disputed", "complete"),
  charged_back: to("charged_back", "expire"),
  returned: to("refunded", "expire"),
  cancelled: to("open", "renew"),
};

const stay = (state: PaymentState) =>
  Object.fromEntries(providerStatuses.map((status) => [status, to(state)])) as Record<
    ProviderStatus,
    Transition
  >;

/** The same transition for every status with money that is not refunded. */
const withMoney = (transition: Transition) => ({
  paid: transition,
  warned: transition,
  disputed: transition,
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
    ...withMoney(to("refunding", "expire", "refund")),
    charged_back: to("charged_back", "expire"),
    returned: to("refunded", "expire"),
    cancelled: to("failed", "expire"),
  },
  uncovered: {
    ...beforeCompletion,
    processing: to("processing", "expire"),
    ...withMoney(to("refunding", "expire", "refund")),
  },
  processing: {
    ...stay("processing"),
    open: to("failed", "cancel"),
    cancelled: to("failed", "cancel"),
    paid: to("paid", "release"),
    warned: to("disputed"),
    disputed: to("disputed"),
    charged_back: to("charged_back", "cancel"),
    returned: to("refunded", "cancel"),
  },
  // The order was cancelled before its money arrived.
  order_cancelled: {
    ...stay("processing"),
    ...withMoney(to("refunding", "refund")),
    open: to("failed"),
    cancelled: to("failed"),
    charged_back: to("charged_back"),
    returned: to("refunded"),
  },
  paid: {
    ...stay("paid"),
    warned: to("disputed", "hold"),
    disputed: to("disputed", "hold"),
    charged_back: to("charged_back", "cancel"),
    returned: to("refunded", "cancel"),
  },
  paid_fulfilled: {
    ...stay("paid"),
    disputed: to("disputed"),
    charged_back: to("charged_back"),
    returned: to("refunded"),
  },
  disputed: {
    ...stay("disputed"),
    paid: to("paid", "release"),
    charged_back: to("charged_back", "cancel"),
    returned: to("refunded", "cancel"),
  },
  refunding: {
    ...stay("refunding"),
    charged_back: to("charged_back"),
    returned: to("refunded"),
  },
  // A refund that succeeded failed later: the customer is still owed the money.
  refunded: {
    ...stay("refunded"),
    ...withMoney(to("refunding")),
    charged_back: to("charged_back"),
  },
  refunded_fulfilled: {
    ...stay("refunded"),
    paid: to("paid"),
    warned: to("paid"),
    disputed: to("disputed"),
    charged_back: to("charged_back"),
  },
  // A bank can take its decision back: the money arrives again, and is owed where no order is left.
  charged_back: {
    ...stay("charged_back"),
    paid: to("refunding", "refund"),
    warned: to("refunding", "refund"),
  },
  charged_back_fulfilled: {
    ...stay("charged_back"),
    paid: to("paid"),
    warned: to("paid"),
    disputed: to("disputed"),
  },
  failed: {
    ...stay("failed"),
    ...withMoney(to("refunding", "refund")),
    charged_back: to("charged_back"),
    returned: to("refunded"),
  },
};

/** Facts that decide on the status of a paid payment. */
export interface MoneyFacts {
  amount: number;
  /** Sum of the refunds that succeeded. */
  refunded: number;
  /** A warning that was dismissed counts as none. */
  dispute: { kind: "dispute" | "warning"; state: "open" | "won" | "lost" } | null;
}

/** Classifies a provider's status. */
export function providerStatusOf(
  state: "open" | "requires_action" | "processing" | "paid" | "cancelled",
  { amount, refunded, dispute }: MoneyFacts,
): ProviderStatus {
  if (state !== "paid") return state;
  if (refunded >= amount) return "returned";
  if (dispute?.state === "lost") return "charged_back";
  if (dispute?.state !== "open") return "paid";
  return dispute.kind === "warning" ? "warned" : "disputed";
}

/** Combines the payment's state with those of its session and order. */
export function effectiveStateOf(
  payment: PaymentState,
  session: "open" | "complete" | "expired",
  order: OrderState | null,
): EffectiveState {
  if (payment === "open" && session !== "open") return "session_over";
  const isUnneeded = order === "cancelled" || session === "expired";
  if (payment === "processing" && isUnneeded) return "order_cancelled";
  const isSold = payment === "paid" || payment === "refunded" || payment === "charged_back";
  return isSold && order === "fulfilled" ? `${payment}_fulfilled` : payment;
}

const SECOND_MS = 1000;
/** Delay of the first poll in a state, and the longest pause between polls. */
const pauses: Partial<Record<EffectiveState, { firstMs: number; longestMs: number }>> = {
  confirming: { firstMs: FIRST_POLL_MS, longestMs: 300 * SECOND_MS },
  requires_action: { firstMs: 60 * SECOND_MS, longestMs: 60 * SECOND_MS },
  processing: { firstMs: 60 * SECOND_MS, longestMs: 3600 * SECOND_MS },
  order_cancelled: { firstMs: 60 * SECOND_MS, longestMs: 3600 * SECOND_MS },
  disputed: { firstMs: 3600 * SECOND_MS, longestMs: 24 * 3600 * SECOND_MS },
  refunding: { firstMs: 0, longestMs: 3600 * SECOND_MS },
  session_over: { firstMs: 0, longestMs: 3600 * SECOND_MS },
};
/** States with money, in which only the customer's bank can change something. */
export const WATCHED: readonly PaymentState[] = ["paid", "refunded", "charged_back"];
/**
 * Polls of these: every day at first, then at growing pauses, until banks accept no more disputes.
 * About 35 polls per payment.
 */
export const watch = {
  pauseMs: 24 * 3600 * SECOND_MS,
  /** A pause is at least this part of the time since the payment. */
  ageShare: 10,
  windowMs: 120 * 24 * 3600 * SECOND_MS,
} as const;

const REPEATED_POLL_MS = 5 * SECOND_MS;
/** After an interrupted attempt, whose request may still arrive: seven polls in 15 minutes. */
const interrupted = { firstMs: 10 * SECOND_MS, longestMs: 300 * SECOND_MS };
const POLLS_AFTER_INTERRUPTION = 7;

interface PollHistory {
  /** Polls since the payment last changed. */
  polls: number;
  /** The provider's own pause while a payment is processing; null: the usual one. */
  processingPollMs: number | null;
  failure: string | null;
  /** Sum of its pending refunds, which are polled with it. */
  refunding: number;
}

/** Milliseconds until the next poll; null where nothing can change any more. */
export function nextPollAfterMs(
  state: EffectiveState,
  { polls, processingPollMs, failure, refunding }: PollHistory,
): number | null {
  const mayArrive =
    state === "open" && failure === "interrupted" && polls < POLLS_AFTER_INTERRUPTION;
  const polledState = refunding > 0 ? "refunding" : state;
  const pause = mayArrive ? interrupted : pauses[polledState];
  if (!pause) return null;
  const isProcessing = state === "processing" || state === "order_cancelled";
  if (processingPollMs !== null && isProcessing) return processingPollMs;
  if (polls === 0) return pause.firstMs;
  const growing = Math.max(pause.firstMs, REPEATED_POLL_MS) * 2 ** Math.min(polls - 1, 20);
  return Math.min(growing, pause.longestMs);
}
