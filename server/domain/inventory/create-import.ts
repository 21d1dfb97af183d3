// Takes in the files of an import, to be looked through before anything is changed.
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { type ImportKind, MAX_IMPORT_BYTES } from "./task-rules";
import { dropFiles } from "./task-store";

const DAY_MS = 86_400_000;

interface CreateImport {
  mode: Mode;
  kind: ImportKind;
  files: { name: string; text: string }[];
}

/** Previews that nobody took up for a day end, and with them their files. */
async function endForgotten(ctx: Context): Promise<void> {
  const createdAt = { lt: new Date(ctx.now.getTime() - DAY_MS) };
  const where = { state: "checked", createdAt };
  const forgotten = await ctx.db.prisma.task.findMany({ where, select: { id: true } });
  const ids = forgotten.map(({ id }) => id);
  await ctx.db.prisma.task.updateMany({
    where: { id: { in: ids } },
    data: { state: "stopped", endedAt: ctx.now },
  });
  await dropFiles(ctx.db, ids);
}

/** Queues a preview. @throws invalid `files`; payload-too-large */
export async function createImport(ctx: Context, input: CreateImport): Promise<{ id: string }> {
  const { mode, kind, files } = input;
  if (files.length === 0) throw invalid("files", "must be chosen");
  const contents = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const bytes = contents.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_IMPORT_BYTES) {
    const title = `An import may have ${MAX_IMPORT_BYTES / 1024 / 1024} MB at most`;
    throw new Problem("payload-too-large", { title });
  }
  await endForgotten(ctx);
  const id = newId("task");
  await ctx.db.prisma.task.create({
    data: {
      id,
      mode,
      kind,
      step: "preview",
      state: "queued",
      fileNames: files.map(({ name }) => name),
      askedBy: ctx.actor.type === "person" ? ctx.actor.id : null,
      createdAt: ctx.now,
    },
  });
  await ctx.db.prisma.taskFile.createMany({
    data: contents.map((file, position) => ({ taskId: id, position, ...file })),
  });
  await recordAudit(ctx, { action: "import.uploaded", subjectId: id, data: { mode, kind } });
  return { id };
}
