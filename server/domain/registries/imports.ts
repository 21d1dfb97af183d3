// Imports and checks of the ledger, as an operator starts and stops them. Each is a job of the queue.
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { dropJobFiles, enqueueJobs, storeJobFiles } from "#domain/queue";
import { exclusiveOf, type ImportPayload, queueImport, stopUnended } from "./task-jobs";
import { type ImportKind, type Lane, MAX_IMPORT_BYTES, type TaskState } from "./task-rules";

const DAY_MS = 86_400_000;

interface CreateImport {
  mode: Mode;
  kind: ImportKind;
  files: { name: string; text: string }[];
}

/** Ends previews that nobody took up for a day, and with them their files. */
async function endForgotten(ctx: Context): Promise<void> {
  const createdAt = { lt: new Date(ctx.now.getTime() - DAY_MS) };
  const payload = { path: ["step"], equals: "preview" };
  const where = { kind: "import", state: "done", payload, createdAt };
  const forgotten = await ctx.db.prisma.job.findMany({ where, select: { id: true } });
  const ids = forgotten.map(({ id }) => id);
  const data = { state: "stopped", endedAt: ctx.now };
  await ctx.db.prisma.job.updateMany({ where: { id: { in: ids } }, data });
  await dropJobFiles(ctx.db, ids);
}

const creatorOf = ({ actor }: Context) => (actor.type === "person" ? actor.id : null);

/** Queues a preview of the files. @throws invalid `files`; payload-too-large */
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
  const fileNames = files.map(({ name }) => name);
  const payload: ImportPayload = { mode, kind, step: "preview", fileNames };
  const job = { id, kind: "import", key: id, payload, exclusive: exclusiveOf(mode) } as const;
  await enqueueJobs(ctx.db, { jobs: [{ ...job, createdBy: creatorOf(ctx) }], now: ctx.now });
  await storeJobFiles(ctx, { jobId: id, files: contents });
  await recordAudit(ctx, { action: "import.uploaded", subjectId: id, data: { mode, kind } });
  return { id };
}

/** Has a previewed import carried out. @throws invalid where there is no preview of it */
export async function startImport(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  if (!(await queueImport(ctx.db, { lane: mode, id, now: ctx.now }))) {
    throw invalid("id", "is no import that waits to be carried out");
  }
  await recordAudit(ctx, { action: "import.started", subjectId: id, data: { mode } });
}

/** Queues a check of the whole ledger, unless one is under way; returns its id. */
export async function startLedgerCheck(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<{ id: string }> {
  const where = { kind: "ledger-check", state: "queued" };
  const underWay = await ctx.db.prisma.job.findFirst({ where });
  if (underWay) return { id: underWay.id };
  const id = newId("task");
  const exclusive = exclusiveOf("ledger");
  const job = { id, kind: "ledger-check", key: id, payload: { mode }, exclusive } as const;
  await enqueueJobs(ctx.db, { jobs: [{ ...job, createdBy: creatorOf(ctx) }], now: ctx.now });
  await recordAudit(ctx, { action: "ledger_check.started", subjectId: id });
  return { id };
}

/**
 * Stops an import or a check: at once where no worker has it, else within a moment, and what it had
 * begun is rolled back. @throws invalid where it has ended
 */
export async function stopTask(
  ctx: Context,
  { lane, id }: { lane: Lane; id: string },
): Promise<{ state: TaskState }> {
  const state = await stopUnended(ctx.db, { lane, id, now: ctx.now });
  if (state === null) throw invalid("id", "is nothing that can be stopped any more");
  if (state === "stopped") await dropJobFiles(ctx.db, [id]);
  await recordAudit(ctx, { action: "task.stopped", subjectId: id });
  return { state };
}
