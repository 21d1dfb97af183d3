// The schedule of polls of a payment.
import { type EffectiveState, FIRST_POLL_MS, type PaymentState } from "./rules";

const S = 1000;
/** Delay of the first poll in a state, and the longest pause between polls. */
const pauses: Partial<Record<EffectiveState, { firstMs: number; longestMs: number }>> = {
  confirming: { firstMs: FIRST_POLL_MS, longestMs: 300 * S },
  requires_action: { firstMs: 60 * S, longestMs: 60 * S },
  processing: { firstMs: 60 * S, longestMs: 3600 * S },
  order_cancelled: { firstMs: 60 * S, longestMs: 3600 * S },
  disputed: { firstMs: 3600 * S, longestMs: 24 * 3600 * S },
  refunding: { firstMs: 0, longestMs: 3600 * S },
  session_over: { firstMs: 0, longestMs: 3600 * S },
};
/** States with money, in which only the customer's bank can change something. */
export const WATCHED: readonly PaymentState[] = ["paid", "refunded", "charged_back"];
/**
 * Polls of these: every day at first, then at growing pauses, until banks accept no more disputes.
 * About 35 polls per payment.
 */
export const watch = {
  pauseMs: 24 * 3600 * S,
  /** A pause is at least this part of the time since the payment. */
  ageShare: 10,
  windowMs: 120 * 24 * 3600 * S,
} as const;

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
  /** Sum of its pending refunds, which are polled with it. */
  refundingUsdCents: number;
}

/** Milliseconds until the next poll; null where nothing can change any more. */
export function nextPollAfterMs(
  state: EffectiveState,
  { polls, processingPollMs, failure, refundingUsdCents }: PollHistory,
): number | null {
  const mayArrive =
    state === "open" && failure === "interrupted" && polls < POLLS_AFTER_INTERRUPTION;
  const polledState = refundingUsdCents > 0 ? "refunding" : state;
  const pause = mayArrive ? interrupted : pauses[polledState];
  if (!pause) return null;
  const isProcessing = state === "processing" || state === "order_cancelled";
  if (processingPollMs !== null && isProcessing) return processingPollMs;
  if (polls === 0) return pause.firstMs;
  const growing = Math.max(pause.firstMs, REPEATED_MS) * 2 ** Math.min(polls - 1, 20);
  return Math.min(growing, pause.longestMs);
}
