import type { z } from "zod";
import type { Context } from "#core/context";
import { ITEMS, inSpan } from "#core/tracing";
import type { ClaimedJob, JobResult } from "#domain/queue";

export interface JobRun<Payload> {
  /** Acts for the person who created the job, or for the system. */
  ctx: Context;
  job: ClaimedJob;
  payload: Payload;
  /** Returns true when the worker is shutting down. */
  stopped: () => boolean;
}

export interface JobRunner<Payload = unknown> {
  payload: z.ZodType<Payload>;
  /**
   * Returns `recorded` if the work stored its result in its own transaction or has lost the job.
   */
  run(run: JobRun<Payload>): Promise<JobResult | "recorded">;
  /** Called for a job whose workers died in all its attempts. */
  giveUp?(run: JobRun<Payload>): Promise<JobResult | "recorded">;
}

/** Delay before a job that was given back may be claimed again. */
export const AGAIN_MS = 2000;

/** Ends work early: the job was stopped, another worker has it, or this one is shutting down. */
export class Interrupted extends Error {
  readonly result: JobResult | "recorded";

  constructor(why: "stop" | "lost" | "shutdown") {
    super(`the job was interrupted: ${why}`);
    const results = {
      stop: { state: "stopped" },
      lost: "recorded",
      shutdown: { state: "wait", forMs: AGAIN_MS },
    } as const;
    this.result = results[why];
  }
}

/** For example "template: expected string". */
export function reasonOf({ issues }: z.ZodError, within: readonly string[] = []): string {
  const [issue] = issues;
  const place = [...within, ...(issue?.path ?? [])].join(".") || "payload";
  return `${place}: ${issue?.message}`;
}

/** Returns the last line of the message, where a failed query says what went wrong. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split("\n").at(-1) ?? "";
}

/** A trace of its own. A turn without items is not exported: see server/telemetry/idle-turns.ts. */
export function inTurnSpan(
  task: string,
  turn: () => Promise<number | undefined>,
): Promise<number | undefined> {
  return inSpan(
    {
      name: `turn ${task}`,
      isRoot: true,
      attributes: { [ITEMS]: 0 },
      resultOf: (items) => ({ attributes: { [ITEMS]: items ?? 1 } }),
    },
    turn,
  );
}

export function inJobSpan({ kind, attempts }: ClaimedJob, run: () => Promise<JobResult>) {
  return inSpan(
    {
      name: `job ${kind}`,
      isRoot: true,
      attributes: { "carbon_till.attempt": attempts },
      resultOf: ({ state }: JobResult) => ({
        attributes: { "carbon_till.state": state },
        hasFailed: state === "failed" || state === "retry",
      }),
    },
    run,
  );
}
