// Comparisons of registries' exports with our records.
import { z } from "zod";
import type { Columns } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import {
  type DriftEntry,
  getOperatorJob,
  listOperatorJobs,
  registries,
  startComparison,
  stopOperatorJob,
} from "#domain/registries";
import { ExportInput } from "./csv";
import { toJobResource } from "./operator-jobs";
import { createCallerFactory, forOperator, IdInput, router } from "./procedures";
import { handleUpload } from "./uploads";

export const operatorDriftRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listOperatorJobs(ctx, { ...input, queue: `drift-${ctx.mode}` });
    return pageResource(page, toJobResource);
  }),

  get: forOperator
    .input(IdInput)
    .query(async ({ ctx, input }) =>
      toJobResource(await getOperatorJob(ctx, { ...input, queue: `drift-${ctx.mode}` })),
    ),

  /** Compares the files in the background. Browsers send them to `handleDriftRequest`. */
  start: forOperator
    .input(
      z.strictObject({
        registry: z.enum(registries),
        files: z.array(z.strictObject({ name: text(255), text: z.string() })).max(20),
      }),
    )
    .mutation(({ ctx, input }) => startComparison(ctx, { ...input, mode: ctx.mode })),

  stop: forOperator
    .input(IdInput)
    .mutation(({ ctx, input }) => stopOperatorJob(ctx, { ...input, queue: `drift-${ctx.mode}` })),
});

const makeCaller = createCallerFactory(operatorDriftRouter);
type NewComparison = Parameters<ReturnType<typeof makeCaller>["start"]>[0];

/** Takes a form with `registry` and `files`, and returns the id of the comparison. */
export function handleDriftRequest(request: Request, at: { mode: string }): Promise<Response> {
  return handleUpload(request, at, (ctx, sent) => makeCaller(ctx).start(sent as NewComparison));
}

const columns: Columns<DriftEntry> = {
  difference: ({ kind }) => kind,
  serial_numbers: ({ serials }) => serials,
  amount_kg: ({ kg }) => kg,
  detail: ({ detail }) => detail,
  place: ({ place }) => place,
  lot_id: ({ lotId }) => lotId,
  order_ids: ({ orderIds }) => orderIds.join(" "),
  orders: ({ orderCount }) => orderCount,
};

/** The differences of one comparison. */
export const exportDrift = forOperator
  .input(ExportInput.extend({ id: text(64) }))
  .query(async ({ ctx, input: { id } }) => {
    const { report } = await getOperatorJob(ctx, { id, queue: `drift-${ctx.mode}` });
    const rows = (report?.drift?.entries ?? []).map((entry) =>
      Object.values(columns).map((cell) => cell(entry)),
    );
    return { head: Object.keys(columns), rows, next: null };
  });
