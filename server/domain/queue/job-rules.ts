import type { JobKind } from "./job-kinds";

export const jobStates = ["queued", "done", "refused", "stopped", "failed"] as const;
export type JobState = (typeof jobStates)[number];

export type JobResult =
  /** `wasIdle`: there was nothing to do, which needs no log line. */
  | { state: "done"; report?: object; wasIdle?: boolean }
  /** The job can never succeed, but nothing is broken. */
  | { state: "refused"; reason: string; report?: object }
  | { state: "stopped" }
  /** The job may succeed later, if its kind allows another attempt. */
  | { state: "retry"; reason: string }
  /** The job is not ready: this does not count as an attempt. */
  | { state: "wait"; forMs: number }
  | { state: "failed"; reason: string; report?: object };

export interface JobRecord {
  state: JobState;
  /** Null if the job has ended. */
  runAt: Date | null;
  attempts: number;
  lastError: string | null;
  report: object | null;
}

const MAX_REASON = 500;
/** A failed chore runs again after this, or at its next time if that is sooner. */
const MAX_CHORE_PAUSE_MS = 60_000;

interface Finished {
  /** Attempts so far, including this one. */
  attempts: number;
  result: JobResult;
  now: Date;
}

function afterChore(everyMs: number, { attempts, result, now }: Finished): JobRecord {
  const isDone = result.state === "done";
  const pauseMs = isDone ? everyMs : Math.min(everyMs, MAX_CHORE_PAUSE_MS);
  return {
    state: "queued",
    runAt: new Date(now.getTime() + pauseMs),
    attempts: isDone ? 0 : attempts,
    lastError: "reason" in result ? result.reason.slice(0, MAX_REASON) : null,
    report: null,
  };
}

export function recordAfter(kind: JobKind, finished: Finished): JobRecord {
  const { attempts, result, now } = finished;
  if (kind.everyMs !== undefined) return afterChore(kind.everyMs, finished);
  const later = (ms: number) => new Date(now.getTime() + ms);
  const record = { attempts, runAt: null, lastError: null, report: null };
  switch (result.state) {
    case "done":
      return { ...record, state: "done", report: result.report ?? null };
    case "stopped":
      return { ...record, state: "stopped" };
    case "wait":
      return { ...record, state: "queued", runAt: later(result.forMs), attempts: attempts - 1 };
    case "retry": {
      const lastError = result.reason.slice(0, MAX_REASON);
      const pauseMs = kind.pauseMs(attempts);
      if (pauseMs === null) return { ...record, state: "failed", lastError };
      return { ...record, state: "queued", runAt: later(pauseMs), lastError };
    }
    default: {
      const lastError = result.reason.slice(0, MAX_REASON);
      return { ...record, state: result.state, lastError, report: result.report ?? null };
    }
  }
}

/** False if earlier workers died during all the attempts of the job. */
export function hasAttemptLeft(kind: JobKind, attempts: number): boolean {
  return kind.everyMs !== undefined || attempts <= 1 || kind.pauseMs(attempts - 1) !== null;
}
