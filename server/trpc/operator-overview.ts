// The installation at a glance, for who runs it.
import { getInstallation } from "#core/installation";
import { getSold, getWaiting } from "#domain/orders";
import { lookAtQueues } from "./operator-queues";
import { forOperator, router } from "./procedures";

/** The first moment of the month, in UTC. */
function monthOf(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
}

export const operatorOverviewRouter = router({
  /** What waits for credits, across the accounts of the mode. */
  get: forOperator.query(async ({ ctx }) => ({
    waiting: await getWaiting(ctx, { mode: ctx.mode }),
  })),

  /** What all accounts of the mode bought this month (UTC). */
  month: forOperator.query(async ({ ctx }) => {
    const since = monthOf(ctx.now);
    return { since: since.toISOString(), ...(await getSold(ctx, { mode: ctx.mode, since })) };
  }),

  /** The queues in one line, and what runs here. */
  system: forOperator.query(async ({ ctx }) => {
    const { light, queues, workers } = await lookAtQueues(ctx);
    const troubled = queues.filter((queue) => queue.light !== "good").map(({ name }) => name);
    return { light, troubled, workers: workers.length, ...(await getInstallation(ctx)) };
  }),
});
