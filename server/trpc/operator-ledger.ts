// Checks of the ledger: asked for, followed, and kept as history.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { getTask, listTasks, startLedgerCheck, stopTask } from "#domain/registries";
import { forOperator, router } from "./procedures";
import { toTaskResource } from "./tasks";

const Id = z.strictObject({ id: text(64) });
const lane = "ledger";

export const operatorLedgerRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listTasks(ctx, { ...input, lane });
    return { data: data.map(toTaskResource), has_more: hasMore };
  }),

  get: forOperator
    .input(Id)
    .query(async ({ ctx, input }) => toTaskResource(await getTask(ctx, { ...input, lane }))),

  start: forOperator.mutation(({ ctx }) => startLedgerCheck(ctx, { mode: ctx.mode })),

  stop: forOperator.input(Id).mutation(({ ctx, input }) => stopTask(ctx, { ...input, lane })),
});
