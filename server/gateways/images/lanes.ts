// Lets a few at a time do what is costly; the others wait in line, and not for ever.
import { Problem } from "#core/errors";

interface Lanes {
  atOnce: number;
  /** How many may wait. */
  waiting: number;
  waitMs: number;
}

/** What is told to whoever comes while too much is under way. */
export function tooBusy(): Problem {
  return new Problem("unavailable", {
    detail: "Too many pictures are being read. Try again in a few seconds.",
    headers: { "retry-after": "5" },
  });
}

/** Runs the work given to it, first come, first served. @throws Problem unavailable */
export function makeLanes({ atOnce, waiting, waitMs }: Lanes) {
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
        reject(tooBusy());
      }, waitMs);
      line.push(go);
    });
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (line.length < waiting) await stand();
    else throw tooBusy();
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
