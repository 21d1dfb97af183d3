// Starts a few requests in each turn of the event loop. An order takes a dozen turns, one for each
// result from the database, and would wait in each behind a whole burst of other requests.

const PER_TURN = 8;

export class Interleaving {
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #isScheduled = false;

  /** Starts at once or in one of the next turns, in the order of the calls. */
  run(start: () => void): void {
    if (this.#started >= PER_TURN) {
      this.#waiting.push(start);
    } else {
      this.#started += 1;
      start();
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#waiting.splice(0, PER_TURN);
      this.#started = next.length;
      for (const start of next) start();
      if (next.length > 0) this.#schedule();
    });
  }
}
