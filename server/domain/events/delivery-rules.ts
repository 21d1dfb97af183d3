/** `cancelled`: the webhook endpoint was disabled or deleted before the event was sent. */
export const deliveryStates = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Combined state of an event's deliveries; `none` without receivers. */
export const eventStates = ["none", "pending", "delivered", "failed"] as const;
export type EventState = (typeof eventStates)[number];

/** Stands for the callback URL that an order was placed with. */
export const CALLBACK = "callback";

/**
 * The lease must be longer than the attempt and the recording of its outcome, or another worker
 * would send the same event again.
 */
export const deliveryTimes = {
  attemptMs: 15_000,
  /** Pauses between tries to record an outcome. */
  recordPausesMs: [100, 1000, 3000],
  leaseMs: 30_000,
} as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Delay after the first failed attempt, the second, and so on. There is no attempt after the last.
 */
export const retryDelaysMs: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

// Spreads retries of receivers that failed at the same time.
const JITTER = 0.1;
const GONE = 410;

/** Longest part of a response body that is stored. */
export const MAX_STORED_BODY_BYTES = 4096;

/** Final state, or another attempt after `delayMs`. */
export type Outcome = { state: "delivered" | "failed" } | { state: "pending"; delayMs: number };

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Next step after a response status, or null for no response. `failedBefore` counts failed attempts
 * since the delivery became due; `chance` in [0, 1) adds up to a tenth to the delay.
 */
export function outcomeOf(status: number | null, failedBefore: number, chance: number): Outcome {
  if (isSuccess(status)) return { state: "delivered" };
  const delayMs = retryDelaysMs[failedBefore];
  if (status === GONE || delayMs === undefined) return { state: "failed" };
  return { state: "pending", delayMs: Math.round(delayMs * (1 + JITTER * chance)) };
}

const decoder = new TextDecoder();

/** Decodes the start of a response body. Invalid UTF-8 and NUL are left out. */
export function bodyText(bytes: Uint8Array): string {
  const text = decoder.decode(bytes.subarray(0, MAX_STORED_BODY_BYTES));
  return text.replaceAll("\ufffd", "").replaceAll("\0", "");
}

/** Combines the states of an event's deliveries. */
export function eventStateOf(states: readonly DeliveryState[]): EventState {
  if (states.includes("pending")) return "pending";
  if (states.includes("failed")) return "failed";
  return states.includes("delivered") ? "delivered" : "none";
}
