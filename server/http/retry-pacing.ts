// How long refused clients are told to wait: longer the more of them wait already, so that refusing
// stays a small part of the work.

/** Refusals a second that cost little. */
const PER_SECOND = 500;
/** With some scatter, so that those who were refused together don't return together. */
const SCATTER_SECONDS = 3;
/** Most clients give up an answer after ten seconds. */
const MOST_SECONDS = 8;

export class RetryPacing {
  readonly #now: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a refusal. Returns whether there were too many in this second to go on reading them. */
  count(): boolean {
    const now = this.#now();
    if (now - this.#since >= 1000) [this.#since, this.#count] = [now, 0];
    this.#count += 1;
    return this.#count > PER_SECOND;
  }

  /** The seconds for Retry-After while so many connections are held until theirs are over. */
  seconds(held: number): number {
    const scattered = 1 + Math.floor(Math.random() * SCATTER_SECONDS);
    return Math.min(MOST_SECONDS, Math.floor(held / PER_SECOND) + scattered);
  }
}
