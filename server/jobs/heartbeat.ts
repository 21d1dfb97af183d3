// Reports every few seconds that the worker is alive, and the status of its tasks.

import { database } from "#core/db";
import { newId } from "#core/id";
import { log } from "#core/log";
import { HEARTBEAT_MS, recordHeartbeat, type TaskMark } from "#core/workers";
import { type JobKindName, type JobResult, jobKind, jobKindNames } from "#domain/queue";
import { failureReason, inTurnSpan } from "./job-runner";
import { countJob, countTurn } from "./worker-metrics";

/** Returns the number of items processed; undefined if unknown. */
type Turn<Args extends unknown[]> = (...args: Args) => Promise<number | undefined>;

const MAX_FAILURE = 200;

function failureOf(error: unknown): string {
  return failureReason(error).slice(0, MAX_FAILURE);
}

/** Records the status of jobs by kind. */
export interface JobMarks {
  /** Due jobs were queried. */
  queried(): void;
  /** Due jobs could not be queried. */
  failed(error: unknown): void;
  ended(kind: JobKindName, result: JobResult): void;
}

const newMark = (): TaskMark => ({ doneOn: null, workedOn: null, failedOn: null, failure: null });

function jobMarks(tasks: Record<string, TaskMark>): JobMarks {
  const marks = new Map(jobKindNames.map((kind) => [kind, newMark()]));
  for (const [kind, mark] of marks) tasks[kind] = mark;
  const fail = (mark: TaskMark, failure: string) => {
    mark.failedOn = new Date().toISOString();
    mark.failure = failure;
  };
  return {
    queried() {
      // A chore is done only when it has run, which is not in every worker's turn.
      for (const [kind, mark] of marks) {
        if (jobKind(kind).everyMs === undefined) mark.doneOn = new Date().toISOString();
      }
    },
    failed(error) {
      for (const mark of marks.values()) fail(mark, failureOf(error));
    },
    ended(kind, result) {
      countJob(kind, result);
      const mark = marks.get(kind);
      if (!mark) return;
      if (result.state === "done") {
        mark.doneOn = new Date().toISOString();
        mark.workedOn = mark.doneOn;
      } else if (jobKind(kind).everyMs !== undefined && "reason" in result) {
        fail(mark, result.reason.slice(0, MAX_FAILURE));
      }
    },
  };
}

export interface Heartbeat {
  /** Wraps a turn to record its status. */
  watch<Args extends unknown[]>(task: string, turn: Turn<Args>): (...args: Args) => Promise<void>;
  jobs: JobMarks;
  /** Reports that the worker has ended. */
  stop(): Promise<void>;
}

/** Starts at once. A failed heartbeat is only logged. */
export function startHeartbeat(): Heartbeat {
  const worker = { id: newId("worker"), startedAt: new Date() };
  const tasks: Record<string, TaskMark> = {};
  let inHand = Promise.resolve();
  const report = (endedAt: Date | null) => {
    inHand = inHand.then(() =>
      recordHeartbeat(database(), { ...worker, now: new Date(), endedAt, tasks }).catch(
        (error: unknown) =>
          log.warn({ event: "worker.heartbeat_failed", err: error }, "worker heartbeat failed"),
      ),
    );
    return inHand;
  };
  const timer = setInterval(() => void report(null), HEARTBEAT_MS);
  void report(null);

  return {
    jobs: jobMarks(tasks),
    watch(task, turn) {
      const mark = newMark();
      tasks[task] = mark;
      return async (...args) => {
        try {
          const done = await inTurnSpan(task, () => turn(...args));
          countTurn(task, "done");
          mark.doneOn = new Date().toISOString();
          if (done !== 0) mark.workedOn = mark.doneOn;
        } catch (error) {
          countTurn(task, "failed");
          mark.failedOn = new Date().toISOString();
          mark.failure = failureOf(error);
          throw error;
        }
      };
    },
    async stop() {
      clearInterval(timer);
      await report(new Date());
    },
  };
}
