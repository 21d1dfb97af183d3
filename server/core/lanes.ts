// Runs a few costly jobs at a time; the others wait in a bounded queue.
import { Problem } from "./errors";

interface Lanes {
  atOnce: number;
  /** How many may wait. */
  waiting: number;
  waitMs: number;
  /** The public detail of the 503 for callers who find the queue full. */
  busy: string;
}

/** 503 with a `Retry-After` of some seconds. */
export function tooBusy(detail: string): Problem {
  return new Problem("unavailable", { detail, headers: { "retry-after": "5" } });
}

/** Runs the work given to it, first come, first served. @throws Problem unavailable */
export function makeLanes({ atOnce, waiting, waitMs, busy }: Lanes) {
  const line: (() => void)[] = [];
  let running = 0;
  /** Resolves when whoever ran before hands over its place. */
  function stand(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(go), 1);
        reject(tooBusy(busy));
      }, waitMs);
      line.push(go);
    });
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (line.length < waiting) await stand();
    else throw tooBusy(busy);
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
