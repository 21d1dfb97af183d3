// The installation at a glance, for who runs it.
import { getWaiting } from "#domain/orders";
import { forOperator, router } from "./procedures";

export const operatorOverviewRouter = router({
  /** What waits for credits, across the accounts of the mode. */
  get: forOperator.query(async ({ ctx }) => ({
    waiting: await getWaiting(ctx, { mode: ctx.mode }),
  })),
});
