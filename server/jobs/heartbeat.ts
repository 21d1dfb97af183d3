// A worker's word that it is there, every few seconds, and how its tasks fare.
import { database } from "#core/db";
import { newId } from "#core/id";
import { log } from "#core/log";
import { BEAT_MS, beat, type TaskMark } from "#core/workers";

/** Does a task's work once; a number tells how much there was, nothing that it is not known. */
type Turn<Args extends unknown[]> = (...args: Args) => Promise<number | undefined>;

const MAX_FAILURE = 200;

function failureOf(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error);
  // A query's own text comes first where one failed; what went wrong stands in the last line.
  return (told.trim().split("\n").at(-1) ?? "").slice(0, MAX_FAILURE);
}

export interface Heartbeat {
  /** The same work, whose turns are noted. */
  watch<Args extends unknown[]>(task: string, turn: Turn<Args>): (...args: Args) => Promise<void>;
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
      beat(database(), { ...worker, now: new Date(), endedAt, tasks }).catch((error: unknown) =>
        log.warn({ err: error }, "the worker could not say that it is there"),
      ),
    );
    return inHand;
  };
  const timer = setInterval(() => void say(null), BEAT_MS);
  void say(null);

  return {
    watch(task, turn) {
      const mark: TaskMark = { doneOn: null, workedOn: null, failedOn: null, failure: null };
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
