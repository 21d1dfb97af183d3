// The worker: matches orders whenever there are some, and tidies up. Any number may run at once.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { log } from "#core/log";
import { newContext } from "#core/new-context";
import { onWork } from "#core/signal";
import { matchOrders } from "#domain/orders";
import { dropOldIdempotencyKeys } from "./drop-old-idempotency-keys";

// Signals come from this process alone; the sweep finds what other processes left.
const SWEEP_MS = 100;
const TIDY_MS = 3_600_000;
const PAUSE_AFTER_FAILURE_MS = 1000;

function systemContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

/** Starts the process's worker; `stop` lets the batch in hand finish. */
export function startWorker(): { stop(): Promise<void> } {
  let stopped = false;
  let wake: () => void = () => undefined;
  let signalled = false;
  const endSignals = onWork(() => {
    signalled = true;
    wake();
  });
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopped || signalled) wake();
    });

  async function run(): Promise<void> {
    let tidiedAt = 0;
    while (!stopped) {
      signalled = false;
      try {
        await matchOrders(systemContext(), { database: database(), stopped: () => stopped });
        if (Date.now() - tidiedAt > TIDY_MS) {
          tidiedAt = Date.now();
          await dropOldIdempotencyKeys(systemContext());
        }
        await pause(SWEEP_MS);
      } catch (error) {
        log.error({ err: error }, "the worker failed and will try again");
        signalled = false;
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      wake();
      endSignals();
      await running;
    },
  };
}
