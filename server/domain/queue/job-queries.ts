import { type Selectable, sql } from "kysely";
import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { conflict, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { type Backlog, GIVEN_UP_PERIOD_MS, MAX_COUNTED } from "#core/workers";
import { type JobKindName, jobKind, jobKindNames } from "./job-kinds";
import type { QueueTables } from "./tables";

const query = queriesOn<QueueTables>();

/** Failed jobs are listed for this long. */
const FAILED_LISTED_MS = 7 * 24 * 3_600_000;

interface Counted {
  kind: JobKindName;
  now: Date;
  lostSince: Date;
}

// A job that waits for another one of its group is not late.
const count = query("jobs-count", (db, of: Params<Counted>) =>
  db
    .with(
      (cte) => cte("waiting").materialized(),
      (qb) =>
        qb
          .selectFrom("jobs as j")
          .select(["j.runAt", "j.lastError"])
          .select((eb) =>
            eb
              .and([
                eb("j.runAt", "<=", of.now),
                eb.not(
                  eb.exists(
                    eb
                      .selectFrom("jobs as other")
                      .select("other.id")
                      .whereRef("other.exclusive", "=", "j.exclusive")
                      .where("other.runner", "is not", null),
                  ),
                ),
              ])
              .$castTo<boolean>()
              .as("isDue"),
          )
          .where("j.kind", "=", of.kind)
          .where("j.state", "=", "queued")
          .orderBy("j.runAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("waiting")
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().filterWhere("isDue", "=", true).as("due"),
      fn.min<Date | null>("runAt").filterWhere("isDue", "=", true).as("oldestDueAt"),
      fn.countAll<number>().filterWhere("isDue", "=", false).as("later"),
      fn.count<number>("lastError").as("retrying"),
      selectFrom("jobs as f")
        .select(fn.countAll<number>().as("count"))
        .where("f.kind", "=", of.kind)
        .where("f.state", "=", "failed")
        .where("f.endedAt", ">", of.lostSince)
        .$asScalar()
        .$notNull()
        .as("lost"),
    ]),
);

/** Counts waiting jobs of the kind, and those that failed within the last day. */
export async function getJobBacklog(
  ctx: Pick<Context, "db" | "now">,
  { kind }: { kind: JobKindName },
): Promise<Backlog> {
  const { db, now } = ctx;
  const [counted] = await count(db, {
    kind,
    now,
    lostSince: new Date(now.getTime() - GIVEN_UP_PERIOD_MS),
  });
  if (!counted) throw new Error("jobs were not counted");
  return counted;
}

const failedColumns = ["id", "kind", "subjectId", "attempts", "lastError", "endedAt"] as const;

export type FailedJob = Pick<Selectable<QueueTables["jobs"]>, (typeof failedColumns)[number]>;

const findFailed = query(
  "jobs-find-failed",
  (db, of: Params<{ kinds: readonly JobKindName[]; since: Date; limit: number }>) =>
    db
      .selectFrom("jobs")
      .select(failedColumns)
      .where("state", "=", "failed")
      .where("kind", "=", sql<JobKindName>`any (${of.kinds}::text[])`)
      .where("endedAt", ">", of.since)
      .orderBy("endedAt", "desc")
      .limit(of.limit),
);

/** Jobs that failed for good within the last week, latest first. */
export function listFailedJobs(
  ctx: Pick<Context, "db" | "now">,
  { limit }: { limit: number },
): Promise<FailedJob[]> {
  const since = new Date(ctx.now.getTime() - FAILED_LISTED_MS);
  return findFailed(ctx.db, { kinds: jobKindNames, since, limit });
}

const retryableKinds = jobKindNames.filter((name) => jobKind(name).isRetryable);

/**
 * Queues a failed job again with all its attempts.
 * @throws not-found; conflict if it can't be retried
 */
export async function retryJob(ctx: Context, { id }: { id: string }): Promise<void> {
  const { job } = ctx.db.prisma;
  const { count } = await job.updateMany({
    where: { id, state: "failed", kind: { in: retryableKinds } },
    data: { state: "queued", attempts: 0, runAt: ctx.now, endedAt: null, stopRequested: false },
  });
  if (count === 0) {
    const known = await job.findUnique({ where: { id } });
    if (!known) throw notFound("job");
    throw known.state === "failed"
      ? conflict("Jobs of this kind cannot be retried", "Upload the import's files again.")
      : conflict("Only failed jobs can be retried", `This job is ${known.state}.`);
  }
  await recordAudit(ctx, { action: "job.retried", subjectId: id });
}

export interface JobFileContent {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function storeJobFiles(
  ctx: Context,
  { jobId, files }: { jobId: string; files: readonly JobFileContent[] },
): Promise<void> {
  await ctx.db.prisma.jobFile.createMany({
    data: files.map((file, position) => ({ jobId, position, ...file })),
  });
}

/** In the order of the upload. */
export function listJobFiles(
  ctx: Context,
  { jobId }: { jobId: string },
): Promise<{ name: string; bytes: Uint8Array }[]> {
  return ctx.db.prisma.jobFile.findMany({
    where: { jobId },
    orderBy: { position: "asc" },
    select: { name: true, bytes: true },
  });
}

const deleteFiles = query("jobs-drop-files", (db, of: Params<{ ids: readonly string[] }>) =>
  db.deleteFrom("jobFiles").where("jobId", "=", sql<string>`any (${of.ids}::text[])`),
);

export async function dropJobFiles(db: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteFiles(db, { ids });
}
