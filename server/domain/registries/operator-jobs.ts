import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { type Context, type Mode, modes } from "#core/context";
import { type FieldErrors, invalid, notFound } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, recordAudit } from "#domain/accounts";
import { dropJobFiles, type QueueTables } from "#domain/queue";
import type { DriftReport } from "./compare-export";
import { HoldingsMapping } from "./holdings-mapping";
import { type ImportReport, MAX_REPORTED } from "./import-report";
import { ChosenLots } from "./new-lots";
import { type Registry, registries } from "./registry-identities";

/** Format of an import's files. */
export type ImportKind = "catalogue" | Registry;
export type OperatorJobKind = ImportKind | "ledger";
export type JobStep = "preview" | "import" | "compare" | "check";
/** Imports of a mode, comparisons with its registries, or checks of the ledger. */
export type OperatorQueue = Mode | `drift-${Mode}` | "ledger";
/** `queued` until it ends, running or not; a preview ends as `checked`. */
export type OperatorJobState = "queued" | "checked" | "done" | "refused" | "stopped" | "failed";

/** Limit of all files of an import or comparison together. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

export interface CheckReport {
  invariants: number;
  findings: { check: string; row: string }[];
  findingCount: number;
  notes: string[];
}

export interface JobReport {
  import?: ImportReport;
  check?: CheckReport;
  drift?: DriftReport;
  /** Reason of a rejection or failure, by place in the files. */
  problem?: { title: string; errors: { place: string; message: string }[]; errorCount: number };
}

export interface OperatorJob {
  id: string;
  mode: Mode;
  kind: OperatorJobKind;
  step: JobStep;
  state: OperatorJobState;
  fileNames: string[];
  requestedBy: string | null;
  /** Name of the person, if the account still exists. */
  requestedByName: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  phase: string | null;
  doneRows: number;
  totalRows: number;
  stopRequested: boolean;
  /** True while a worker runs it; a queued job without one waits. */
  isRunning: boolean;
  report: JobReport | null;
}

/** Converts errors to a job's report. */
export function problemReport(title: string, errors: FieldErrors = {}): JobReport {
  const messages = Object.entries(errors).flatMap(([place, list]) =>
    list.map((message) => ({ place, message })),
  );
  return {
    problem: { title, errors: messages.slice(0, MAX_REPORTED), errorCount: messages.length },
  };
}

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

/** Jobs of a queue share this key, so only one runs at a time. */
export function exclusiveOf(queue: OperatorQueue): string {
  if (queue === "ledger") return "ledger-check";
  return queue.startsWith("drift-") ? queue : `import-${queue}`;
}

const jobs = (db: Kysely<Tables>) =>
  db
    .selectFrom("jobs as j")
    .leftJoin("people as p", "p.id", "j.createdBy")
    .select(["j.id", "j.payload", "j.state", "j.progress", "j.stopRequested"])
    .select(["j.createdBy", "p.name as createdByName"])
    .select(["j.createdAt", "j.startedAt", "j.endedAt"])
    .select((eb) => eb("j.runner", "is not", null).$castTo<boolean>().as("isRunning"));

const find = query("registries-find-job", (db, job: Params<{ exclusive: string; id: string }>) =>
  jobs(db).select("j.report").where("j.exclusive", "=", job.exclusive).where("j.id", "=", job.id),
);

type JobRow = Awaited<ReturnType<typeof find>>[number];

function partsOf(payload: unknown): Pick<OperatorJob, "mode" | "kind" | "step" | "fileNames"> {
  const imported = ImportPayload.safeParse(payload);
  if (imported.success) return imported.data;
  const { mode } = LedgerCheckPayload.parse(payload);
  return { mode, kind: "ledger", step: "check", fileNames: [] };
}

function toOperatorJob(job: JobRow): OperatorJob {
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
    report: report as JobReport | null,
  };
}

/** An import, comparison or check, with its progress. @throws not-found */
export async function getOperatorJob(
  ctx: Context,
  { queue, id }: { queue: OperatorQueue; id: string },
): Promise<OperatorJob> {
  const [job] = await find(ctx.db, { exclusive: exclusiveOf(queue), id });
  if (!job) throw notFound("job");
  return toOperatorJob(job);
}

interface JobPage {
  exclusive: string;
  /** The job before the page; null for the first page. */
  cursorId: string | null;
  limit: number;
}

const pageQuery = (direction: Cursor["direction"]) =>
  query(`registries-page-jobs-${direction}`, (db, page: Params<JobPage>) =>
    jobs(db)
      // These lists can be large, and a page of jobs has no use for them.
      .select(
        sql<JobRow["report"]>`j.report #- '{drift,entries}' #- '{import,newLots}'`.as("report"),
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

/** A page of a queue, newest first. */
export async function listOperatorJobs(
  ctx: Context,
  input: PageQuery & { queue: OperatorQueue },
): Promise<Page<OperatorJob>> {
  const cursor = cursorOf(input);
  const page = pages[cursor?.direction ?? "older"];
  const exclusive = exclusiveOf(input.queue);
  const limit = input.limit + 1;
  const jobs = await page(ctx.db, { exclusive, cursorId: cursor?.id ?? null, limit });
  return pageOf(jobs.map(toOperatorJob), input.limit, cursor);
}

export interface ExclusiveKey {
  exclusive: string;
  id: string;
  now: Date;
}

export const isPreview = sql<boolean>`payload ->> 'step' = 'preview'`;

const stop = query("registries-stop-job", (db, job: Params<ExclusiveKey>) =>
  db
    .updateTable("jobs")
    .set({
      stopRequested: true,
      state: sql`CASE WHEN runner IS NULL THEN 'stopped' ELSE state END`,
      endedAt: sql<Date | null>`CASE WHEN runner IS NULL THEN ${job.now} ELSE ended_at END`,
    })
    .where("exclusive", "=", job.exclusive)
    .where("id", "=", job.id)
    .where((eb) =>
      eb.or([eb("state", "=", "queued"), eb.and([eb("state", "=", "done"), isPreview])]),
    )
    .returning("state"),
);

/**
 * Stops an import, a comparison or a check. A running one is `queued` until its worker ends it, in
 * a moment; slices of an export that were imported stay.
 * @throws invalid if it has ended
 */
export async function stopOperatorJob(
  ctx: Context,
  { queue, id }: { queue: OperatorQueue; id: string },
): Promise<{ state: OperatorJobState }> {
  const [job] = await stop(ctx.db, { exclusive: exclusiveOf(queue), id, now: ctx.now });
  if (!job) throw invalid("id", "cannot be stopped: it has ended");
  const state = job.state === "stopped" ? "stopped" : "queued";
  if (state === "stopped") await dropJobFiles(ctx.db, [id]);
  await recordAudit(ctx, { action: "task.stopped", subjectId: id });
  return { state };
}
