// A loop that looks for work: when it is woken, and otherwise several times a second.
import { withDatabaseUse } from "#core/db-use";
import { log } from "#core/log";

// Signals come from this process alone; the sweep finds what other processes left.
const SWEEP_MS = 100;
const PAUSE_AFTER_FAILURE_MS = 1000;

export interface Loop {
  /** Makes it look now, or again at once where it is looking. */
  wake(): void;
  /** Ends it after the work in hand. */
  stop(): Promise<void>;
}

/** Calls `work` again and again, never twice at once; a failure is logged and waited after. */
export function startLoop(work: (stopped: () => boolean) => Promise<void>): Loop {
  let stopped = false;
  let woken = false;
  let endPause: () => void = () => undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopped || woken) endPause();
    });

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      try {
        await work(() => stopped);
        await pause(SWEEP_MS);
      } catch (error) {
        log.error({ err: error }, "the worker failed and will try again");
        woken = false;
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  const running = withDatabaseUse("background", run);
  return {
    wake() {
      woken = true;
      endPause();
    },
    async stop() {
      stopped = true;
      endPause();
      await running;
    },
  };
}
