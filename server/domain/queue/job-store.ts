// A job is claimed for a lease, and only that claim can store its result.
import { type Selectable, sql } from "kysely";
import type { Progress } from "#core/context";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import { type Params, pick, queriesOn, unnest } from "#core/query";
import { choreNames, type JobKindName, jobKind, leaseMs } from "./job-kinds";
import type { JobRecord } from "./job-rules";
import type { QueueTables } from "./tables";

const query = queriesOn<QueueTables>();

type JobRow = Selectable<QueueTables["jobs"]>;

export interface NewJob {
  kind: JobKindName;
  /** Unique per kind, forever. */
  key: string;
  payload: object;
  id?: string;
  accountId?: string | null;
  /** Id of the object that the job is about, for lists. */
  subjectId?: string | null;
  /** Only one of the jobs with the same value runs at a time. */
  exclusive?: string | null;
  createdBy?: string | null;
}

const columns = {
  id: "text",
  kind: "text",
  key: "text",
  payload: "text",
  accountId: "text",
  subjectId: "text",
  exclusive: "text",
  createdBy: "text",
} as const;

const columnNames = Object.keys(columns) as (keyof typeof columns)[];

type Enqueued = Record<keyof typeof columns, string | null>;

const enqueue = query(
  "jobs-enqueue",
  (db, input: Params<{ jobs: readonly Enqueued[]; now: Date }>) =>
    db
      .insertInto("jobs")
      .columns([...columnNames, "runAt", "createdAt"])
      .expression((from) =>
        from
          .selectFrom(unnest("job", input.jobs, columns))
          .select(["job.id", "job.kind", "job.key"])
          .select(sql<string>`job.payload::jsonb`.as("payload"))
          .select(["job.accountId", "job.subjectId", "job.exclusive", "job.createdBy"])
          .select([input.now.as("runAt"), input.now.as("createdAt")]),
      )
      .onConflict((conflict) => conflict.columns(["kind", "key"]).doNothing()),
);

/** Queues jobs in the transaction of their cause. A known key changes nothing. */
export async function enqueueJobs(
  db: Sql,
  { jobs, now }: { jobs: readonly NewJob[]; now: Date },
): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ payload, accountId, subjectId, exclusive, createdBy, ...job }) => ({
    id: job.id ?? newId("job"),
    ...job,
    payload: JSON.stringify(payload),
    accountId: accountId ?? null,
    subjectId: subjectId ?? null,
    exclusive: exclusive ?? null,
    createdBy: createdBy ?? null,
  }));
  await enqueue(db, { jobs: rows, now });
}

/** Queues missing chores, due now. */
export async function enqueueChores(db: Sql, now: Date): Promise<void> {
  const jobs = choreNames.map((kind) => ({ kind, key: "chore", payload: {} }));
  await enqueueJobs(db, { jobs, now });
}

const claimedColumns = [
  "id",
  "kind",
  "payload",
  "accountId",
  "subjectId",
  "attempts",
  "createdBy",
  "createdAt",
] as const satisfies readonly (keyof JobRow)[];

/** `attempts` counts this one. */
export type ClaimedJob = Pick<JobRow, (typeof claimedColumns)[number]> & { runner: string };

interface FreeSlots {
  kind: JobKindName;
  free: number;
  leasedUntil: Date;
}

const slotColumns = { kind: "text", free: "int", leasedUntil: "timestamptz" } as const;

/** More than all slots of a worker. Tells the planner that few rows are updated, by key. */
export const MAX_CLAIMED = 64;

// A job whose worker died is due again when its lease ends, and still has its `runner`.
const claim = query(
  "jobs-claim",
  (db, input: Params<{ slots: readonly FreeSlots[]; runner: string; now: Date }>) =>
    db
      .with(
        (cte) => cte("due").materialized(),
        (qb) =>
          qb
            .selectFrom(unnest("slot", input.slots, slotColumns))
            .innerJoinLateral(
              (eb) =>
                eb
                  .selectFrom("jobs as j")
                  .select("j.id")
                  .whereRef("j.kind", "=", "slot.kind")
                  .where("j.state", "=", "queued")
                  .where("j.runAt", "<=", input.now)
                  .where(({ or, not, exists, selectFrom, eb: is }) =>
                    or([
                      is("j.exclusive", "is", null),
                      not(
                        exists(
                          selectFrom("jobs as other")
                            .select("other.id")
                            .whereRef("other.exclusive", "=", "j.exclusive")
                            .where("other.runner", "is not", null)
                            .whereRef("other.id", "<>", "j.id"),
                        ),
                      ),
                    ]),
                  )
                  .orderBy("j.runAt")
                  .limit(sql<number>`slot.free`)
                  .forUpdate()
                  .skipLocked()
                  .as("job"),
              (join) => join.onTrue(),
            )
            .select(["job.id", "slot.leasedUntil"])
            .limit(MAX_CLAIMED),
      )
      .updateTable("jobs")
      .from("due")
      .set((eb) => ({
        attempts: eb("jobs.attempts", "+", 1),
        runAt: eb.ref("due.leasedUntil"),
        runner: input.runner,
        startedAt: input.now,
        progress: null,
      }))
      .whereRef("jobs.id", "=", "due.id")
      .returning(claimedColumns.map((column) => `jobs.${column}` as const))
      .returning(sql<string>`jobs.runner`.as("runner")),
);

/** For tests of the query plan. */
export const claimStatement = () => claim.statement();

interface ClaimJobs {
  /** Free slots by kind. */
  free: ReadonlyMap<JobKindName, number>;
  runner: string;
  now: Date;
}

/** Claims due jobs, longest due first, each for its kind's lease. */
export async function claimJobs(db: Sql, { free, runner, now }: ClaimJobs): Promise<ClaimedJob[]> {
  const slots = [...free].map(([kind, count]) => ({
    kind,
    free: count,
    leasedUntil: new Date(now.getTime() + leaseMs(jobKind(kind))),
  }));
  return claim(db, { slots, runner, now });
}

export type Claimed = Pick<ClaimedJob, "id" | "runner">;

interface Finish extends Claimed, Omit<JobRecord, "report"> {
  report: string | null;
  endedAt: Date | null;
  /** The work is done in the outside world, even if another worker has claimed the job. */
  isDoneAnyway: boolean;
}

// A job that was to stop can't be done: its work is rolled back with this transaction.
const finish = query("jobs-finish", (db, job: Params<Finish>) =>
  db
    .updateTable("jobs")
    .set({
      ...pick(job, ["state", "attempts", "lastError", "endedAt"]),
      runAt: sql<Date>`coalesce(${job.runAt}::timestamptz, run_at)`,
      report: sql<string>`coalesce(${job.report}::jsonb, report)`,
      runner: null,
    })
    .where("id", "=", job.id)
    .where("state", "=", "queued")
    .where((eb) => eb.or([eb("runner", "=", job.runner), job.isDoneAnyway]))
    .where((eb) => eb.not(eb.and([eb(job.state, "=", "done"), eb("stopRequested", "=", true)])))
    .returning("id"),
);

interface FinishJob {
  job: Claimed;
  record: JobRecord;
  isDoneAnyway?: boolean;
  now: Date;
}

/**
 * Stores the result of a run. False if it no longer counts: another worker has the job, or it was
 * to stop.
 */
export async function storeResult(db: Sql, input: FinishJob): Promise<boolean> {
  const { job, record, isDoneAnyway = false, now } = input;
  const report = record.report && JSON.stringify(record.report);
  const endedAt = record.runAt === null ? now : null;
  const { id, runner } = job;
  return (await finish(db, { id, runner, ...record, report, endedAt, isDoneAnyway })).length === 1;
}

const extend = query(
  "jobs-extend",
  (db, job: Params<Claimed & { leasedUntil: Date; progress: string | null }>) =>
    db
      .updateTable("jobs")
      .set({
        runAt: job.leasedUntil,
        progress: sql<string>`coalesce(${job.progress}::jsonb, progress)`,
      })
      .where("id", "=", job.id)
      .where("runner", "=", job.runner)
      .returning("stopRequested"),
);

interface ExtendLease {
  job: Claimed;
  leasedUntil: Date;
  progress: Progress | null;
}

/** `stop` if an operator requested it, `lost` if another claim has the job. */
export async function extendLease(
  db: Sql,
  { job, leasedUntil, progress }: ExtendLease,
): Promise<"go on" | "stop" | "lost"> {
  const { id, runner } = job;
  const reported = progress && JSON.stringify(progress);
  const [row] = await extend(db, { id, runner, leasedUntil, progress: reported });
  if (!row) return "lost";
  return row.stopRequested ? "stop" : "go on";
}
