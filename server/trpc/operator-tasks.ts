import { z } from "zod";
import { type Columns, csvPage } from "#core/csv";
import { Problem } from "#core/errors";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import {
  createImport,
  decodeExport,
  getTask,
  type ImportKind,
  listTasks,
  MAX_IMPORT_BYTES,
  parseHoldingsMapping,
  registries,
  startImport,
  startLedgerCheck,
  stopTask,
  type Task,
} from "#domain/registries";
import { respondToOwnPage } from "./context";
import { ExportInput, placeAfter } from "./csv";
import {
  createCallerFactory,
  forOperator,
  forProvenOperator,
  IdInput,
  requireOperator,
  router,
} from "./procedures";

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
      }),
    )
    .mutation(({ ctx, input: { mapping: file, ...input } }) => {
      const mapping = file === undefined ? null : parseHoldingsMapping(file.name, file.text);
      return createImport(ctx, { ...input, mapping, mode: ctx.mode });
    }),

  start: forProvenOperator
    .input(IdInput.extend({ confirmPrices: z.boolean().default(false) }))
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

/** Allowance for the rest of the form. */
const FORM_BYTES = 64 * 1024;

const makeCaller = createCallerFactory(operatorImportsRouter);

/** Browsers always send the length. Without it, the size of the body is unknown. */
function requireLength(headers: Headers): void {
  const length = headers.get("content-length");
  if (length !== null && Number(length) <= MAX_IMPORT_BYTES + FORM_BYTES) return;
  const title = `An import can have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB`;
  throw new Problem("payload-too-large", { title });
}

async function readText(file: File) {
  const contents = decodeExport(new Uint8Array(await file.arrayBuffer()));
  if (contents !== null) return { name: file.name, text: contents };
  throw new Problem("invalid-parameters", {
    title: "The file cannot be read",
    errors: { [file.name]: ["is no text: save it as CSV first"] },
  });
}

async function readForm(request: Request) {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Problem("invalid-parameters", { title: "The upload was incomplete: try again" });
  }
  const chosen = (field: string) =>
    form.getAll(field).filter((file) => file instanceof File && file.size > 0) as File[];
  const [mapping] = await Promise.all(chosen("mapping").map(readText));
  const files = await Promise.all(chosen("files").map(readText));
  return { kind: String(form.get("kind")), files, ...(mapping && { mapping }) };
}

/** Takes a form with `kind` and `files`, and returns the id of the import. */
export function handleImportRequest(
  request: Request,
  { mode }: { mode: string },
): Promise<Response> {
  return respondToOwnPage(request, { account: null, mode }, async (ctx) => {
    // Before the body is read.
    requireOperator(ctx);
    requireLength(request.headers);
    const sent = (await readForm(request)) as Parameters<
      ReturnType<typeof makeCaller>["create"]
    >[0];
    return Response.json(await makeCaller(ctx).create(sent), { status: 201 });
  });
}
