// Spans of the worker: each is a trace of its own.
import { ITEMS, inSpan } from "#core/tracing";
import type { ClaimedJob, JobResult } from "#domain/queue";

/** A turn without items is not exported: see server/telemetry/idle-turns.ts. */
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
