/** A registry is asked at least this often about a request whose outcome is unknown. */
const LONGEST_PAUSE_MS = 3_600_000;
/** A request that was not sent yet often waits only for another one to end. */
const LONGEST_UNSENT_PAUSE_MS = 60_000;

/** Refused credits are requested again after this: a person may have to act at the registry. */
export const REFUSED_PAUSE_MS = 24 * 3_600_000;

export interface PollSchedule {
  /** Polls so far. */
  polls: number;
  /** The adapter's first pause. */
  firstPollMs: number;
  isSent: boolean;
  now: Date;
}

/** Doubles the pause after each poll. */
export function nextPollAt({ polls, firstPollMs, isSent, now }: PollSchedule): Date {
  const longestMs = isSent ? LONGEST_PAUSE_MS : LONGEST_UNSENT_PAUSE_MS;
  const pauseMs = Math.min(firstPollMs * 2 ** Math.min(polls, 30), longestMs);
  return new Date(now.getTime() + pauseMs);
}

export interface AbsentRequest extends PollSchedule {
  sentAt: Date;
  /** Time after which a request that was sent can no longer be under way. */
  settleMs: number;
  /** The registry's refusal, if it sent one. */
  refusal: string | null;
}

export type AbsentStep =
  | { step: "wait"; until: Date }
  | { step: "send" }
  | { step: "refuse"; reason: string };

/** Decides about a request that was sent and that the registry does not have. */
export function stepAfterAbsent(request: AbsentRequest): AbsentStep {
  const settledAt = new Date(request.sentAt.getTime() + request.settleMs);
  if (request.now < settledAt) {
    const poll = nextPollAt(request);
    return { step: "wait", until: poll < settledAt ? poll : settledAt };
  }
  if (request.refusal !== null) return { step: "refuse", reason: request.refusal };
  return { step: "send" };
}
