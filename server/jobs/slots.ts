// Runs work side by side, a bounded number at a time: slow work occupies its own slot only.
import { setTimeout as sleep } from "node:timers/promises";

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

  /** Starts the work in a free slot. It must handle its own failures. */
  start(work: () => Promise<unknown>): void {
    const running: Promise<void> = work().then(() => {
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  /** Waits until any of the running work ends. */
  async next(): Promise<void> {
    await Promise.race(this.#running);
  }

  /** Waits until all of it has ended, but not longer than `ms`. */
  async settle(ms = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all(this.#running);
    if (ms === Number.POSITIVE_INFINITY) await all;
    else await Promise.race([all, sleep(ms, undefined, { ref: false })]);
  }
}
