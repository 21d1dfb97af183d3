import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { type Context, type Mode, modes } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, notFound, Problem } from "#core/errors";
import { newId } from "#core/id";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, recordAudit } from "#domain/accounts";
import { dropJobFiles, enqueueJobs, type QueueTables, storeJobFiles } from "#domain/queue";
import { HoldingsMapping } from "./holdings-mapping";
import { registries } from "./registry-keys";
import {
  type ImportKind,
  type Lane,
  MAX_IMPORT_BYTES,
  type Task,
  type TaskReport,
  type TaskState,
} from "./task";

const query = queriesOn<Tables>();

type Tables = QueueTables & AccountTables;

const ModeOf = z.enum(modes);

export const ImportPayload = z.object({
  mode: ModeOf,
  kind: z.enum(["catalogue", ...registries]),
  step: z.enum(["preview", "import"]),
  fileNames: z.array(z.string()),
  mapping: HoldingsMapping.nullish(),
  confirmPrices: z.boolean().optional(),
});
export type ImportPayload = z.infer<typeof ImportPayload>;

export const LedgerCheckPayload = z.object({ mode: ModeOf });
export type LedgerCheckPayload = z.infer<typeof LedgerCheckPayload>;

const ProgressOf = z.object({ phase: z.string(), done: z.number(), total: z.number() });

/** Jobs of a lane share this key, so only one runs at a time. */
function exclusiveOf(lane: Lane): string {
  return lane === "ledger" ? "ledger-check" : `import-${lane}`;
}

const tasks = (db: Kysely<Tables>) =>
  db
    .selectFrom("jobs as j")
    .leftJoin("people as p", "p.id", "j.createdBy")
    .select(["j.id", "j.payload", "j.state", "j.progress", "j.report", "j.stopRequested"])
    .select(["j.createdBy", "p.name as createdByName"])
    .select(["j.createdAt", "j.startedAt", "j.endedAt"])
    .select((eb) => eb("j.runner", "is not", null).$castTo<boolean>().as("isRunning"));

const find = query("registries-find-task", (db, task: Params<{ exclusive: string; id: string }>) =>
  tasks(db).where("j.exclusive", "=", task.exclusive).where("j.id", "=", task.id),
);

type TaskJob = Awaited<ReturnType<typeof find>>[number];

function partsOf(payload: unknown): Pick<Task, "mode" | "kind" | "step" | "fileNames"> {
  const imported = ImportPayload.safeParse(payload);
  if (imported.success) return imported.data;
  const { mode } = LedgerCheckPayload.parse(payload);
  return { mode, kind: "ledger", step: "check", fileNames: [] };
}

function toTask(job: TaskJob): Task {
  const { payload, state, progress, report, createdBy, createdByName, ...rest } = job;
  const parts = partsOf(payload);
  const at = ProgressOf.nullable().parse(progress);
  return {
    ...rest,
    ...parts,
    state: state === "done" && parts.step === "preview" ? "checked" : state,
    requestedBy: createdBy,
    requestedByName: createdByName,
    phase: at?.phase ?? null,
    doneRows: at?.done ?? 0,
    totalRows: at?.total ?? 0,
    report: report as TaskReport | null,
  };
}

/** One import or check, with its progress. @throws not-found */
export async function getTask(
  ctx: Context,
  { lane, id }: { lane: Lane; id: string },
): Promise<Task> {
  const [job] = await find(ctx.db, { exclusive: exclusiveOf(lane), id });
  if (!job) throw notFound("task");
  return toTask(job);
}

interface TaskPage {
  exclusive: string;
  /** The task before the page; null for the first page. */
  cursorId: string | null;
  limit: number;
}

const pageQuery = (direction: Cursor["direction"]) =>
  query(`inventory-page-tasks-${direction}`, (db, page: Params<TaskPage>) =>
    tasks(db)
      .where("j.exclusive", "=", page.exclusive)
      .where((eb) =>
        eb.or([
          eb(sql`${page.cursorId}::text`, "is", null),
          eb("j.id", direction === "older" ? "<" : ">", page.cursorId),
        ]),
      )
      .orderBy("j.id", direction === "older" ? "desc" : "asc")
      .limit(page.limit),
  );
const pages = { older: pageQuery("older"), newer: pageQuery("newer") };

/** A page of a mode's imports, or of checks, newest first. */
export async function listTasks(
  ctx: Context,
  input: PageQuery & { lane: Lane },
): Promise<Page<Task>> {
  const cursor = cursorOf(input);
  const page = pages[cursor?.direction ?? "older"];
  const exclusive = exclusiveOf(input.lane);
  const limit = input.limit + 1;
  const jobs = await page(ctx.db, { exclusive, cursorId: cursor?.id ?? null, limit });
  return pageOf(jobs.map(toTask), input.limit, cursor);
}

interface TaskKey {
  lane: Lane;
  id: string;
  now: Date;
}

type ExclusiveKey = Omit<TaskKey, "lane"> & { exclusive: string };

const isPreview = sql<boolean>`payload ->> 'step' = 'preview'`;

const stop = query("registries-stop-task", (db, task: Params<ExclusiveKey>) =>
  db
    .updateTable("jobs")
    .set({
      stopRequested: true,
      state: sql`CASE WHEN runner IS NULL THEN 'stopped' ELSE state END`,
      endedAt: sql<Date | null>`CASE WHEN runner IS NULL THEN ${task.now} ELSE ended_at END`,
    })
    .where("exclusive", "=", task.exclusive)
    .where("id", "=", task.id)
    .where((eb) =>
      eb.or([eb("state", "=", "queued"), eb.and([eb("state", "=", "done"), isPreview])]),
    )
    .returning("state"),
);

/** Requests a stop. Returns `queued` while a worker still runs the task; null if it had ended. */
async function stopUnended(
  db: Sql,
  { lane, id, now }: TaskKey,
): Promise<Extract<TaskState, "queued" | "stopped"> | null> {
  const [stopped] = await stop(db, { exclusive: exclusiveOf(lane), id, now });
  if (!stopped) return null;
  return stopped.state === "stopped" ? "stopped" : "queued";
}

const start = query(
  "registries-start-import",
  (db, task: Params<ExclusiveKey & { confirmPrices: boolean }>) =>
    db
      .updateTable("jobs")
      .set({
        state: "queued",
        payload: sql<string>`payload || jsonb_build_object(
          'step', 'import', 'confirmPrices', ${task.confirmPrices}::boolean)`,
        runAt: task.now,
        attempts: 0,
        endedAt: null,
      })
      .where("exclusive", "=", task.exclusive)
      .where("id", "=", task.id)
      .where("state", "=", "done")
      .where(isPreview)
      .returning("id"),
);

/** Queues the import of this preview; false if the preview does not exist. */
async function queueImport(
  db: Sql,
  { lane, ...task }: TaskKey & { confirmPrices: boolean },
): Promise<boolean> {
  return (await start(db, { exclusive: exclusiveOf(lane), ...task })).length === 1;
}

const DAY_MS = 86_400_000;

interface CreateImport {
  mode: Mode;
  kind: ImportKind;
  files: { name: string; text: string }[];
  /** Columns of an account's holdings. */
  mapping?: HoldingsMapping | null | undefined;
}

/** Ends previews that were not imported within a day, and deletes their files. */
async function endStalePreviews(ctx: Context): Promise<void> {
  const createdAt = { lt: new Date(ctx.now.getTime() - DAY_MS) };
  const payload = { path: ["step"], equals: "preview" };
  const where = { kind: "import", state: "done", payload, createdAt };
  const stale = await ctx.db.prisma.job.findMany({ where, select: { id: true } });
  const ids = stale.map(({ id }) => id);
  const data = { state: "stopped", endedAt: ctx.now };
  await ctx.db.prisma.job.updateMany({ where: { id: { in: ids } }, data });
  await dropJobFiles(ctx.db, ids);
}

const creatorOf = ({ actor }: Context) => (actor.type === "person" ? actor.id : null);

/** Queues a preview of the files. @throws invalid `files`; payload-too-large */
export async function createImport(ctx: Context, input: CreateImport): Promise<{ id: string }> {
  const { mode, kind, files, mapping = null } = input;
  if (files.length === 0) throw invalid("files", "must be chosen");
  const contents = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const bytes = contents.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > MAX_IMPORT_BYTES) {
    const title = `An import can have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB`;
    throw new Problem("payload-too-large", { title });
  }
  await endStalePreviews(ctx);
  const id = newId("task");
  const fileNames = files.map(({ name }) => name);
  const payload: ImportPayload = { mode, kind, step: "preview", fileNames, mapping };
  const job = { id, kind: "import", key: id, payload, exclusive: exclusiveOf(mode) } as const;
  await enqueueJobs(ctx.db, { jobs: [{ ...job, createdBy: creatorOf(ctx) }], now: ctx.now });
  await storeJobFiles(ctx, { jobId: id, files: contents });
  await recordAudit(ctx, { action: "import.uploaded", subjectId: id, data: { mode, kind } });
  return { id };
}

interface StartImport {
  mode: Mode;
  id: string;
  confirmPrices: boolean;
}

/**
 * Queues a previewed import.
 * @throws not-found; invalid without a preview; invalid `confirmPrices` if prices of the preview
 * change by more than a factor of two
 */
export async function startImport(
  ctx: Context,
  { mode, id, confirmPrices }: StartImport,
): Promise<void> {
  const { report } = await getTask(ctx, { lane: mode, id });
  if (!confirmPrices && report?.import?.largePriceChanges?.length) {
    throw invalid("confirmPrices", "is required: prices change by more than a factor of two");
  }
  if (!(await queueImport(ctx.db, { lane: mode, id, now: ctx.now, confirmPrices }))) {
    throw invalid("id", "is not a previewed import");
  }
  await recordAudit(ctx, { action: "import.started", subjectId: id, data: { mode } });
}

/** Queues a check of the whole ledger, unless one is queued already. Returns its id. */
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
 * Stops an import or a check. A running one is rolled back within a moment.
 * @throws invalid if it has ended
 */
export async function stopTask(
  ctx: Context,
  { lane, id }: { lane: Lane; id: string },
): Promise<{ state: TaskState }> {
  const state = await stopUnended(ctx.db, { lane, id, now: ctx.now });
  if (state === null) throw invalid("id", "cannot be stopped: it has ended");
  if (state === "stopped") await dropJobFiles(ctx.db, [id]);
  await recordAudit(ctx, { action: "task.stopped", subjectId: id });
  return { state };
}
