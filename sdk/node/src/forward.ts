// Passes a delivery on to a receiver on this machine, as it is.
import type { Polled, PollListener } from "./generated/schemas.js";

/** As long as Carbon Till waits for a response. */
const TIMEOUT_MS = 15_000;
/** As much of a response as Carbon Till stores. */
const MAX_BODY_LENGTH = 4000;

export type Delivery = Polled["data"][number];
export type Result = NonNullable<PollListener["results"]>[number];

export interface Forwarded {
  id: string;
  type: string;
  /** Null if there was no response. */
  status: number | null;
  durationMs: number;
}

export function typeOf({ body }: Delivery): string {
  try {
    return String(JSON.parse(body).type);
  } catch {
    return "unknown";
  }
}

async function send({ headers, body }: Delivery, url: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  return { status: response.status, text: (await response.text()).slice(0, MAX_BODY_LENGTH) };
}

/** Anything but a 2xx makes Carbon Till send the event again. Never throws. */
export async function forward(delivery: Delivery, url: string): Promise<Result> {
  const startedAt = performance.now();
  const response = await send(delivery, url).catch(() => null);
  return {
    event_id: delivery.event_id,
    attempt: delivery.attempt,
    leased_until: delivery.leased_until,
    duration_ms: Math.round(performance.now() - startedAt),
    response_status: response?.status ?? null,
    // PostgreSQL stores no NUL.
    response_body: response?.text.replaceAll("\0", "") ?? null,
  };
}
