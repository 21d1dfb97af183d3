import { z } from "zod";
import { type Columns, csvPage } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import {
  ChosenLots,
  createImport,
  getTask,
  type ImportKind,
  listTasks,
  parseHoldingsMapping,
  registries,
  startImport,
  startLedgerCheck,
  stopTask,
  type Task,
} from "#domain/registries";
import { ExportInput, placeAfter } from "./csv";
import { createCallerFactory, forOperator, forProvenOperator, IdInput, router } from "./procedures";
import { handleUpload } from "./uploads";

const time = (at: Date | null) => at?.toISOString() ?? null;

/** Adds progress and the result of an import. */
export function toTaskResource(task: Task) {
  const { createdAt, startedAt, endedAt, report, ...rest } = task;
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
export type TaskResource = ReturnType<typeof toTaskResource>;

const kinds = ["catalogue", ...registries] as const satisfies readonly ImportKind[];

export const operatorImportsRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listTasks(ctx, { ...input, lane: ctx.mode });
    return pageResource(page, toTaskResource);
  }),

  get: forOperator
    .input(IdInput)
    .query(async ({ ctx, input }) =>
      toTaskResource(await getTask(ctx, { ...input, lane: ctx.mode })),
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
    .mutation(({ ctx, input }) => stopTask(ctx, { ...input, lane: ctx.mode })),
});

const importColumns: Columns<TaskResource> = {
  id: (task) => task.id,
  files: (task) => task.fileNames.join(", "),
  kind: (task) => task.kind,
  started_by: (task) => task.requestedByName,
  created_on: (task) => task.createdOn,
  ended_on: (task) => task.endedOn,
  state: (task) => task.state,
  lots_added: (task) => task.addedLots,
  kg_added: (task) => task.addedKg,
};

export const exportImports = forOperator
  .input(ExportInput)
  .query(async ({ ctx, input: { after } }) => {
    const { data, hasMore } = await listTasks(ctx, { ...placeAfter(after), lane: ctx.mode });
    return csvPage({ data: data.map(toTaskResource), hasMore }, importColumns);
  });

export const operatorLedgerRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listTasks(ctx, { ...input, lane: "ledger" });
    return pageResource(page, toTaskResource);
  }),

  get: forOperator
    .input(IdInput)
    .query(async ({ ctx, input }) =>
      toTaskResource(await getTask(ctx, { ...input, lane: "ledger" })),
    ),

  start: forOperator.mutation(({ ctx }) => startLedgerCheck(ctx, { mode: ctx.mode })),

  stop: forOperator
    .input(IdInput)
    .mutation(({ ctx, input }) => stopTask(ctx, { ...input, lane: "ledger" })),
});

const checkColumns: Columns<TaskResource> = {
  id: (task) => task.id,
  created_on: (task) => task.createdOn,
  started_on: (task) => task.startedOn,
  ended_on: (task) => task.endedOn,
  state: (task) => task.state,
  started_by: (task) => task.requestedByName,
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
    const { data, hasMore } = await listTasks(ctx, { ...placeAfter(after), lane: "ledger" });
    return csvPage({ data: data.map(toTaskResource), hasMore }, checkColumns);
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
