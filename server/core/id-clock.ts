// The time that goes into ids. It never goes back, also where the system's clock does.

/** Unit of both: milliseconds. `wall` counts since the epoch, `monotonic` from anywhere. */
export interface TimeSource {
  wall(): number;
  monotonic(): number;
}

const systemTime: TimeSource = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Follows the wall clock forward. When that steps back, time goes on at its former pace, so that
 * all processes that were running then go on making ids in one order.
 */
export class IdClock {
  readonly #time: TimeSource;
  #anchorWall: number;
  #anchorMonotonic: number;

  constructor(time: TimeSource = systemTime) {
    this.#time = time;
    this.#anchorWall = time.wall();
    this.#anchorMonotonic = time.monotonic();
  }

  /** Whole milliseconds since the epoch, never fewer than before. */
  now(): number {
    const monotonic = this.#time.monotonic();
    const wall = this.#time.wall();
    const expected = this.#anchorWall + monotonic - this.#anchorMonotonic;
    if (wall > expected) {
      this.#anchorWall = wall;
      this.#anchorMonotonic = monotonic;
    }
    return Math.floor(Math.max(wall, expected));
  }

  /** Makes every later time come after `ms`. Returns how far that is ahead of the wall clock. */
  startAfter(ms: number): number {
    const ahead = ms + 1 - this.now();
    if (ahead > 0) {
      this.#anchorWall = ms + 1;
      this.#anchorMonotonic = this.#time.monotonic();
    }
    return Math.max(0, this.now() - this.#time.wall());
  }
}
