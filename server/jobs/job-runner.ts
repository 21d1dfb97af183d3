// What a kind of job needs in order to run: the schema of its payload, and its work.
import type { z } from "zod";
import { type Context, newContext } from "#core/context";
import type { ClaimedJob, JobResult } from "#domain/queue";

export interface JobRun<Payload> {
  /** Acts for whoever the job was created by, else for the system. */
  ctx: Context;
  job: ClaimedJob;
  payload: Payload;
  /** Whether the worker is shutting down. */
  stopped: () => boolean;
}

export interface JobRunner<Payload = unknown> {
  payload: z.ZodType<Payload>;
  /** `recorded` where the work stored its own result, in its own transaction, or has lost the job. */
  run(run: JobRun<Payload>): Promise<JobResult | "recorded">;
  /** The result of a job whose workers died in the middle of all its attempts. */
  giveUp?(run: JobRun<Payload>): Promise<JobResult | "recorded">;
}

/** When a job that was given back may be taken again. */
export const AGAIN_MS = 2000;

/** Why work ends early: somebody asked for that, another worker has the job, or this one shuts down. */
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

/** "template: expected string": what is wrong with a payload. */
export function reasonOf({ issues }: z.ZodError, within: readonly string[] = []): string {
  const [issue] = issues;
  const place = [...within, ...(issue?.path ?? [])].join(".") || "payload";
  return `${place}: ${issue?.message}`;
}

/** Acts for nobody in particular. */
export function workerContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

/** The message of an error in one line: a failed query's message ends with what went wrong. */
export function failureReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split("\n").at(-1) ?? "";
}
