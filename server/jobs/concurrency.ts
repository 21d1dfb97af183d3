import { setTimeout as sleep } from "node:timers/promises";
import { withDatabaseUse } from "#core/db-client";
import { log } from "#core/log";

// Signals reach only this process; sweeping finds the work of others.
const SWEEP_MS = 100;
const PAUSE_AFTER_FAILURE_MS = 1000;

export interface Loop {
  /** Starts the next turn at once. */
  wake(): void;
  /** Resolves when the current turn has ended. */
  stop(): Promise<void>;
}

/** Runs turns one after the other, with pauses. After a failure, logs it and pauses longer. */
export function startLoop(
  work: (stopped: () => boolean) => Promise<void>,
  sweepMs = SWEEP_MS,
): Loop {
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
        await pause(sweepMs);
      } catch (error) {
        log.error({ event: "worker.turn_failed", err: error }, "worker turn failed; trying again");
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

export class Slots {
  readonly #size: number;
  readonly #running = new Set<Promise<void>>();

  constructor(size: number) {
    this.#size = size;
  }

  get free(): number {
    return this.#size - this.#running.size;
  }

  get running(): number {
    return this.#running.size;
  }

  /** `work` must handle its own failures. */
  start(work: () => Promise<unknown>): void {
    const running: Promise<void> = work().then(() => {
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  /** Waits until any running work ends. */
  async next(): Promise<void> {
    await Promise.race(this.#running);
  }

  /** Waits until all work has ended, at most `ms`. */
  async settle(ms = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all(this.#running);
    if (ms === Number.POSITIVE_INFINITY) await all;
    else await Promise.race([all, sleep(ms, undefined, { ref: false })]);
  }
}

const MAX_BATCH = 500;

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/** Lets items wait for others, so that more of them form a batch. */
interface Gathering {
  /** No item waits longer than this, but for a batch that is running. */
  ms: number;
  /** As many items do not wait for more. */
  enough: number;
}

/**
 * Returns a function that hands items to `work`; items that arrive while it runs form the next
 * batch.
 */
export function inBatches<Item>(
  work: (items: Item[]) => Promise<void>,
  { ms, enough }: Gathering = { ms: 0, enough: 1 },
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = [];
  let isWorking = false;
  let timer: NodeJS.Timeout | undefined;

  async function runBatch(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWorking = true;
    const batch = waiting.splice(0, MAX_BATCH);
    try {
      await work(batch.map(({ item }) => item));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
    isWorking = false;
    begin();
  }

  function begin(): void {
    if (isWorking || waiting.length === 0) return;
    if (waiting.length >= enough) void runBatch();
    else timer ??= setTimeout(runBatch, ms);
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    begin();
    return done.promise;
  };
}
