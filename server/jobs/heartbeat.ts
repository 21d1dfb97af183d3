// A worker's word that it is there, every few seconds, and how its tasks fare.

import { database } from "#core/db";
import { newId } from "#core/id";
import { log } from "#core/log";
import { HEARTBEAT_MS, recordHeartbeat, type TaskMark } from "#core/workers";
import { type JobKindName, type JobResult, jobKind, jobKindNames } from "#domain/queue";
import { failureReason } from "./job-runner";

/** Does a task's work once; a number tells how much there was, nothing that it is not known. */
type Turn<Args extends unknown[]> = (...args: Args) => Promise<number | undefined>;

const MAX_FAILURE = 200;

function failureOf(error: unknown): string {
  return failureReason(error).slice(0, MAX_FAILURE);
}

/** How the queue's turns went. */
export interface JobMarks {
  /** Due jobs were looked for. */
  looked(): void;
  /** They could not be. */
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
    looked() {
      // A chore is fine when it was done, which is not every worker's turn.
      for (const [kind, mark] of marks) {
        if (jobKind(kind).everyMs === undefined) mark.doneOn = new Date().toISOString();
      }
    },
    failed(error) {
      for (const mark of marks.values()) fail(mark, failureOf(error));
    },
    ended(kind, result) {
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
  /** The same work, whose turns are noted. */
  watch<Args extends unknown[]>(task: string, turn: Turn<Args>): (...args: Args) => Promise<void>;
  /** What the queue's turns are noted in, by kind of job. */
  jobs: JobMarks;
  /** Says that the worker ended. */
  stop(): Promise<void>;
}

/** Begins at once. A beat that fails is logged, and keeps nothing from being done. */
export function startHeartbeat(): Heartbeat {
  const worker = { id: newId("worker"), startedAt: new Date() };
  const tasks: Record<string, TaskMark> = {};
  let inHand = Promise.resolve();
  const say = (endedAt: Date | null) => {
    inHand = inHand.then(() =>
      recordHeartbeat(database(), { ...worker, now: new Date(), endedAt, tasks }).catch(
        (error: unknown) =>
          log.warn({ event: "worker.heartbeat_failed", err: error }, "worker heartbeat failed"),
      ),
    );
    return inHand;
  };
  const timer = setInterval(() => void say(null), HEARTBEAT_MS);
  void say(null);

  return {
    jobs: jobMarks(tasks),
    watch(task, turn) {
      const mark = newMark();
      tasks[task] = mark;
      return async (...args) => {
        try {
          const done = await turn(...args);
          mark.doneOn = new Date().toISOString();
          if (done !== 0) mark.workedOn = mark.doneOn;
        } catch (error) {
          mark.failedOn = new Date().toISOString();
          mark.failure = failureOf(error);
          throw error;
        }
      };
    },
    async stop() {
      clearInterval(timer);
      await say(new Date());
    },
  };
}
