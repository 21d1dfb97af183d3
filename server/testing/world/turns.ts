// Turns of a worker in this process, and the clock: what waits becomes due.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { reconcilePayments } from "#domain/checkout";
import { matchOrders } from "#domain/matching";
import { beginDeliveries } from "#jobs/deliver-events";
import { runJobs } from "#jobs/run-jobs";
import { systemContext } from "#testing/factories";
import { select } from "#testing/world/sql";

/** Runs a worker's turn, with a worker's database limits. */
export function runAsWorker<T>(turn: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabaseUse("background", () => turn(systemContext()));
}

export const matchNow = () => runAsWorker((ctx) => matchOrders(ctx, { database: database() }));
export const reconcileNow = () =>
  runAsWorker((ctx) => reconcilePayments(ctx, { database: database() }));
export const runJobsNow = () => runAsWorker((ctx) => runJobs(ctx));

/** Sends due callbacks until none is left. */
export function deliverNow(): Promise<void> {
  return runAsWorker(async () => {
    for (;;) {
      const started = await beginDeliveries();
      if (started.length === 0) return;
      await Promise.all(started);
    }
  });
}

const PASS_TIME = [
  "UPDATE payments SET next_poll_at = now() - interval '1 s' WHERE next_poll_at IS NOT NULL",
  "UPDATE test_provider_payments SET settles_at = now() - interval '1 s' WHERE settles_at IS NOT NULL",
  "UPDATE deliveries SET next_attempt_at = now() - interval '1 s' WHERE next_attempt_at IS NOT NULL",
  "UPDATE jobs SET run_at = now() - interval '1 s' WHERE state = 'queued'",
  "DELETE FROM lane_pauses",
];

/** Makes everything that waits due now, including leases of killed workers. */
export const passTime = () =>
  select(
    `WITH ${PASS_TIME.map((text, at) => `s${at} AS (${text})`).join(", ")} SELECT 1 AS passed`,
  );
