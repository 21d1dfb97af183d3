// When a delivery is tried again, when that ends, and what of an answer is kept. Pure.

/** `cancelled`: the webhook endpoint was disabled or deleted before the event was sent to it. */
export const deliveryStates = ["pending", "delivered", "failed", "cancelled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What an event's deliveries come to together; `none` where it has no receiver. */
export const eventStates = ["none", "pending", "delivered", "failed"] as const;
export type EventState = (typeof eventStates)[number];

/** The receiver that is the callback URL an order was placed with. */
export const CALLBACK = "callback";

/**
 * Times that depend on one another: a claim must outlive the attempt that it was made for and the
 * recording of its outcome, or another worker would send the same event meanwhile.
 */
export const deliveryTimes = {
  attemptMs: 15_000,
  /** Between the tries to record an outcome. */
  recordPausesMs: [100, 1000, 3000],
  leaseMs: 30_000,
} as const;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after the first failed attempt, the second, and so on; after these, no more. */
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

// Receivers that failed together are not asked again together.
const JITTER = 0.1;
const GONE = 410;

/** How much of an answer's body is kept. */
export const MAX_STORED_BODY_BYTES = 4096;

/** What follows from an attempt: an end, or another attempt after `delayMs`. */
export type Outcome = { state: "delivered" | "failed" } | { state: "pending"; delayMs: number };

/** Whether an answer's status says that the event was received; null where none came. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * What follows from an answer's status, or null where none came. `failedBefore` counts the failed
 * attempts of this schedule; `chance` in [0, 1) lengthens the delay by up to a tenth.
 */
export function outcomeOf(status: number | null, failedBefore: number, chance: number): Outcome {
  if (isSuccess(status)) return { state: "delivered" };
  const delayMs = retryDelaysMs[failedBefore];
  if (status === GONE || delayMs === undefined) return { state: "failed" };
  return { state: "pending", delayMs: Math.round(delayMs * (1 + JITTER * chance)) };
}

/** The beginning of an answer's body as text; what is no UTF-8, or NUL, is left out. */
export function bodyText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_STORED_BODY_BYTES));
  return text.replaceAll("\ufffd", "").replaceAll("\0", "");
}

/** The state of an event with deliveries in these states. */
export function eventStateOf(states: readonly DeliveryState[]): EventState {
  if (states.includes("pending")) return "pending";
  if (states.includes("failed")) return "failed";
  return states.includes("delivered") ? "delivered" : "none";
}
