// How much is sent at once in each lane: one that fails or is slow gets less and less, so that it never
// takes the room of those that answer.
import type { Allowance } from "#domain/events";

/** In a lane that nothing is known of. */
const FIRST_AT_ONCE = 4;
const MOST_AT_ONCE = 64;
/** A lane with an attempt that takes longer gets no more before it is answered. */
const SLOW_AFTER_MS = 1000;
/** After so many failures in a row a lane is paused for a while, then tried by one request. */
const FAILURES_IN_A_ROW = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** So many attempts may hang besides those that count: more would be too many sockets. */
const MOST_SLOW = 2000;
/** Lanes that are remembered; the one that was used least recently is forgotten. */
const MOST_LANES = 10_000;

interface Lane {
  /** When each attempt under way began, in milliseconds of a clock that only goes on. */
  begun: number[];
  atOnce: number;
  failures: number;
  pausedUntil: number;
}

/** What one worker knows of the lanes that it sends in. Times are of `performance.now()`. */
export class LaneGates {
  readonly #lanes = new Map<string, Lane>();
  readonly #limit: number;

  /** At most `limit` attempts under way over all lanes, not counting the slow ones. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many attempts may begin over all lanes. */
  #limitNow(now: number): number {
    let prompt = 0;
    let slow = 0;
    for (const { begun } of this.#lanes.values()) {
      for (const at of begun) {
        if (now - at > SLOW_AFTER_MS) slow += 1;
        else prompt += 1;
      }
    }
    return Math.min(this.#limit - prompt, MOST_SLOW - slow);
  }

  #allowedTo({ begun, atOnce, pausedUntil }: Lane, now: number): number {
    if (now < pausedUntil) return 0;
    const isSlow = begun.some((at) => now - at > SLOW_AFTER_MS);
    return isSlow ? 0 : Math.max(0, atOnce - begun.length);
  }

  /** What may begin now. */
  allowance(now: number): Allowance {
    const byLane = new Map<string, number>();
    for (const [name, lane] of this.#lanes) {
      const allowed = this.#allowedTo(lane, now);
      if (allowed !== FIRST_AT_ONCE) byLane.set(name, allowed);
    }
    return { limit: this.#limitNow(now), perLane: FIRST_AT_ONCE, byLane };
  }

  /** An attempt begins. */
  begin(name: string, now: number): void {
    const known = this.#lanes.get(name);
    const lane = known ?? { begun: [], atOnce: FIRST_AT_ONCE, failures: 0, pausedUntil: 0 };
    lane.begun.push(now);
    // Behind all others: the least recently used stand first.
    this.#lanes.delete(name);
    this.#lanes.set(name, lane);
    if (this.#lanes.size > MOST_LANES) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const [name, { begun }] of this.#lanes) {
      if (begun.length > 0) continue;
      this.#lanes.delete(name);
      return;
    }
  }

  /**
   * An attempt that began at `begunAt` is over; `isWell`: the receiver answered as one that works.
   * Returns for how long the lane is paused from now on: 0 ends its pause, null changes nothing.
   */
  end(name: string, attempt: { begunAt: number; now: number; isWell: boolean }): number | null {
    const lane = this.#lanes.get(name);
    if (!lane) return null;
    lane.begun.splice(lane.begun.indexOf(attempt.begunAt), 1);
    if (attempt.isWell) {
      const wasPaused = lane.pausedUntil > 0;
      Object.assign(lane, {
        atOnce: Math.min(MOST_AT_ONCE, lane.atOnce + 1),
        failures: 0,
        pausedUntil: 0,
      });
      return wasPaused ? 0 : null;
    }
    lane.failures += 1;
    lane.atOnce = Math.max(1, Math.floor(lane.atOnce / 2));
    const extra = lane.failures - FAILURES_IN_A_ROW;
    if (extra < 0) return null;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** extra, LONGEST_PAUSE_MS);
    lane.pausedUntil = attempt.now + pauseMs;
    return pauseMs;
  }
}
