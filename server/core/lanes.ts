// Runs a few expensive jobs at a time; the others wait in a bounded queue.
import { Problem } from "./errors";

interface Lanes {
  atOnce: number;
  /** Queue length. */
  waiting: number;
  waitMs: number;
  /** Public detail of the 503 if the queue is full. */
  busy: string;
}

/** 503 with Retry-After. */
export function tooBusy(detail: string): Problem {
  return new Problem("unavailable", { detail, headers: { "retry-after": "5" } });
}

/** First come, first served. @throws Problem unavailable */
export function makeLanes({ atOnce, waiting, waitMs, busy }: Lanes) {
  const waiters: (() => void)[] = [];
  let running = 0;
  /** Resolves when a running job passes on its place. */
  function waitTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(go), 1);
        reject(tooBusy(busy));
      }, waitMs);
      waiters.push(go);
    });
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (waiters.length < waiting) await waitTurn();
    else throw tooBusy(busy);
    try {
      return await work();
    } finally {
      const next = waiters.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
