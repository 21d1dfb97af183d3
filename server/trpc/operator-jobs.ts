import { z } from "zod";
import { type Columns, csvPage } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import {
  ChosenLots,
  createImport,
  getOperatorJob,
  type ImportKind,
  listOperatorJobs,
  type OperatorJob,
  parseHoldingsMapping,
  registries,
  startImport,
  startLedgerCheck,
  stopOperatorJob,
} from "#domain/registries";
import { ExportInput, placeAfter } from "./csv";
import { createCallerFactory, forOperator, forProvenOperator, IdInput, router } from "./procedures";
import { handleUpload } from "./uploads";

const time = (at: Date | null) => at?.toISOString() ?? null;

/** Adds progress and the result of an import. */
export function toJobResource(job: OperatorJob) {
  const { createdAt, startedAt, endedAt, report, ...rest } = job;
  const imported = report?.import;
  return {
    ...rest,
    report,
    createdOn: createdAt.toISOString(),
    startedOn: time(startedAt),
    endedOn: time(endedAt),
    addedLots: imported ? imported.lots.after - imported.lots.before : null,
    addedKg: imported ? imported.kg.after - imported.kg.before : null,
  };
}
export type JobResource = ReturnType<typeof toJobResource>;

const kinds = ["catalogue", ...registries] as const satisfies readonly ImportKind[];

export const operatorImportsRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listOperatorJobs(ctx, { ...input, queue: ctx.mode });
    return pageResource(page, toJobResource);
  }),

  get: forOperator
    .input(IdInput)
    .query(async ({ ctx, input }) =>
      toJobResource(await getOperatorJob(ctx, { ...input, queue: ctx.mode })),
    ),

  /** Reviews the files in the background. Browsers send them to `handleImportRequest`. */
  create: forOperator
    .input(
      z.strictObject({
        kind: z.enum(kinds),
        files: z.array(z.strictObject({ name: text(255), text: z.string() })).max(20),
        /** Columns of an account's holdings (JSON). */
        mapping: z.strictObject({ name: text(255), text: z.string().max(100_000) }).optional(),
        /** `on` if the files list all that the account holds. */
        complete: z.literal("on").optional(),
      }),
    )
    .mutation(({ ctx, input: { mapping: file, complete, ...input } }) => {
      const mapping = file === undefined ? null : parseHoldingsMapping(file.name, file.text);
      const isComplete = complete === "on";
      return createImport(ctx, { ...input, mapping, isComplete, mode: ctx.mode });
    }),

  start: forProvenOperator
    .input(
      IdInput.extend({ confirmPrices: z.boolean().default(false), chosen: ChosenLots.optional() }),
    )
    .mutation(({ ctx, input }) => startImport(ctx, { ...input, mode: ctx.mode })),

  stop: forOperator
    .input(IdInput)
    .mutation(({ ctx, input }) => stopOperatorJob(ctx, { ...input, queue: ctx.mode })),
});

const importColumns: Columns<JobResource> = {
  id: (job) => job.id,
  files: (job) => job.fileNames.join(", "),
  kind: (job) => job.kind,
  started_by: (job) => job.requestedByName,
  created_on: (job) => job.createdOn,
  ended_on: (job) => job.endedOn,
  state: (job) => job.state,
  lots_added: (job) => job.addedLots,
  kg_added: (job) => job.addedKg,
};

export const exportImports = forOperator
  .input(ExportInput)
  .query(async ({ ctx, input: { after } }) => {
    const { data, hasMore } = await listOperatorJobs(ctx, {
      ...placeAfter(after),
      queue: ctx.mode,
    });
    return csvPage({ data: data.map(toJobResource), hasMore }, importColumns);
  });

export const operatorLedgerRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listOperatorJobs(ctx, { ...input, queue: "ledger" });
    return pageResource(page, toJobResource);
  }),

  get: forOperator
    .input(IdInput)
    .query(async ({ ctx, input }) =>
      toJobResource(await getOperatorJob(ctx, { ...input, queue: "ledger" })),
    ),

  start: forOperator.mutation(({ ctx }) => startLedgerCheck(ctx, { mode: ctx.mode })),

  stop: forOperator
    .input(IdInput)
    .mutation(({ ctx, input }) => stopOperatorJob(ctx, { ...input, queue: "ledger" })),
});

const checkColumns: Columns<JobResource> = {
  id: (job) => job.id,
  created_on: (job) => job.createdOn,
  started_on: (job) => job.startedOn,
  ended_on: (job) => job.endedOn,
  state: (job) => job.state,
  started_by: (job) => job.requestedByName,
  invariants: ({ report }) => report?.check?.invariants ?? null,
  violations: ({ report }) => report?.check?.findingCount ?? null,
  // As many as the check stored.
  findings: ({ report }) =>
    report?.check?.findings.map(({ check, row }) => `${row}: ${check}`).join("\n") ?? null,
  notes: ({ report }) => report?.check?.notes.join(" ") ?? null,
  problem: ({ report }) => report?.problem?.title ?? null,
};

export const exportLedgerChecks = forOperator
  .input(ExportInput)
  .query(async ({ ctx, input: { after } }) => {
    const { data, hasMore } = await listOperatorJobs(ctx, {
      ...placeAfter(after),
      queue: "ledger",
    });
    return csvPage({ data: data.map(toJobResource), hasMore }, checkColumns);
  });

const makeCaller = createCallerFactory(operatorImportsRouter);
type NewImport = Parameters<ReturnType<typeof makeCaller>["create"]>[0];

/** Takes a form with `kind`, `files` and `mapping`, and returns the id of the import. */
export function handleImportRequest(
  request: Request,
  { mode }: { mode: string },
): Promise<Response> {
  return handleUpload(request, { mode }, (ctx, sent) => makeCaller(ctx).create(sent as NewImport));
}
