// Imports into the catalogue and the stock: looked through first, then done, and kept as history.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import {
  createImport,
  getTask,
  type ImportKind,
  listTasks,
  registries,
  startImport,
  stopTask,
} from "#domain/registries";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forOperator, forProvenOperator, router } from "./procedures";
import { type TaskShown, toTaskResource } from "./tasks";

const kinds = ["catalogue", ...registries] as const satisfies readonly ImportKind[];
const Id = z.strictObject({ id: text(64) });

export const operatorImportsRouter = router({
  list: forOperator.input(PageQuery).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listTasks(ctx, { ...input, lane: ctx.mode });
    return { data: data.map(toTaskResource), has_more: hasMore };
  }),

  get: forOperator
    .input(Id)
    .query(async ({ ctx, input }) =>
      toTaskResource(await getTask(ctx, { ...input, lane: ctx.mode })),
    ),

  /** Looks the files through, beside the requests; the files themselves come in by import-door. */
  create: forOperator
    .input(
      z.strictObject({
        kind: z.enum(kinds),
        files: z.array(z.strictObject({ name: text(255), text: z.string() })).max(20),
      }),
    )
    .mutation(({ ctx, input }) => createImport(ctx, { ...input, mode: ctx.mode })),

  start: forProvenOperator
    .input(Id)
    .mutation(({ ctx, input }) => startImport(ctx, { ...input, mode: ctx.mode })),

  stop: forOperator
    .input(Id)
    .mutation(({ ctx, input }) => stopTask(ctx, { ...input, lane: ctx.mode })),
});

const columns: Columns<TaskShown> = {
  id: (task) => task.id,
  files: (task) => task.fileNames.join(", "),
  kind: (task) => task.kind,
  asked_by: (task) => task.askedByName,
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
    return exportPage({ data: data.map(toTaskResource), hasMore }, columns);
  });
