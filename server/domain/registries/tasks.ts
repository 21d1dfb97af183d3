import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { type Context, modes } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, notFound } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, recordAudit } from "#domain/accounts";
import { dropJobFiles, type QueueTables } from "#domain/queue";
import { HoldingsMapping } from "./holdings-mapping";
import { ChosenLots } from "./new-lots";
import { registries } from "./registry-identities";
import type { Lane, Task, TaskReport, TaskState } from "./task";

const query = queriesOn<Tables>();

type Tables = QueueTables & AccountTables;

const ModeOf = z.enum(modes);

export const ImportPayload = z.object({
  mode: ModeOf,
  kind: z.enum(["catalogue", ...registries]),
  step: z.enum(["preview", "import", "compare"]),
  fileNames: z.array(z.string()),
  mapping: HoldingsMapping.nullish(),
  isComplete: z.boolean().optional(),
  confirmPrices: z.boolean().optional(),
  chosen: ChosenLots.optional(),
});
export type ImportPayload = z.infer<typeof ImportPayload>;

export const LedgerCheckPayload = z.object({ mode: ModeOf });
export type LedgerCheckPayload = z.infer<typeof LedgerCheckPayload>;

const ProgressOf = z.object({ phase: z.string(), done: z.number(), total: z.number() });

/** Jobs of a lane share this key, so only one runs at a time. */
export function exclusiveOf(lane: Lane): string {
  if (lane === "ledger") return "ledger-check";
  return lane.startsWith("drift-") ? lane : `import-${lane}`;
}

const tasks = (db: Kysely<Tables>) =>
  db
    .selectFrom("jobs as j")
    .leftJoin("people as p", "p.id", "j.createdBy")
    .select(["j.id", "j.payload", "j.state", "j.progress", "j.stopRequested"])
    .select(["j.createdBy", "p.name as createdByName"])
    .select(["j.createdAt", "j.startedAt", "j.endedAt"])
    .select((eb) => eb("j.runner", "is not", null).$castTo<boolean>().as("isRunning"));

const find = query("registries-find-task", (db, task: Params<{ exclusive: string; id: string }>) =>
  tasks(db)
    .select("j.report")
    .where("j.exclusive", "=", task.exclusive)
    .where("j.id", "=", task.id),
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

/** An import, comparison or check, with its progress. @throws not-found */
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
      // These lists can be large, and a page of tasks has no use for them.
      .select(
        sql<TaskJob["report"]>`j.report #- '{drift,entries}' #- '{import,newLots}'`.as("report"),
      )
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

/** A page of a lane, newest first. */
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

export interface TaskKey {
  lane: Lane;
  id: string;
  now: Date;
}

export type ExclusiveKey = Omit<TaskKey, "lane"> & { exclusive: string };

export const isPreview = sql<boolean>`payload ->> 'step' = 'preview'`;

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

/**
 * Stops an import, a comparison or a check. A running one ends within a moment; slices of an export
 * that were imported stay.
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
