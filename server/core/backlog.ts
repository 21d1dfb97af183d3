// What waits in a queue: the answer that every room gives of its own.

/** Counting stops here: more is "more than", and costs no more than this. */
export const COUNTED = 10_000;

export interface Backlog {
  /** Things whose time has come; at most COUNTED. */
  due: number;
  /** Since when the first of them is due. */
  oldestDueAt: Date | null;
  /** Of the due things, those that wait for somebody else's machine: no worker could do them. */
  held?: number;
  /** Things that wait for their time: an order for credits, a callback for its next attempt. */
  later: number;
  /** Those of them that failed before and are tried again. */
  retrying: number;
  /** Things that were given up within the last day. */
  lost: number;
}

/** Within this time what was given up is told of. */
export const LOST_MS = 24 * 3_600_000;
