// Runs jobs of the queue in any number of workers: each job is run by the worker that claimed it.
import { randomUUID } from "node:crypto";
import { type Context, newContext, type Progress, workerContext } from "#core/context";
import { database } from "#core/db";
import { isUniqueViolation } from "#core/db-errors";
import {
  type ClaimedJob,
  claimJobs,
  EXTEND_EVERY_MS,
  EXTENDED_LEASE_MS,
  extendLease,
  hasAttemptLeft,
  type JobKindName,
  type JobResult,
  jobKind,
  jobKindNames,
  recordAfter,
  storeResult,
} from "#domain/queue";
import { choreRunners } from "./chores";
import { Slots } from "./concurrency";
import { testDataRunner } from "./delete-test-data";
import type { JobMarks } from "./heartbeat";
import { importRunner, ledgerCheckRunner } from "./imports";
import {
  failureReason,
  Interrupted,
  inJobSpan,
  type JobRun,
  type JobRunner,
  reasonOf,
} from "./job-runner";
import { mailRunner } from "./mails";

function contextOf({ createdBy }: ClaimedJob): Context {
  return createdBy ? newContext({ type: "person", id: createdBy }) : workerContext();
}

async function perform(job: ClaimedJob, run: Omit<JobRun<unknown>, "payload">) {
  const runner = jobRunners[job.kind];
  const parsed = runner.payload.safeParse(job.payload);
  if (!parsed.success) return { state: "failed", reason: reasonOf(parsed.error) } as const;
  const whole = { ...run, payload: parsed.data };
  if (hasAttemptLeft(jobKind(job.kind), job.attempts)) return runner.run(whole);
  const reason = "the worker ended in the middle of the last attempt";
  return runner.giveUp?.(whole) ?? ({ state: "failed", reason } as const);
}

function logResult(ctx: Context, { id, kind, attempts }: ClaimedJob, result: JobResult): void {
  if (result.state === "wait" || (result.state === "done" && result.wasIdle)) return;
  const reason = "reason" in result ? result.reason : undefined;
  const fields = { jobId: id, kind, state: result.state, attempt: attempts, reason };
  if (result.state === "failed") ctx.log.warn({ event: "job.failed", ...fields }, "job failed");
  else if (result.state === "retry") {
    ctx.log.warn({ event: "job.attempt_failed", ...fields }, "job attempt failed; trying again");
  } else ctx.log.info({ event: "job.ended", ...fields }, "job ended");
}

function resultOfError(ctx: Context, { id, kind }: ClaimedJob, error: unknown): JobResult {
  ctx.log.error({ event: "job.error", err: error, jobId: id, kind }, "unexpected error in a job");
  return { state: "retry", reason: failureReason(error) };
}

const nextLease = () => new Date(Date.now() + EXTENDED_LEASE_MS);

/**
 * Extends the lease while the job runs. A missed extension is harmless: the next one comes soon.
 */
function keepLease(job: ClaimedJob): NodeJS.Timeout | undefined {
  if (jobKind(job.kind).longestMs !== null) return undefined;
  const extend = () => extendLease(database(), { job, leasedUntil: nextLease(), progress: null });
  return setInterval(() => void extend().catch(() => undefined), EXTEND_EVERY_MS);
}

/** Stores progress outside of the work's transaction, so that others see it. @throws Interrupted */
async function reportProgress(job: ClaimedJob, progress: Progress, isStopping: boolean) {
  if (isStopping) throw new Interrupted("shutdown");
  const status = await extendLease(database(), { job, leasedUntil: nextLease(), progress });
  if (status !== "go on") throw new Interrupted(status);
}

async function runJob(job: ClaimedJob, stopped: () => boolean): Promise<JobResult> {
  const kind = jobKind(job.kind);
  const ctx = contextOf(job);
  if (kind.longestMs === null) {
    ctx.progress = (progress) => reportProgress(job, progress, stopped());
  }
  const lease = keepLease(job);
  let result: JobResult | "recorded";
  try {
    result = await perform(job, { ctx, job, stopped });
  } catch (error) {
    if (error instanceof Interrupted) result = error.result;
    else result = resultOfError(ctx, job, error);
  } finally {
    clearInterval(lease);
  }
  if (result === "recorded") return { state: "done" };
  const now = new Date();
  const record = recordAfter(kind, { attempts: job.attempts, result, now });
  const isDoneAnyway = kind.hasExternalEffect === true && result.state === "done";
  await storeResult(database(), { job, record, isDoneAnyway, now });
  logResult(ctx, job, result);
  return result;
}

/** The slots of one worker, by kind of job. */
export class JobSlots {
  readonly #slots = new Map<JobKindName, Slots>();

  constructor(kinds: readonly JobKindName[] = jobKindNames) {
    for (const kind of kinds) this.#slots.set(kind, new Slots(jobKind(kind).slots));
  }

  get free(): ReadonlyMap<JobKindName, number> {
    const free = [...this.#slots].map(([kind, slots]) => [kind, slots.free] as const);
    return new Map(free.filter(([, count]) => count > 0));
  }

  get running(): number {
    return [...this.#slots.values()].reduce((sum, { running }) => sum + running, 0);
  }

  start(kind: JobKindName, work: () => Promise<unknown>): void {
    this.#slots.get(kind)?.start(work);
  }

  /** Waits until any running job ends. */
  async next(): Promise<void> {
    await Promise.race(
      [...this.#slots.values()].filter((it) => it.running > 0).map((it) => it.next()),
    );
  }

  /** Waits until all jobs have ended, at most `ms` for kinds with a time limit. */
  async settle(ms?: number): Promise<void> {
    const all = [...this.#slots].map(([kind, slots]) =>
      slots.settle(jobKind(kind).longestMs === null ? undefined : ms),
    );
    await Promise.all(all);
  }
}

interface StartDueJobs {
  slots: JobSlots;
  marks?: Pick<JobMarks, "queried" | "ended">;
  stopped?: () => boolean;
}

async function claim(slots: JobSlots, now: Date): Promise<ClaimedJob[]> {
  try {
    return await claimJobs(database(), { free: slots.free, runner: randomUUID(), now });
  } catch (error) {
    // Another worker has started a job that must not run at the same time as one of these.
    if (isUniqueViolation(error)) return [];
    throw error;
  }
}

/** Starts as many due jobs as there are free slots. Does not wait for them. */
export async function startDueJobs(ctx: Context, input: StartDueJobs): Promise<number> {
  const { slots, marks, stopped = () => false } = input;
  if (slots.free.size === 0) return 0;
  const jobs = await claim(slots, ctx.now);
  marks?.queried();
  for (const job of jobs) {
    slots.start(job.kind, async () => {
      try {
        const result = await inJobSpan(job, () => runJob(job, stopped));
        marks?.ended(job.kind, result);
      } catch (err) {
        // The job is due again when its lease expires.
        ctx.log.error(
          { event: "job.result_unrecorded", err, jobId: job.id },
          "could not store the result of a job",
        );
      }
    });
  }
  return jobs.length;
}

interface RunJobs {
  kinds?: readonly JobKindName[];
  stopped?: () => boolean;
}

/** Runs due jobs until there are none or `stopped` returns true. Returns how many succeeded. */
export async function runJobs(ctx: Context, { kinds, stopped }: RunJobs = {}): Promise<number> {
  const slots = new JobSlots(kinds);
  let done = 0;
  const ended: JobMarks["ended"] = (_kind, result) => {
    if (result.state === "done") done += 1;
  };
  const marks = { queried: () => undefined, ended };
  while (!stopped?.()) {
    const turn = { ...ctx, now: new Date() };
    const started = await startDueJobs(turn, { slots, marks, ...(stopped && { stopped }) });
    if (started === 0 && slots.running === 0) break;
    await slots.next();
  }
  await slots.settle();
  return done;
}

const jobRunners: Readonly<Record<JobKindName, JobRunner>> = {
  "customer-mail": mailRunner("customers"),
  "person-mail": mailRunner("people"),
  import: importRunner,
  "ledger-check": ledgerCheckRunner,
  "delete-test-data": testDataRunner,
  ...choreRunners,
};
