// Keeps how an attempt went, and decides what follows from it.
import type { SqlContext } from "#core/context";
import { outcomeOf } from "./delivery-rules";
import { type Attempt, type ClaimedEvent, keepAttempt } from "./store";

/** Records the attempt that the event was claimed for; `ctx.now` is when it ended. */
export async function recordAttempt(
  ctx: SqlContext,
  input: { event: ClaimedEvent; attempt: Attempt },
): Promise<void> {
  const { event, attempt } = input;
  const outcome = outcomeOf(attempt.responseStatus, event.failedAttempts, Math.random());
  await keepAttempt(ctx.db, event, attempt, {
    state: outcome.state,
    nextAttemptAt:
      outcome.state === "pending" ? new Date(ctx.now.getTime() + outcome.delayMs) : null,
    failedAttempts: event.failedAttempts + (outcome.state === "delivered" ? 0 : 1),
  });
}
