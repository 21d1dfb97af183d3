// Counts the work of this process's worker.
import { counter, duration } from "#core/metrics";
import type { Attempt } from "#domain/events";
import type { JobKindName, JobResult } from "#domain/queue";

const turns = counter("carbon_till_worker_turns_total", "Turns of each task of the worker", [
  "task",
  "outcome",
]);
const jobs = counter("carbon_till_jobs_ended_total", "Runs of jobs by their result", [
  "kind",
  "state",
]);
const orders = counter("carbon_till_orders_matched_total", "Orders that got their credits", []);
const attempts = counter(
  "carbon_till_webhook_attempts_total",
  "Attempts to deliver an event, by response",
  ["outcome"],
);
const attemptDurations = duration(
  "carbon_till_webhook_attempt_duration_seconds",
  "Time of an attempt to deliver an event",
  ["outcome"],
);

export function countTurn(task: string, outcome: "done" | "failed"): void {
  turns.inc({ task, outcome });
}

export function countJob(kind: JobKindName, { state }: JobResult): void {
  jobs.inc({ kind, state });
}

export function countMatched(number: number): void {
  orders.inc({}, number);
}

/** By the class of the receiver's status, or `none` without a response. */
export function countAttempt({ responseStatus, durationMs }: Attempt): void {
  const outcome = responseStatus === null ? "none" : `${Math.floor(responseStatus / 100)}xx`;
  attempts.inc({ outcome });
  attemptDurations.observe({ outcome }, durationMs / 1000);
}
