// Keeps how attempts went, and decides what follows from each.
import type { SqlContext } from "#core/context";
import { outcomeOf } from "./delivery-rules";
import { type Attempt, type ClaimedEvent, keepAttempts, type Recorded } from "./store";

interface Made {
  event: ClaimedEvent;
  attempt: Attempt;
}

function decided({ event, attempt }: Made): Recorded {
  const outcome = outcomeOf(attempt.responseStatus, event.failedAttempts, Math.random());
  const endedAt = attempt.attemptedAt.getTime() + attempt.durationMs;
  const decision = {
    state: outcome.state,
    nextAttemptAt: outcome.state === "pending" ? new Date(endedAt + outcome.delayMs) : null,
    failedAttempts: event.failedAttempts + (outcome.state === "delivered" ? 0 : 1),
  };
  return { event, attempt, decision };
}

/** Records the attempts that the events were claimed for. */
export function recordAttempts(ctx: SqlContext, input: readonly Made[]): Promise<void> {
  return keepAttempts(ctx.db, input.map(decided));
}
