// A test account's clock: integrators advance it to see what time brings.
import { type AccountContext, systemTime } from "#core/context";
import { conflict, forbidden, invalid } from "#core/errors";
import { signalWork } from "#core/workers";
import { setClockAhead } from "#domain/accounts";
import { letPaymentTimePass } from "#domain/checkout";
import { enqueueJobs } from "#domain/queue";
import type { TestClock } from "./resource";
import { type AdvanceTestClock, MAX_ADVANCE_S } from "./schema";

/** In total, so that no time of the account leaves what databases and calendars can hold. */
const MAX_OFFSET_S = 5 * MAX_ADVANCE_S;

const KIND = "advance-clock" as const;

/** @throws forbidden for a live account */
function requireTest({ account }: AccountContext): void {
  if (account.mode === "test") return;
  throw forbidden("Only a test account has a test clock", "Use a key that starts with ct_test_.");
}

/** The clock of the context's account. @throws forbidden for a live account */
export async function getTestClock(ctx: AccountContext): Promise<TestClock> {
  requireTest(ctx);
  const { id: accountId, clockOffsetS: offsetS } = ctx.account;
  const where = { kind: KIND, accountId, state: "queued" };
  const pending = await ctx.db.prisma.job.findFirst({ where, select: { id: true } });
  return { now: ctx.now, offsetS, state: pending ? "advancing" : "ready" };
}

/** @throws invalid naming the field; conflict if the clock is past the time */
function targetOf(input: AdvanceTestClock, now: Date): Date {
  const { now: target, advance_seconds: seconds } = input;
  if (target === undefined && seconds === undefined) {
    throw invalid("advance_seconds", "is required unless you pass now", "required");
  }
  if (seconds !== undefined) {
    if (target === undefined) return new Date(now.getTime() + seconds * 1000);
    throw invalid("now", "must not be given together with advance_seconds", "exclusive");
  }
  const aheadMs = (target as Date).getTime() - now.getTime();
  if (aheadMs > MAX_ADVANCE_S * 1000) {
    throw invalid("now", "must be at most two years after the clock's time", "too-large");
  }
  if (aheadMs > 0) return target as Date;
  throw conflict(
    "The test clock can only be advanced",
    `It shows ${now.toISOString()}, which is not before the time you passed.`,
  );
}

/**
 * Advances the clock of the context's account. The work that is due then is done by a job, which is
 * queued in the same transaction.
 * @throws forbidden for a live account; invalid naming the field; conflict
 */
export async function advanceTestClock(
  ctx: AccountContext,
  input: AdvanceTestClock,
): Promise<TestClock> {
  requireTest(ctx);
  const { after, aheadS } = await setClockAhead(ctx, { decide: (now) => targetOf(input, now) });
  const { id: accountId, clockOffsetS } = after.account;
  if (clockOffsetS > MAX_OFFSET_S) {
    throw conflict(
      "The test clock cannot be advanced that far",
      "It may be at most ten years ahead. Create another account to start again.",
    );
  }
  await letPaymentTimePass(after, { seconds: aheadS });
  const job = {
    kind: KIND,
    key: `${accountId}/${clockOffsetS}`,
    payload: { accountId },
    accountId,
  };
  await enqueueJobs(ctx.db, { jobs: [job], now: systemTime(ctx) });
  signalWork();
  return { now: after.now, offsetS: clockOffsetS, state: "advancing" };
}
