// `till jobs`: background jobs that failed for good.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { plural } from "#core/text";
import { jobKinds, listFailedJobs, retryJob } from "#domain/queue";
import { type JsonOption, jsonOption, type Output, run, runInTransaction } from "./command";

const MAX_LISTED = 100;

async function listFailed(ctx: Context): Promise<Output> {
  const jobs = await listFailedJobs(ctx, { limit: MAX_LISTED });
  const lines = jobs.map(
    ({ id, kind, attempts, lastError }) =>
      `${id}  ${jobKinds[kind].label}, ${plural(attempts, "attempt")}: ${lastError ?? "no reason"}`,
  );
  return {
    lines: lines.length > 0 ? lines : ["No jobs failed in the last 7 days."],
    document: {
      jobs: jobs.map((job) => ({
        id: job.id,
        kind: job.kind,
        subject_id: job.subjectId,
        attempts: job.attempts,
        last_error: job.lastError,
        failed_on: job.endedAt?.toISOString() ?? null,
      })),
    },
  };
}

async function retry(ctx: Context, id: string): Promise<Output> {
  await retryJob(ctx, { id });
  return { lines: [`Queued ${id} again.`], document: { id, state: "queued" } };
}

/** Adds `jobs failed` and `retry`. */
export function addJobsCommands(program: Command): void {
  const group = program.command("jobs").description("manage background jobs that failed");
  group
    .command("failed")
    .description("list the jobs that failed in the last 7 days")
    .addOption(jsonOption())
    .action((options: JsonOption) => run(options, listFailed));
  group
    .command("retry <id>")
    .description("queue a failed job again")
    .addOption(jsonOption())
    .action((id: string, options: JsonOption) =>
      runInTransaction(options, (ctx) => retry(ctx, id)),
    );
}
